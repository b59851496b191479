// The shared parts of the window: notices, dialogs, decisions about takes, the form of an account, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { ui as english } from '../en/ui.ts';

export const ui: Translation<typeof english> = {
  close: '閉じる',
  undo: '取り消す',
  notUndone: '取り消せませんでした：「{step}」{why}',
  commandWithStep: '{command}：{step}',
  defaults: 'ボイスの既定',
  copied: 'コピーしました。',
  notCopied: 'コピーできませんでした。選択してCtrl Cを押してください。',
  /** As on a Japanese keyboard: its keys have the English names, but for the space bar. */
  keyNames: {
    Ctrl: 'Ctrl',
    Shift: 'Shift',
    Space: 'スペース',
    Home: 'Home',
    End: 'End',
    PageUp: 'Page ↑',
    PageDown: 'Page ↓',
    Delete: 'Del',
    Insert: 'Ins',
  },
  wayOut: {
    retry: '再試行',
    settings: '設定を開く',
    'model-settings': '設定を開く',
    'use-local': 'ローカルサービスを使う',
    'enter-key': 'APIキーを入力…',
    'restore-backup': '最新のバックアップを復元',
    'reset-settings': '通常の設定を使う',
    'adopt-connection': 'プロジェクトにこのサービスを使う',
    'open-to-read': '読み取り専用で開く',
    library: 'ライブラリを開く',
    logs: 'ログを表示',
  },
  connectionAdopted: 'プロジェクトのセリフを、今後は使用中のサービスに送信します。',
  leaving: {
    unsaved:
      '{leaving, select, close {保存できなかった編集があります。プロジェクトを閉じると失われます。} other {保存できなかった編集があります。別のプロジェクトを開くと失われます。}}',
    lose: '{leaving, select, close {破棄して閉じる} other {破棄して開く}}',
    running:
      '{leaving, select, close {レンダリング実行中です。プロジェクトを閉じると一時停止します。送信済みのものは、次に開いたときに取得します。} other {レンダリング実行中です。別のプロジェクトを開くと一時停止します。送信済みのものは、このプロジェクトを次に開いたときに取得します。}}',
    pause: '{leaving, select, close {一時停止して閉じる} other {一時停止して開く}}',
  },
  takes: {
    decided:
      '{verdict, select, approved {セリフ{line}を承認しました。} rejected {セリフ{line}を却下しました。} other {セリフ{line}を未判定にしました。}}',
    retaken: 'セリフ{line}を却下しました。別のシードで再レンダリングします。',
    alreadyDecided:
      '{verdict, select, approved {すでに承認済みか、テイクがありません。} rejected {すでに却下済みか、テイクがありません。} other {すでに未判定です。}}',
    linesDecided:
      '{verdict, select, approved {{lines, plural, other {#件のセリフを承認しました。}}} rejected {{lines, plural, other {#件のセリフを却下しました。}}} other {{lines, plural, other {#件のセリフを未判定にしました。}}}}',
    tooMany: '再レンダリングするセリフは{lines, number}件まで選択できます。',
    ordered:
      '{takes, plural, =1 {{lines, plural, other {#件のセリフ}}の別テイクをレンダリングに出しました。} other {{lines, plural, other {#件のセリフ}}の#テイクをレンダリングに出しました。}}',
    linesRetaken: '{lines, plural, other {#件のセリフを却下しました。別のシードで再レンダリングします。}}',
    picked: 'セリフ{line}のテイク{take}を採用しました。',
    kept: 'セリフ{line}のテイク{take}を維持しました。現在のテキストでの再レンダリングはしません。',
    note: 'セリフ{line}のテイク{take}のメモ。',
    trim: 'セリフ{line}のテイク{take}のトリム。',
    gain: 'セリフ{line}のテイク{take}のゲイン：{gain} dB。',
    reset: 'セリフ{line}のテイク{take}のトリムとゲインをリセットしました。',
  },
  playing: {
    take: 'セリフ{line} · テイク{take}／{takes}',
    noTake: 'セリフ{line} · テイクなし',
    spoken: 'セリフ{line} · テイクなし、ローカルのボイス',
    audition: '試聴 · {characters, plural, other {#文字}}',
  },
  soundDevice: {
    unnamed: 'デバイス{device}',
    back: '{device}が再び使えます。音はここから出ます。',
    gone: '{device}が見つかりません。音はシステムの出力先から出ます。',
  },
  progress: {
    part: '{state}{lines, number}',
    all: '{parts}（全{lines, number}件）',
    none: '{lines, number}件すべて未レンダリング',
  },
  format: {
    seconds: '{seconds}秒',
    loudness: '{loudness} LUFS',
    bytes: '{size, plural, other {#バイト}}',
    size: '{size} {unit}',
    today: '今日{time}',
    yesterday: '昨日',
    moment: '{day} {time}',
  },
  chapter: { opening: '冒頭', untitled: '無題', numbered: '第{number, number}章' },
  bounds: { between: '{min}～{max}', from: '{min}以上' },
  account: {
    name: '名前',
    usualName: 'マイアカウント',
    badName: 'この名前は使えません。',
    plan: 'プラン',
    address: 'ベースアドレス',
    addressPlaceholder: 'https://…',
    badAddress: 'https://またはhttp://を含むアドレスを入力してください（例：https://tts.example.com）。',
    userId: 'ユーザーID',
    badUserId: 'このユーザーIDは使えません。',
    key: 'APIキー',
    badKey: 'このAPIキーは使えません。サービスから受け取ったとおりに入力してください。',
    cancel: 'キャンセル',
    inKeychain: 'APIキーはこのコンピューターのキーチェーンだけに保存されます。',
    noKeychain: 'このコンピューターにキーチェーンがありません。APIキーをどのように保存しますか？',
  },
};
