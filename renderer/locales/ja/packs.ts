// Voice packs, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { packs as english } from '../en/packs.ts';

export const packs: Translation<typeof english> = {
  intro:
    'ボイスパックを追加すると、このコンピューターで話すニューラルボイスが使えます。Lecternには含まれていません。下から取得するか、パックのフォルダーまたはアーカイブを追加してください。先に利用条件が表示されます。',
  notInUse: 'これらのボイスは、ローカルサービスの使用中に配役できます。「サービス」で選んでください。',
  addFolder: 'フォルダーを追加…',
  addArchive: 'アーカイブを追加…',
  drop: 'パックのフォルダーまたはアーカイブを、ここにドロップすることもできます。',
  dropNow: '離すと、パックの内容を確認します。',
  oneAtATime: 'フォルダーまたはアーカイブを、一度に1つだけドロップしてください。',
  unreadable: '「{name}」を読めなくなりました。もう一度ドロップしてください。',
  list: 'インストール済みのボイスパック',
  empty: 'ボイスパックはインストールされていません。',
  about: '{voices, plural, other {ボイス#件}}・{languages}・{size}',
  names: '{names}、ほか{more, number}件',
  commercial: '商用利用可',
  notCommercial: '商用利用不可',
  unusable: '使用不可',
  remove: '削除',
  removeHint: '{pack}を削除',
  removeSure: '{size}を削除しますか？ボイスをまた使うには、もう一度追加する必要があります。テイクは残ります。',
  removeBroken: 'ファイルを削除しますか？テイクは残ります。',
  removeNow: 'パックを削除',
  removed: '{pack}を削除しました。テイクは残っています。',
  installed: '{pack}をインストールしました。{voices, plural, other {#件のボイス}}を配役できます。',
  cancel: 'キャンセル',
  facts: {
    label: 'パックについて',
    voices: 'ボイス',
    languages: '言語',
    about: '約{size}',
    size: 'サイズ',
    licence: 'ライセンス',
    attribution: 'クレジット',
    use: '用途',
    forbidden: '禁止事項',
    source: '入手元',
  },
  offer: {
    title: '「{pack}」をインストールしますか？',
    replaces: 'インストール済みの同じ名前のパックと置き換わります。',
    unrestricted: 'このパックのボイスは商用利用できます。',
    restricted: 'このパックのボイスは商用利用できません。読み上げた音声を販売することはできません。',
    consent:
      'インストールすると、ライセンスに同意したことになります。パックの記載内容については、作成者が責任を負います。',
    install: 'インストール',
  },
  more: {
    title: 'その他のボイス',
    intro: 'Lecternが取得先を知っているパックです。取得の前にライセンスとサイズが表示されます。',
    none: 'Lecternが知っているパックはすべてインストールされています。',
    own: '{where, select, none {ローカルサービスのフォルダーにあるknown-packs.jsonは、カタログとして読み取れないため使用されません。} other {ローカルサービスのフォルダーにあるknown-packs.jsonは使用されません。{where}がカタログの形式に合っていません。}}',
    list: '取得できるパック',
    about: '{voices, plural, other {ボイス#件}} · {languages} · {licence} · {size}',
    get: '取得…',
    getHint: '{pack}を取得',
    from: '{host}から{size}をダウンロードします。',
    fetch: 'ダウンロードしてインストール',
    oneAtATime: '別のパックを取得中です。取得は1つずつです。',
    arrived: '{total}中{done}をダウンロード済みです。',
    goOn: '続行',
    goOnHint: '{pack}の取得を続行',
    discard: 'ダウンロードを破棄',
    pause: '一時停止',
    stage: {
      fetching: 'ダウンロード中：{total}中{done}',
      fetchingLeft: 'ダウンロード中：{total}中{done}、残り{left}',
      waiting: '{total}中{done}で接続が切れました。再試行しています…',
      unpacking: '展開中：{total}中{done}',
      installing: '確認とインストール中：{total}中{done}',
    },
  },
  fetchProblem: {
    title: '「{name}」はインストールされていません',
    unreachable:
      '{host}に接続できないか、接続が途中で切れます。ネットワークを確認してから続行してください。ダウンロード済みの分は残っています。',
    insecure:
      'アドレスの転送先{host}は、暗号化されていないか、このコンピューターです。パックは作成者から入手してください。',
    refused: '{host}がステータス{status}を返しました。パックがもうない可能性があります。後でもう一度お試しください。',
    'web-page':
      '代わりにWebページが返されました。ネットワークへのサインインが必要でないか確認してから、もう一度お試しください。',
    'wrong-size': '{host}にあるファイルは、Lecternが知っているものとサイズが異なるため、取得しませんでした。',
    'wrong-archive':
      '{host}から届いたファイルは、Lecternが知っているものと異なります（SHA-256が一致しません）。削除しました。',
    'no-room': 'ドライブに{needed}必要ですが、空きは{free}です。空きを増やしてからもう一度お試しください。',
  },
  work: {
    title: 'ボイスパックを追加',
    label: '進行状況',
    receiving: '「{name}」を取り込んでいます：{done} / {total}',
    reading: '「{name}」を読み込んでいます：{done} / {total}',
    looking: '「{name}」を読み込んでいます…',
    installing: '確認してインストールしています：{done} / {total}',
  },
  problem: {
    title: '「{name}」を追加できません',
    'no-pack':
      'ボイスパックではありません。pack.jsonがなく、それを含むフォルダーのZIPまたは.tar.bz2アーカイブでもありません。',
    malformed:
      '{where, select, none {ボイスパックの形式ではありません} other {{where}がボイスパックの形式に合っていません}}。破損しているか、悪意をもって作られた可能性があります。作成者からもう一度入手してください。',
    'no-licence':
      'ボイスを何に使ってよいかが書かれていないため、何を公開してよいか判断できません。ライセンスを明記したものを作成者に依頼してください。',
    missing: '{where, select, none {もうありません。} other {ファイル{where}がないか、リンクになっています。}}',
    'wrong-size': 'ファイル{where}のサイズが、パックの記載と異なります。パックをもう一度入手してください。',
    'wrong-hash': 'ファイル{where}が破損しているか、パックの記載と異なります。パックをもう一度入手してください。',
    unlisted: 'ファイル{where}がパックの一覧にありません。作成者からパックを入手してください。',
    busy: '別のウィンドウまたはコマンドがボイスパックを追加または削除しています。終わってからもう一度お試しください。',
    'disk-full': 'ドライブに空きがありません。空きを作ってからもう一度お試しください。途中のファイルは残りません。',
    unwritable: '読み込めないか、Lecternのデータフォルダーに書き込めません。',
  },
};
