// Voice packs, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { packs as english } from '../en/packs.ts';

export const packs: Translation<typeof english> = {
  intro:
    'ボイスパックは、このコンピューターで話すニューラル音声のボイスです。Lecternには含まれていません。パックのフォルダーまたはZIPアーカイブを追加してください。何に使ってよいかは、先に表示されます。',
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
    'no-pack': 'ボイスパックではありません。pack.jsonがなく、それを含むフォルダーのZIPアーカイブでもありません。',
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
