// What is said of scripts that are read, in Japanese.
import type { importing as english } from '../en/importing.ts';
import type { Translation } from '../words.ts';

/** What a file is; `other` is not met. */
const TYPE =
  '{type, select, pdf {PDF文書} epub {EPUBの本} docx {Word文書（DOCX）} opendocument {OpenDocumentファイル} office {Office文書} legacy {旧形式のWordまたはOffice文書} rtf {RTF文書} html {Webページ（HTML）} mobi {Kindleの本（MOBI）} zip {ZIPアーカイブ} gzip {gzipアーカイブ} sevenzip {7-Zipアーカイブ} rar {RARアーカイブ} png {PNG画像} jpeg {JPEG画像} gif {GIF画像} webp {WebP画像} wav {WAVの録音} mp3 {MP3の録音} ogg {Oggの録音} flac {FLACの録音} mp4 {MP4の動画または録音} sqlite {SQLiteデータベース} program {プログラム} other {ファイル}}';

export const importing: Translation<typeof english> = {
  withWords: '{notice}{words, plural, other {#語}}：「{sample}」',
  evidence: {
    stated: {
      'fdx-character': 'Final Draftの登場人物',
      'fountain-character': 'Fountainの登場人物',
      'role-column': '表の役名の列にある名前',
      'webvtt-voice': 'WebVTTの話者タグにある名前',
      'speaker-element': 'ページで話者として示された名前',
      'role-mark': '@で役と示された名前',
      'renpy-character': 'Ren’Pyの登場人物',
    },
    form: {
      colon: 'コロンの前',
      bold: 'せりふの前の太字',
      angle: '山かっこの中',
      square: '角かっこの中',
      corner: 'かぎかっこの前',
      dash: 'ダッシュなどの記号の前',
      stop: 'ピリオドの前',
      gap: '独立した列',
      above: 'せりふの上の行',
      stopped: 'せりふの上の行（ピリオド付き）',
      round: '丸かっこの中',
      small: 'コロンの前（小文字）',
      sentence: 'ピリオドの前',
      cue: 'せりふの上の行（ト書き付き）',
    },
    name: '{form}にある{capitals, select, yes {大文字の} other {}}名前（{times, plural, other {#回}}、スコア{score, number, ::.00}）',
    sign: {
      words: '見出しらしい文言',
      listed: '目次にある見出し',
      numbers: '連番で始まる段落',
      ornaments: '記号に挟まれた段落',
      'set-off': '複数の空行の後の段落',
      look: '大きい文字、太字、またはページの先頭',
    },
    heading: '{sign}（{times, plural, other {#か所}}、スコア{score, number, ::.00}）',
    quotations: '文脈から判断した会話文（{quotations, plural, other {#件}}、スコア{score, number, ::.00}）',
  },
  first: {
    page: '{notice}（{count, plural, =1 {} other {最初：}}{page, number}ページ）',
    row: '{notice}（{count, plural, =1 {} other {最初：}}{row, number}行目）',
    part: '{notice}（{count, plural, =1 {} other {最初：}}{part}）',
  },
  notice: {
    encoding: 'テキストがUTF-8ではないため、{encoding}として読みました。アクセント付き文字や引用符を確認してください。',
    'mixed-encodings':
      'UTF-8とWindows-1252が混在しています。{characters, plural, other {#文字}}（最初は{row, number}行目）をWindows-1252として読みました。アクセント付き文字や引用符を確認してください。',
    'twice-encoded':
      '文字コードの変換が重複していました（「é」が「Ã©」など）。{characters, plural, other {#文字}}（最初は{row, number}行目）を修復しました。アクセント付き文字や引用符を確認してください。',
    'damaged-characters': 'テキストはUTF-8ですが、{characters, plural, other {壊れた#文字}}を「�」に置き換えました。',
    licence:
      '本の前後のライセンス文を省きました：前{before, plural, other {#行}}、後{after, number}行（{characters, plural, other {#文字}}）。',
    'title-page': '扉を省きました（{rows, plural, other {#行}}）。',
    contents: '目次を省きました（{rows, plural, other {#行}}）。',
    colophon: '奥付を省きました（{rows, plural, other {#行}}）。',
    'script-head': '台本の冒頭の情報（タイトル、日付、出演者など{rows, plural, other {#行}}）は読み上げません。',
    closing: '結びの言葉「{words}」を省きました。',
    illustrations: '挿絵の印を省きました（{marks, plural, other {#か所}}）。',
    notes: '注（{notes, plural, other {#件}}）と注番号（{marks, plural, other {#か所}}）を省きました。',
    sidenotes: '傍注を省きました（{notes, plural, other {#件}}）。',
    'page-marks': 'かっこ内のページ番号を省きました（{marks, plural, other {#か所}}）。',
    'running-heads': '柱とページ番号を省きました（{rows, plural, other {#行}}）。',
    times: '時刻だけの行を省きました（{rows, plural, other {#行}}）。',
    'transcriber-notes': '入力者による注記を省きました（{rows, plural, other {#行}}）。',
    emphases: '強調部分を囲む記号を省きました（{passages, plural, other {#か所}}）。',
    'scene-breaks': '場面の区切り{breaks, plural, other {#か所}}を{seconds, number}秒のポーズにしました。',
    links: 'リンク{links, plural, other {#件}}のアドレスを省きました。リンクの文字は読み上げられます。',
    pictures: '画像を省きました（{pictures, plural, other {#点}}）。',
    tags: 'タグを省きました（{tags, plural, other {#個}}：{names}）。タグの中の言葉は読み上げられます。',
    comments: 'コメントを省きました（{comments, plural, other {#件}}）。',
    braces:
      '「{words}」{others, plural, =0 {} other {と、波かっこや二重角かっこの中のほか#か所}}は、かっこを除いて読み上げられます。ト書きとして読ませない場合は半角の丸かっこに入れてください。',
    'silent-speeches':
      '「{words}」{others, plural, =0 {} other {と、ほか#件のせりふ}}には言葉がないため、何も読み上げられません。[pause 1s]のようなポーズか、読み上げる言葉を書いてください。',
    'speakers-unsupported':
      '話者を見つけられるのは、英語、ドイツ語、フランス語、スペイン語、イタリア語、ポルトガル語、ロシア語のテキストです。このテキストは別の言語なので、話者を決めるまで会話文はすべてナレーターが読みます。',
    'spoken-brackets':
      '「{words}」{others, plural, =0 {} other {と、ほか#か所の角かっこ}}は読み上げられます。ト書きとして読ませない場合は半角の丸かっこに入れてください。',
  },
  encoding: {
    'windows-1252': '西ヨーロッパ言語（Windows-1252）',
    macintosh: '西欧（Mac OS Roman）',
    shift_jis: '日本語（Shift_JIS）',
    'euc-jp': '日本語（EUC-JP）',
    'iso-2022-jp': '日本語（ISO-2022-JP）',
    gb18030: '中国語（GB 18030）',
    big5: '中国語（Big5）',
    'euc-kr': '韓国語（EUC-KR）',
    'windows-1251': 'キリル文字（Windows-1251）',
    'koi8-r': 'キリル文字（KOI8-R）',
    'iso-8859-5': 'キリル文字（ISO-8859-5）',
    'windows-1250': '中央ヨーロッパ言語（Windows-1250）',
    'iso-8859-2': '中央ヨーロッパ言語（ISO-8859-2）',
    'windows-1253': 'ギリシャ語（Windows-1253）',
    'iso-8859-7': 'ギリシャ語（ISO-8859-7）',
    'windows-1254': 'トルコ語（Windows-1254）',
    'windows-1255': 'ヘブライ語（Windows-1255）',
    'windows-1256': 'アラビア語（Windows-1256）',
  },
  warning: {
    'odd-characters': 'どのボイスも読めない特殊な文字が{characters, plural, other {#文字}}あります（{codes}）。',
    'three-roles': '{paragraphs, plural, other {#段落}}に3役以上が含まれています。このままではレンダリングできません。',
    'prefix-in-words':
      '{dialogs, plural, other {#件の掛け合い}}で、話者ラベルがテキストの中にもあります。別の発話とみなされることがあります。',
    'alike-names': '「{one}」と「{other}」は表記が異なるため、2つの役になります。',
    cut: '{paragraphs, plural, other {#段落}}がセリフの上限（{limit, number}文字）より長いため、文末で分けます。',
    'too-long': '{paragraphs, plural, other {#段落}}は1つのジョブには長すぎ、分けることもできません。',
  },
  fault: {
    'other-file': `「{file}」はテキストファイルではなく、${TYPE}です。プレーンテキストで保存した台本を選んでください。`,
    'marked-up': `「{file}」はプレーンテキストではなく、${TYPE}です。先にプレーンテキストとして保存してください。`,
    'unread-type': `「{file}」は${TYPE}のため、取り込めません。読めるのはプレーンテキスト（{texts}）と文書（{documents}）です。`,
    'unread-extension':
      '「{file}」はこの種類（{extension}）のため、取り込めません。読めるのはプレーンテキスト（{texts}）と文書（{documents}）です。',
    'not-text': '「{file}」はテキストファイルではありません。プレーンテキストで保存した台本を選んでください。',
    'unclear-encoding': '「{file}」の文字コードを確実には判定できません。UTF-8で保存して、もう一度取り込んでください。',
    'no-words': '「{file}」は空です。テキストのある台本を選んでください。',
    'matter-only':
      '「{file}」にはライセンス、扉、目次のほかにテキストがありません。テキストのある台本を選んでください。',
    'document-damaged': '「{file}」は壊れていて読めません。作成したプログラムで保存し直してください。',
    'document-protected':
      '「{file}」はパスワード、または販売元のコピー防止で保護されています。保護のないコピーを取り込んでください。',
    'document-no-text': '「{file}」はページの画像だけで、テキストがありません。先に文字認識をしてください。',
    'document-too-complex':
      '「{file}」を読むには、原稿としては多すぎる時間またはメモリーが必要です。プレーンテキストで保存して取り込んでください。',
    'document-too-large': '「{file}」は展開すると、どんな原稿よりも大きくなります。複数に分けてください。',
    'document-empty': '「{file}」にはテキストがありません。テキストのある原稿を選んでください。',
    'file-not-found': 'ファイル「{file}」がありません。名前を確認してください。',
    'file-is-folder': '「{file}」はフォルダーです。台本のファイルを指定してください。',
    'file-not-regular': '「{file}」は通常のファイルではありません。台本のファイルを指定してください。',
    'file-forbidden': '「{file}」を読むことが許可されていません。アクセス権を確認してください。',
    'file-unreadable':
      '「{file}」を読めません（{code, select, unknown {不明なエラー} other {{code}}}）。ドライブと名前を確認してください。',
    'file-too-large': '「{file}」は{mebibytes, number} MiBを超えています。複数の台本に分けてください。',
    'file-too-many-rows': '「{file}」のテキストは{rows, number}行を超えています。複数の台本に分けてください。',
  },
};
