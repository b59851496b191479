// What is said of a language model that is asked who speaks, in Japanese.
import type { model as english } from '../en/model.ts';
import type { Translation } from '../words.ts';

export const model: Translation<typeof english> = {
  failure: {
    'unusable-address':
      'モデルのアドレスを使えません。「http://localhost:11434/v1」のように、ユーザー名、パスワード、クエリなしで入力してください。',
    'insecure-address':
      '{origin}には何も送信しません。本の一部が暗号化されずに送られるためです。HTTPSのアドレスか、このコンピューターのサーバーを使ってください。',
    'unusable-key': '{origin}のAPIキーに送信できない文字が含まれています。もう一度コピーしてください。',
    'no-key': '{origin}のAPIキーがありません。もう一度入力してください。',
    'not-set-up': '言語モデルが設定されていません。',
    'no-model': '{origin}のモデルが指定されていません。モデルを指定してください。',
    'no-consent': '{origin}には何も送信していません。先に、本の一部を送ることに同意してください。',
    unauthorized: '{origin}がAPIキーを拒否しました（{status}）。APIキーと、その利用範囲を確認してください。',
    'no-credit': '{origin}によると、アカウントの残高がありません：{message}',
    'not-found': '{origin}にこのアドレスまたはモデルがありません（{status}）。両方を確認してください。',
    refused: '{origin}がリクエストを拒否しました：{message}',
    'rate-limited':
      '{origin}へのリクエストが多すぎて、拒否が続きました。同時リクエスト数を減らして、後でもう一度試してください。',
    'server-error': '{origin}でエラーが起きました（{status}）。後でもう一度試してください。',
    redirected:
      '{origin}は別のアドレスへ転送しますが、APIキーを送るため従いません。転送先のアドレスを直接指定してください。',
    'not-json': '{origin}が回答の代わりにページまたはストリームを返しました。アドレスを確認してください。',
    unreadable: '{origin}の回答を読み取れません。もう一度試すか、別のモデルを使ってください。',
    oversized: '{origin}が、回答としてはありえない量を返しました。アドレスを確認してください。',
    'cut-off': '{origin}の回答が途中で切れました。リクエストあたりのトークン数を増やしてください。',
    'no-answer': '{origin}の回答が空でした。別のモデルを使ってください。',
    'no-connection': '{origin}に接続できません（{message}）。アドレスと、サーバーが動いていることを確認してください。',
    timeout: '{origin}の回答に時間がかかりすぎました。もう一度試すか、リクエストあたりのトークン数を減らしてください。',
  },
  plan: {
    leaves:
      '{quotations, plural, other {会話文#件}}について、本の{characters, plural, other {#文字}}を{requests, plural, other {#件のリクエスト}}で{origin}に{place, select, local {渡します（このコンピューターの外には出ません）} other {送信します}}。',
    nothing: '何も送信しません：{quotations, plural, =0 {要確認の会話文はありません} other {すべて回答済みです}}。',
    answered: 'ほかに{answered, plural, other {#か所}}は回答済みで、費用はかかりません。',
    tokens: '送信は約{input, number}トークン、受信は約{output, number}トークンです。',
    cost: '費用は約{cost}です。',
    noPrice: '料金が設定されていないため、費用は不明です。',
    cap: '使うのは最大{cost}です。',
  },
  cost: '{amount, number, ::.00##} {currency}',
  report: {
    answered: '会話文{quotations, number}件のうち、{answered, plural, other {#件}}にモデルの回答があります。',
    unusable:
      '{unusable, plural, other {#件}}の回答は、本にいない人物を挙げたか、欠けていました。そこではルールで決めます。',
    capped: '上限を超える前に停止しました。',
    cancelled: '停止しました。届いた回答は保存され、再び費用がかかることはありません。',
    failed: '停止しました。回答がない箇所はルールで決めます。',
    unanswered: '{failed, plural, other {#件のリクエスト}}が失敗しました。そこではルールで決めます。',
    used: '{sent, plural, other {リクエスト#件}}：送信{input, number}トークン、受信{output, number}トークン{source, select, estimated {（一部は推定）} other {}}。',
    cost: '費用は{cost}でした{source, select, estimated {（一部は推定）} other {}}。',
  },
};
