import type { problems as english } from '../en/problems.ts';
import type { Translation } from '../words.ts';

export const problems: Translation<typeof english> = {
  joined: '{first}{second}',
  size: {
    values: '{most, number}個の値',
    levels: '{most, number}段の入れ子',
    entries: '{most, number}件',
  },
  service: {
    'invalid-parameters':
      'サービスがリクエストを無効として拒否しました{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    unauthorized:
      'サービスがAPIキーまたはユーザーIDを拒否しました{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'unsupported-plan':
      'アカウントのプランでは利用できません{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'not-found':
      'サービスにこのアドレスまたはジョブがありません{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'method-not-allowed':
      'サービスはこのリクエストに対応していません{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'too-large':
      'サービスがリクエストを大きすぎるとして拒否しました{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'unsupported-media-type':
      'サービスがリクエストの形式を拒否しました{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'rate-limited':
      'この1分間のリクエスト数または文字数が多すぎるため、サービスが待つように求めています（429）{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'server-error':
      'サービスでエラーが起きました（{status}）{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    'unexpected-status':
      'サービスが想定外のステータスを返しました（{status}）{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
    redirected:
      'サービスがリクエストを{place, select, none {別のアドレス} other {{origin}}}へ転送しました（{status}）。別のアドレスにAPIキーを送ることはありません。',
    'not-the-service':
      '応答したのは音声合成サービスではありません（ステータス{status}、{type, select, none {コンテンツタイプなし} other {{contentType}}}）。',
    'oversized-reply': 'サービスの応答（{status}）が大きすぎて読み取れません。{limit}を超えています。',
    'address-expired': '音声ファイルのアドレスの有効期限が切れました（{status}）。',
    'incomplete-download': '音声ファイルが不完全です。{expected}のうち{received}しか届きませんでした。',
    'incomplete-download-unknown': '音声ファイルが不完全です。{received}しか届きませんでした。',
    'oversized-download': '音声ファイルが、通知または許可されたサイズより大きくなっています（{limit}）。',
    'oversized-audio': '音声ファイルが、読み取れる上限の{limit}を超えています。保存しませんでした。',
    'overlong-audio': '音ボイスがテキストに対して長すぎます（{duration}または{limit}を超過）。保存しませんでした。',
    'insecure-address': '{origin}への接続が暗号化されていないため、何も送信しませんでした。',
    'insecure-audio':
      '音声のアドレス（{origin}）が暗号化されておらず、HTTPSでも取得できません。ダウンロードしませんでした。',
    'unusable-address': 'アドレスがHTTPでもHTTPSでもありません。',
    'unusable-credentials': 'APIキーまたはユーザーIDが空か、送信できない文字を含んでいます。',
    'job-failed':
      'サービスが音声を作成できませんでした{said, select, message {：{message}。} page {。ウェブページが返されました。} other {。}}',
  },
  advice: {
    unauthorized: '両方を確認してください。',
    'not-found': 'サービスのアドレスを確認してください。',
    'method-not-allowed': 'サービスのアドレスを確認してください。',
    'too-large': '一度に送るセリフを減らすか、短くしてください。',
    'unsupported-media-type': 'サービスのアドレスを確認してください。',
    'server-error': '後でもう一度試してください。',
    redirected: '新しいアドレスを設定してください。',
    'not-the-service': 'サービスのアドレスを確認してください。',
    'unreadable-reply': 'サービスのアドレスを確認するか、後でもう一度試してください。',
    'oversized-reply': 'サービスのアドレスを確認するか、運営者に問い合わせてください。',
    'address-expired': 'ジョブを読み直すと、新しいアドレスを取得できます。',
    'incomplete-download': 'もう一度試してください。',
    'oversized-download': 'もう一度試してください。',
    'oversized-audio': 'サービスの運営者に問い合わせてください。',
    'overlong-audio': '後でもう一度試すか、サービスの運営者に問い合わせてください。',
    'insecure-address': 'HTTPSのアドレスを使ってください。',
    'insecure-audio': 'HTTPSのアドレスについて、サービスの運営者に問い合わせてください。',
    'unusable-address': 'アドレスを確認してください。',
    'unusable-credentials': '両方を確認してください。',
  },
  reply: {
    empty: 'サービスの応答（{status}）が空です。',
    'not-json': 'サービスの応答（{status}）が正しいJSONではありません。',
    'not-batch': 'サービスの応答（{status}）にバッチがありません。',
    'not-child': 'サービスの応答（{status}）にバッチのジョブがありません。',
    'not-job': 'サービスの応答（{status}）にジョブがありません。',
    'not-voice': 'サービスの応答（{status}）にボイスがありません。',
    'not-voices': 'サービスの応答（{status}）がボイスの一覧ではありません。',
    'not-audio': 'サービスの応答（{status}）がLecternで読み取れる音声ではありません。',
    compressed: 'サービスの応答（{status}）が、要求していないのに圧縮されています。',
    'other-range': 'サービスの応答（{status}）が、要求したのとは別の部分のファイルです。',
    'no-range': 'サービスの応答（{status}）によると、ファイルにその部分はありません。',
    'no-batch-link': 'サービスの応答（{status}）はバッチを受け付けましたが、そのリンクがありません。',
    'no-job-link': 'サービスの応答（{status}）はジョブを受け付けましたが、そのリンクがありません。',
    'endless-events': 'サービスの応答（{status}）は、終わらず進捗も示さないイベントストリームです。',
  },
  connection: {
    'refused-connection':
      '{origin}から応答がありません。接続を受け付けるものがありません{known, select, yes {（{code}）} other {}}。',
    dns: '{origin}から応答がありません。名前が見つかりません{known, select, yes {（{code}）} other {}}。',
    tls: '{origin}から応答がありません。安全な接続を確立できませんでした{known, select, yes {（{code}）} other {}}。',
    'connect-timeout':
      '{origin}から応答がありません。接続に時間がかかりすぎました{known, select, yes {（{code}）} other {}}。',
    timeout: '{origin}から応答がありません。データが届かなくなりました{known, select, yes {（{code}）} other {}}。',
    'too-slow':
      '{origin}から応答がありません。30秒間、毎秒1 kB未満しか届きませんでした{known, select, yes {（{code}）} other {}}。',
    reset: '{origin}から応答がありません。応答なしに接続が閉じられました{known, select, yes {（{code}）} other {}}。',
    'ended-early': '{origin}の応答が途中で切れました{known, select, yes {（{code}）} other {}}。',
    malformed:
      '{origin}から応答がありません。届いたデータがHTTPではありません{known, select, yes {（{code}）} other {}}。',
    aborted: '{origin}から応答がありません。リクエストが中止されました{known, select, yes {（{code}）} other {}}。',
    insecure:
      '{origin}から応答がありません。アドレスがHTTPでもHTTPSでもありません{known, select, yes {（{code}）} other {}}。',
    other:
      '{origin, select, local {ローカルサービス} other {{origin}}}から応答がありません。接続に失敗しました{known, select, yes {（{code}）} other {}}。',
  },
  connectionAdvice: {
    'refused-connection': 'アドレスと、サービスが動いていることを確認してください。',
    dns: 'アドレスとネットワークを確認してください。',
    tls: '証明書とこのコンピューターの時計を確認してください。',
    'connect-timeout': 'ネットワークを確認してください。',
    timeout: 'ネットワークを確認して、もう一度試してください。',
    'too-slow': 'ネットワークを確認して、もう一度試してください。',
    reset: 'もう一度試してください。',
    'ended-early': 'もう一度試してください。',
    malformed: 'アドレスを確認してください。',
    insecure: 'アドレスを確認してください。',
    other: 'ネットワークを確認して、もう一度試してください。',
  },
  doubt: {
    generation: 'サービスが音声を作成したかどうか不明です。もう一度リクエストすると、再び課金されることがあります。',
    clone: 'ボイスが作成されたかどうか不明です。もう一度試す前に、クローンボイスの一覧を確認してください。',
    deletion: 'ボイスが削除されたかどうか不明です。クローンボイスの一覧を確認してください。',
    unfinished: 'サービスの処理が時間内に終わりませんでした。',
  },
  loss: {
    'batch-gone': 'サービスはセリフを受け付けましたが、そのバッチがもうありません。',
    'job-gone': 'サービスはセリフを受け付け、バッチは残っていますが、そのセリフがもうありません。',
    'audio-gone': 'サービスは音声を作成しましたが、そのファイルがもうありません。',
    'audio-faulty': 'サービスは音声を作成しましたが、何度ダウンロードしてもファイルが破損しています。',
    'no-audio': 'サービスはセリフが完了したと報告していますが、音声のアドレスがありません。',
    'no-link': 'サービスはセリフを受け付けましたが、APIキーを送らない別のサーバーでしか読み取れません。',
    'other-line': 'サービスが別のセリフと取り違えました。音声はそのセリフのものかもしれません。',
    'other-length': 'テキストに対して音ボイスが短すぎるか長すぎます。別のセリフの音声かもしれません。',
  },
  project: {
    'not-found': '{path}にプロジェクトがありません。パスを確認してください。',
    'not-a-project':
      '{path}はLecternのプロジェクトではありません（project.dbがありません）。名前が.lecternで終わるフォルダーを選んでください。',
    exists: '{path}はすでに存在します。別の名前を選ぶか、プロジェクトであれば開いてください。',
    newer:
      'プロジェクト{path}は新しいLecternで保存されています（形式{version}、このバージョンは{supported}まで）。開くにはLecternを更新してください。',
    'in-use': 'プロジェクト{path}は別のLecternで開かれています。そちらで閉じるか、終わるまで待ってください。',
    damaged:
      'プロジェクト{path}のデータベースが破損しています（{damage}）。変更はしていません。手元のバックアップからフォルダーを復元してください。',
    'damaged-with-backup':
      'プロジェクト{path}のデータベースが破損しています（{damage}）。変更はしていません。最新のバックアップは{backup}です。project.dbを別の場所に移し、代わりにバックアップをコピーしてください。',
    'read-only':
      'プロジェクトフォルダー{path}に書き込めません。書き込める場所にコピーするか、書き込めるようにしてください。',
    'no-permission': '{path}へのアクセス権がありません。アクセス権を変更するか、別の場所を選んでください。',
    'disk-full':
      '{path}のあるディスクがいっぱいです。これまでに保存した内容は無事です。空き容量を増やして、もう一度試してください。',
    'drive-failed': '{path}のあるドライブでエラーが起きました（{code}）。ドライブを確認して、もう一度試してください。',
    'moved-while-open':
      'Lecternで開いている間に、プロジェクトフォルダー{path}が移動、置換または削除されました。元に戻すか、今の場所で開いてください。',
    'moved-while-open-to':
      'Lecternで開いている間に、プロジェクトフォルダー{path}が{foundAt}に移動されました。続けるにはそこで開いてください。',
    'log-missing':
      'プロジェクト{path}は正しく閉じられておらず、最新の変更を含むproject.db-walがありません。送信して課金されたセリフが記録されておらず、もう一度送信されて課金されるおそれがあります。project.db-walをproject.dbの隣に戻してください。これがコピーなら、元のプロジェクトを使ってください。',
    'log-damaged':
      'プロジェクト{path}は正しく閉じられておらず、最新の変更を含むproject.db-walが破損しているか古くなっています。送信して課金されたセリフが記録されておらず、もう一度送信されて課金されるおそれがあります。project.dbとproject.db-walの両方を元に戻してください。これがコピーなら、元のプロジェクトを使ってください。',
    'settings-unreadable':
      'プロジェクト{path}の設定を読み取れません。変更はしていません。リセットするには、Lecternのウィンドウでプロジェクトを開いてください。',
  },
  unsafe: {
    link: 'プロジェクト{path}の{entry}はリンクで、Lecternはリンクをたどりません。ファイルまたはフォルダーそのものに置き換えてください。',
    'not-a-file': 'プロジェクト{path}の{entry}は通常のファイルではありません。取り除いて、もう一度試してください。',
    'not-a-folder': 'プロジェクト{path}の{entry}はフォルダーではありません。取り除いて、もう一度試してください。',
    'hard-link':
      'プロジェクト{path}の{entry}は別の場所にも名前があり、変更するとそちらも変わります。プロジェクトのフォルダーをコピーして、コピーを開いてください。',
    'too-large':
      'プロジェクト{path}の{entry}は、Lecternが作るどのファイルよりも大きいため、開きませんでした。送り主に別のコピーを依頼してください。',
    unexpected: 'プロジェクト{path}の{entry}は、Lecternが作るものではありません。取り除いて、もう一度試してください。',
    replaced:
      '使用中に、プロジェクト{path}のフォルダーが別のフォルダーまたはリンクに置き換えられました。新しいほうには何も書き込んでいません。フォルダーの場所を確認して、プロジェクトを開き直してください。',
    outside:
      'プロジェクト{path}がフォルダーの外のファイル（{entry}）を参照しています。そのファイルは開きませんでした。送り主に別のコピーを依頼してください。',
    'foreign-schema':
      'プロジェクト{path}のデータベースに、Lecternが作らないもの（{entry}）が含まれているため、開きませんでした。送り主に別のコピーを依頼してください。',
  },
  damage: {
    sqlite: '{message}',
    empty: 'ファイルが空',
    'not-json': '保存された文書が正しいJSONではない',
    unreadable: '{what}を読み取れない',
    'odd-value': '{what}の値が無効',
    dangling: '{rows, plural, other {#行}}が存在しない行を参照している',
    'missing-entry': '{name}がない',
    'no-project-row': 'プロジェクト自体の行がない',
    'stuck-lock': '{file}を取り除く必要がある',
    'no-backup': '読み取れるバックアップがない',
    'unreadable-backup': '選んだバックアップを読み取れない',
  },
  folder: {
    'no-folder': '{path}はフォルダーではありません。',
    'read-only': '{path}は読み取り専用のドライブにあります。',
    'no-permission': '{path}に書き込む権限がありません。',
    'no-storage': '{path}はシステムがファイルを保存しない場所です。',
    unusable: '{path}を使えません（{code}）。',
    above: 'フォルダー{folder}を作成できません。{why}',
  },
  data: {
    folder: 'Lecternのデータフォルダー{folder}を使えません。{why}{setting}に書き込めるフォルダーを設定してください。',
    keyFile: '{path}のAPIキーを保存または削除できません（{code}）。',
    unreadable: '{path}を読み取れません（{why}）。',
    'kept-aside': '{path}を読み取れません（{why}）。ファイル名を{keptAs}に変更しました。',
    newer: '{path}は新しいLecternで保存されています。変更はしていません。',
    unwritable: '{path}に書き込めません（{code}）。',
    why: {
      'not-json': '正しいJSONではない',
      invalid: '{field}が無効',
      'invalid-whole': '内容が無効',
      system: '{code}',
    },
  },
  localService: {
    'no-answer': 'ローカルサービスを起動しましたが、応答がありません。',
    'disk-full':
      'ローカルサービスを起動できませんでした。データフォルダー{folder}のあるドライブがいっぱいです。空き容量を増やしてください。',
    unwritable: 'ローカルサービスを起動できませんでした。データフォルダー{folder}に書き込めません（{code}）。',
    ended: 'ローカルサービスを起動できませんでした。ステータス{status}で終了しました。',
    killed: 'ローカルサービスを起動できませんでした。システムによって終了されました。',
    'ended-with-message': 'ローカルサービスを起動できませんでした：{message}',
    'no-address': 'ローカルサービスを起動できませんでした。アドレスが報告されませんでした。',
    timeout: 'ローカルサービスが{seconds, plural, other {#秒}}以内に起動しませんでした。',
    'no-process': 'ローカルサービスを起動できませんでした。プロセスを作成できません（{message}）。',
  },
};
