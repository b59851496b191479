// What errors say, in Japanese: a title has no full stop; a detail is sentences.
import type { Translation } from '../../../shared/words/words.ts';
import type { errors as english } from '../en/errors.ts';

export const errors: Translation<typeof english> = {
  notFound: {
    title: '見つかりません',
    line: 'このセリフはもう台本にありません。',
    take: 'このテイクはもうプロジェクトにありません。',
    chapter: 'この章はもう台本にありません。',
    role: 'この役はもう台本にありません。',
    batch: 'このバッチはプロジェクトの記録にありません。',
    connection: 'この接続は削除されました。',
    key: 'この接続のアドレスが変わりました。APIキーを入力してください。',
    project: 'このプロジェクトはもう一覧にありません。',
    audition: 'この試聴は終了しました。',
    sample: 'サンプルがもうありません。もう一度選ぶか、録音してください。',
    consent: 'この同意はもう記録にありません。',
    voice: 'このボイスがサービスの一覧にないか、サンプルがありません。',
    preset: 'このプリセットはもうプロジェクトにありません。',
    pack: 'このボイスパックはもうありません。',
    step: 'この操作はもう取り消せません。',
  },
  outdated: {
    title: 'その後、変更されました',
    verdict: 'その後、判定が変わりました。',
    verdicts: 'その後、判定が変わりました。',
    pick: 'その後、別のテイクが採用されました。',
    note: 'その後、メモが変更されました。',
    treatment: 'その後、トリムまたはゲインが変更されました。',
    'take-gone': 'テイクがもうありません。',
    override: 'その後、セリフの設定が変更されました。',
    pause: 'その後、ポーズが変更されました。',
    voice: 'その後、変更されました。',
    role: 'その後、{role}のキャストが変更されました。',
    rules: 'その後、ルールが変更されました。',
    connection: 'その後、プロジェクトのサービスが変わりました。',
    script: 'その後、台本が編集されました。',
  },
  busy: {
    title: '先に終える必要のある処理があります',
    run: 'レンダリング実行中です。一時停止するか、完了を待ってから、もう一度試してください。',
    export: '書き出し中です。完了を待つかキャンセルしてから、もう一度試してください。',
    import: '台本を読み込んでいます。少し待ってから、もう一度試してください。',
    copy: 'プロジェクトをコピーしています。完了を待つかキャンセルしてから、もう一度試してください。',
    clone: 'ボイスを作成しています。完了を待つかキャンセルしてから、もう一度試してください。',
    pack: 'ボイスパックを追加しています。完了を待つかキャンセルしてから、もう一度試してください。',
    'other-window': 'プロジェクトは別のウィンドウで開いています。',
  },
  noProject: {
    title: 'プロジェクトが開かれていません',
    detail: 'ライブラリで開くか、新しく作成してください。',
  },
  staleDocument: { title: '台本がほかで変更されました', detail: '読み込み直しています。' },
  cancelled: { title: 'キャンセルしました', detail: 'これ以上の処理はしていません。' },
  noConnection: {
    title: 'サービスに接続していません',
    detail: 'ローカルサービスを使うか、設定でアカウントを追加してください。',
  },
  localService: {
    title: 'ローカルサービスを起動できませんでした',
    detail: '{why}もう一度試してください。繰り返す場合は、ログを確認してください。',
  },
  keyNeeded: {
    title: 'APIキーが必要です',
    detail: '「{connection}」のAPIキーを入力してください。このコンピューターには保存されていません。',
  },
  keychain: {
    title: 'キーチェーンを使えません',
    detail: 'APIキーの保存方法を設定で選んでください。毎回入力するか、自分だけが読めるファイルに保存できます。',
  },
  otherConnection: {
    title: 'プロジェクトは別のサービスのものです',
    detail:
      'セリフは{project, select, local {ローカルサービス} other {{project}}}に送信されていますが、接続中のサービスは{connected, select, local {ローカルサービス} other {{connected}}}です。設定で元の接続を選ぶか、今後はこのサービスをプロジェクトに使ってください。',
  },
  dataFolder: {
    title: 'Lecternのデータフォルダーを使えません',
    detail: '{why}ディスクの空き容量と、書き込み権限を確認してください。',
  },
  studioGone: {
    title: 'プロジェクトのプロセスが終了しました',
    detail: '再起動しています。保存されたものは失われていません。',
  },
  malformedRequest: {
    title: 'ウィンドウからの要求に誤りがあります',
    detail: 'Lecternの不具合です（{fields}）。何も変更していません。',
  },
  forbidden: {
    title: '許可されていません',
    detail: 'このページからは要求できません。何も変更していません。',
  },
  internal: {
    title: 'Lecternの内部で問題が起きました',
    detail: '詳細はログにあります（{id}）。',
  },
  project: {
    'not-found': {
      title: 'プロジェクトがありません',
      detail: '{path}がありません。移動した場合は現在の場所で開き、ドライブが接続されていない場合は接続してください。',
    },
    'not-a-project': {
      title: 'プロジェクトではありません',
      detail: '{path}にproject.dbがありません。名前が「.lectern」で終わるフォルダーを選んでください。',
    },
    exists: {
      title: 'この名前は使われています',
      detail: '{path}はすでにあります。別の名前にしてください。',
    },
    newer: {
      title: 'より新しいLecternで作られたプロジェクトです',
      detail:
        '{path}の形式は{version}ですが、このLecternが読めるのは{supported}までです。開くにはLecternを更新してください。何も変更していません。',
    },
    'in-use': {
      title: 'プロジェクトは使用中です',
      detail:
        '別のLectern、またはターミナルのコマンドが{path}に書き込んでいます。そちらで閉じてもう一度試すか、ここで開いて再生、レビュー、書き出しをしてください。',
    },
    damaged: {
      title: 'プロジェクトが壊れています',
      withBackup:
        '{path}を読み取れません（{why}）。何も変更していません。最新のバックアップは{backup}です。復元すると、壊れたファイルはプロジェクトのフォルダーに別に残されます。その後の編集は失われますが、テイクは残ります。',
      withoutBackup:
        '{path}を読み取れません（{why}）。何も変更していません。プロジェクトの隣にバックアップはありません。フォルダーのコピーを探してください。',
      restore: '{moment}のバックアップを復元',
    },
    'read-only': {
      title: 'プロジェクトに書き込めません',
      detail: '{path}は読み取り専用です。書き込める場所にプロジェクトをコピーして、そこで開いてください。',
    },
    'no-permission': {
      title: 'このプロジェクトを開く権限がありません',
      detail: 'システムが{path}へのアクセスを拒否しました。アクセス権を変更するか、自分の場所にコピーしてください。',
    },
    'disk-full': {
      title: 'ディスクがいっぱいです',
      detail: '{path}に空きがありません。空きを作って、もう一度試してください。',
    },
    'drive-failed': {
      title: 'ドライブが応答しません',
      detail:
        '{path}：ドライブでエラーが起きました（{code}）。ドライブまたはネットワークを確認して、もう一度試してください。',
    },
    'moved-while-open': {
      title: 'プロジェクトのフォルダーがなくなりました',
      lost: 'プロジェクトを開いている間に、{path}が移動、置き換え、または削除されました。これ以上保存されません。フォルダーを元に戻すか、現在の場所で開いてください。',
      found: 'プロジェクトを開いている間に、{path}が{foundAt}に移動されました。そこで開くまで保存されません。',
    },
    'log-missing': {
      title: 'プロジェクトの最新の変更が失われています',
      detail:
        '{path}は正しく閉じられず、最新の変更を記録したproject.db-walがありません。このファイルをproject.dbの隣に戻すか、プロジェクトを開いて、これなしで続けてください。',
    },
    'log-damaged': {
      title: 'プロジェクトの最新の変更が壊れています',
      detail:
        '{path}は正しく閉じられず、最新の変更を記録したproject.db-walが壊れているか、最新のものではありません。project.dbとproject.db-walを元の状態に戻すか、プロジェクトを開いて、これなしで続けてください。',
    },
    'settings-unreadable': {
      title: 'プロジェクトの設定を読み取れません',
      detail:
        '{path}では何も変更していません。通常の設定を使えば、プロジェクトを開けます。台本とテイクはそのままで、読み取れない設定もデータベースに残ります。',
    },
    unsafe: { title: 'プロジェクトを安全に開けません' },
  },
  model: { title: '言語モデルに尋ねられません' },
  import: {
    title: '「{file}」を取り込めません',
    binary: 'テキストではありません。台本をプレーンテキスト（.txtまたは.md）で保存して、取り込んでください。',
    empty: '読み上げるものがありません。',
    encoding: '文字を読み取れません。UTF-8で保存して、もう一度取り込んでください。',
    'unknown-format':
      'この種類のファイルは読めません。台本をプレーンテキスト（.txtまたは.md）で保存して、取り込んでください。',
    damaged: '壊れています。作成したプログラムで保存し直して、取り込んでください。',
    protected: 'パスワード、または販売元のコピー防止で保護されています。保護のないコピーを取り込んでください。',
    'no-text': 'ページの画像だけで、テキストがありません。先に文字認識をしてください。',
    'too-complex': '原稿としては多すぎる時間またはメモリーが必要です。プレーンテキストで保存して、取り込んでください。',
    'not-found': 'もうありません。',
    folder: 'フォルダーです。台本のファイルを選んでください。プロジェクトは「プロジェクトを開く」で開きます。',
    unreadable: 'システムが読み取りを拒否しました。アクセス権を確認してください。',
    'too-large': '台本としては大きすぎます。分けて、それぞれをプロジェクトとして取り込んでください。',
  },
  export: {
    template: { title: '名前のテンプレートを使えません' },
    'not-a-folder': {
      title: '書き出しにはフォルダーが必要です',
      detail: '{path}はフォルダーではありません。別の場所を選んでください。',
    },
    'read-only': {
      title: 'フォルダーに書き込めません',
      detail: '{path}は読み取り専用です。別の場所を選んでください。',
    },
    'disk-full': {
      title: 'ディスクがいっぱいです',
      detail:
        '完成したファイルは{path}にあります。空きを作って、もう一度書き出してください。足りない分だけを書き込みます。',
    },
    busy: {
      title: 'フォルダーは使用中です',
      detail: '別の書き出しが{path}に書き込んでいます。完了を待ってください。',
    },
    'other-project': {
      title: 'フォルダーは別のプロジェクトのものです',
      detail:
        '{path}には別のプロジェクトから書き出したものがあります。別のフォルダーを選んでください。何も変更していません。',
    },
    'unusable-manifest': { title: 'フォルダーのマニフェストを使えません' },
    'newer-manifest': {
      title: 'より新しいLecternがこのフォルダーに書き出しています',
      detail: '{path}：Lecternを更新するか、別のフォルダーを選んでください。何も変更していません。',
    },
    'inside-project': { title: 'フォルダーがプロジェクトの中にあります' },
    'folder-gone': { title: 'フォルダーがありません' },
    'folder-replaced': { title: '書き出し中にフォルダーが別のものに置き換わりました' },
    'file-in-use': { title: '別のプログラムがファイルを使用中です' },
    unwritable: { title: 'ファイルに書き込めませんでした' },
  },
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
