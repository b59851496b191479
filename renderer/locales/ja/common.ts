// Words that several places of the window say, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { common as english } from '../en/common.ts';

export const common: Translation<typeof english> = {
  state: {
    hint: '{label}：{meaning}',
    fresh: { label: '最新', meaning: '現在の内容でレンダリング済みです。' },
    kept: { label: '維持', meaning: '以前のテイクを維持しています。' },
    stale: { label: '要更新', meaning: '音声が以前のテキスト、ボイス、ルールで作られています。' },
    'in-flight': { label: '処理中', meaning: 'サービスが処理しています。' },
    'in-doubt': {
      label: '応答不明',
      meaning: '送信しましたが、応答がありませんでした。どうするかを決めてください。',
    },
    lost: {
      label: '消失',
      meaning: 'サービスが受け付けましたが、もうサービスにありません。再送信するかどうかを決めてください。',
    },
    failed: { label: '失敗', meaning: 'サービスでレンダリングできませんでした。' },
    'missing-audio': {
      label: '音声欠落',
      meaning: 'レンダリング済みですが、音声ファイルがないか、壊れています。',
    },
    'too-long': { label: '長さ超過', meaning: '1つのジョブに収まりません。分けてください。' },
    blocked: { label: 'レンダリング不可', meaning: 'このままではレンダリングできません。' },
    unrendered: { label: '未レンダリング', meaning: '使えるテイクがまだありません。' },
  },
  staleLines: '要更新のセリフは、音声が以前のテキスト、ボイス、ルールで作られています。',
  progress: {
    fresh: '最新',
    stale: '要更新',
    inFlight: '処理中',
    inDoubt: '応答不明',
    lost: '消失',
    failed: '失敗',
    missingAudio: '音声欠落',
    blocked: 'レンダリング不可',
  },
  readOnly: {
    'in-use': {
      short: '別のLecternがこのプロジェクトに書き込んでいるため、ここでは読み取り専用です。',
      long: '別のLectern、またはターミナルのコマンドがこのプロジェクトに書き込んでいます。ここでは再生、レビュー、書き出しができます。変更するには、そちらで閉じてから開き直すか、コピーで続けてください。',
    },
    'read-only': {
      short: 'このプロジェクトのドライブまたはファイルに書き込めないため、読み取り専用です。',
      long: 'このプロジェクトは書き込めないドライブまたはファイルにあります。ここでは再生、レビュー、書き出しができます。変更するには、書き込めるようにしてから開き直すか、コピーで続けてください。',
    },
    'no-permission': {
      short: 'このプロジェクトのフォルダーへの書き込み権限がないため、読み取り専用です。',
      long: 'このプロジェクトのフォルダーへの書き込み権限がありません。ここでは再生、レビュー、書き出しができます。変更するには、アクセス権を変更してから開き直すか、コピーで続けてください。',
    },
    'log-missing': {
      short: 'このプロジェクトの最新の変更が失われています。それなしで続けると決めるまで、読み取り専用です。',
      long: 'このプロジェクトは正しく閉じられず、最新の変更を記録したproject.db-walがフォルダーにありません。送信して課金されたセリフが記録されておらず、再び送信、課金される可能性があります。ここでは再生、レビュー、書き出しができます。このファイルをproject.dbの隣に戻してプロジェクトを開き直すか、これがコピーなら元のプロジェクトを使ってください。',
    },
    'log-damaged': {
      short: 'このプロジェクトの最新の変更が壊れています。それなしで続けると決めるまで、読み取り専用です。',
      long: 'このプロジェクトは正しく閉じられず、最新の変更を記録したproject.db-walが壊れているか、最新のものではありません。送信して課金されたセリフが記録されておらず、再び送信、課金される可能性があります。ここでは再生、レビュー、書き出しができます。project.dbとproject.db-walを元の状態に戻してプロジェクトを開き直すか、これがコピーなら元のプロジェクトを使ってください。',
    },
  },
  webhook: {
    waiting: {
      label: '未呼び出し',
      sentence: 'サービスの情報では、{host}はまだ呼び出されていません。',
    },
    answered: {
      label: '応答{status}',
      sentence: '{when, select, known {{moment}に} other {}}{host}が呼び出され、{status}を返しました。',
    },
    failed: {
      label: '失敗：{status}',
      sentence:
        '{when, select, known {{moment}に} other {}}{host}が呼び出されましたが、{status}を返し、受け取られませんでした。結果はこちらに届いています。',
    },
    called: {
      label: '呼び出し済み',
      sentence:
        '{when, select, known {{moment}に} other {}}{host}が呼び出されました。どう応答したかは、サービスから通知されていません。',
    },
    unknown: {
      label: '通知なし',
      sentence: '{host}を呼び出したという通知がサービスからありませんでした。結果はこちらに届いています。',
    },
  },
  plan: { hacker: 'Hacker', startup: 'Startup', growth: 'Growth', enterprise: 'Enterprise' },
  keyStorage: {
    keychain: 'このコンピューターのキーチェーン',
    file: '自分だけが読めるファイル',
    ask: '保存せず、毎回入力する',
  },
  extraTakes: '追加の{takes, plural, other {#テイク}}中{rendered, number}テイク',
  keys: {
    review: {
      play: '再生',
      steps: '次へ、前へ',
      approve: '承認',
      reject: '却下',
      rejectAndRender: '却下して再レンダリング',
      another: '別テイク',
      compare: '比較',
      pick: '採用',
      note: 'メモ',
      trim: 'トリム',
      gain: 'ゲイン',
    },
    player: {
      play: '再生／一時停止',
      back: '3秒戻る',
      pause: '一時停止、通常の速度',
      faster: '再生、もう一度で速く',
    },
  },
};
