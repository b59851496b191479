import type { runs as english } from '../en/runs.ts';
import type { Translation } from '../words.ts';

export const runs: Translation<typeof english> = {
  stop: {
    'disk-short':
      '{folder}のあるディスクの空きは{free}ですが、次のバッチには最大{needed}が必要です。空きを増やしてから再開してください。',
    'refuses-all': '{why}',
    'refuses-webhook':
      'サービスがWebhookのアドレスを受け付けません：{why} 接続の設定で変更するか、Webhookなしで続けてください。',
    'refuses-lines': 'サービスがセリフ{lines, number}件を拒否し、1件も受け付けませんでした。最後の応答：{why}',
    unreachable: '{why} {minutes, number}分間、サービスに接続できませんでした。',
    doubts: 'バッチ{batches, number}件が続けて、はっきりした応答を得られませんでした。最後の応答：{why}',
    defect: 'Lecternの内部で問題が起きました（ログの{id}）。保存済みのものは失われていません。',
  },
  cap: {
    characters: 'プロジェクトの文字数の上限を超えます。',
    money: 'プロジェクトの費用の上限を超えます。',
    currency: 'プロジェクトの上限と接続の料金の通貨が異なるため、比較できません。',
    run: 'この実行の文字数の上限を超えます。',
  },
  useless: {
    jobs: 'バッチについてのサービスの応答に、ジョブの一覧がありません。',
    'job-names': 'サービスの応答からは、各ジョブがどのセリフのものか分かりません。',
  },
  failure: {
    unexplained: 'サービスから理由は示されませんでした。',
    'never-fits':
      '{characters, number}文字ありますが、上限により1分間に送れるのは{limitCharacters, number}文字までです。',
    'not-sent': '順番が来る前に実行が停止しました。',
    'over-cap': '未送信：費用の上限を超えるところでした。',
    stalled: 'サービスでの処理が{minutes, number}分間進んでいません。',
  },
  answer: { plain: '{what}。', said: '{what}：{message}' },
  service: {
    unauthorized: 'APIキーまたはユーザーIDが拒否されました',
    'unusable-credentials': 'APIキーまたはユーザーIDを送信できません',
    'unsupported-plan': 'アカウントのプランに含まれていません',
    'insecure-address': 'アドレスが安全ではありません',
    'insecure-audio': '音声のアドレスが安全ではありません',
    'unusable-address': 'アドレスを使えません',
    'not-the-service': 'このアドレスでは別のサービスが応答しています',
    redirected: 'アドレスが別の場所に転送されます',
    connection: 'サービスに接続できません',
    'rate-limited': 'サービスの制限に達しました',
    'server-error': 'サービスでエラーが起きました',
    'unexpected-status': 'サービスから予期しない応答がありました',
    'unreadable-reply': 'サービスの応答を読み取れません',
    'oversized-reply': 'サービスの応答が大きすぎます',
    'invalid-parameters': 'サービスがリクエストを拒否しました',
    'not-found': 'サービスに該当するものがありません',
    'method-not-allowed': 'サービスがこのリクエストに対応していません',
    'too-large': 'リクエストが大きすぎます',
    'unsupported-media-type': 'サービスがこの形式に対応していません',
    'address-expired': '音声のアドレスの期限が切れました',
    'incomplete-download': '音声が途中までしか届きませんでした',
    'oversized-download': '音声が大きすぎます',
    'job-failed': 'サービスが音声を作れませんでした',
    'in-doubt': 'サービスが処理したかどうか不明です',
  },
};
