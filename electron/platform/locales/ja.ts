// What the main process says, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { messages as english } from './en.ts';

export const messages: Translation<typeof english> = {
  menu: {
    cut: '切り取り',
    copy: 'コピー',
    paste: '貼り付け',
    selectAll: 'すべて選択',
    resetZoom: '実際のサイズ',
    zoomIn: '拡大',
    zoomOut: '縮小',
    togglefullscreen: 'フルスクリーンの切り替え',
    toggleDevTools: '開発者ツールの切り替え',
    close: 'ウィンドウを閉じる',
    quit: '終了',
    exit: '終了',
  },
  clipboardName: 'クリップボード',
  notStarted: 'Lecternを起動できません',
  dialog: {
    openProject: { title: 'プロジェクトを開く', button: '開く' },
    importScript: { title: '台本を取り込む', button: '取り込む', scripts: '台本', allFiles: 'すべてのファイル' },
    projectsFolder: { title: '新規プロジェクトのフォルダー', button: 'ここにプロジェクトを作成' },
    locateProject: { title: 'プロジェクトの場所を指定', button: 'ここにあります' },
    cover: { title: 'カバーを選択', button: 'カバーに使う', pictures: '画像' },
    pack: { title: 'ボイスパックを追加', button: 'パックを表示', archives: 'ZIPアーカイブ' },
    export: { title: '書き出す', button: 'ここに書き出す' },
    save: { title: '保存' },
  },
  finished: {
    rendered: '{project}のレンダリングが完了しました',
    renderingStopped: '{project}：実行が停止しました',
    lines:
      'レンダリング{rendered, plural, other {#件}}{failed, plural, =0 {} other {、失敗#件}}{inDoubt, plural, =0 {} other {、応答不明#件}}{lost, plural, =0 {} other {、消失#件}}。',
    exported: '{project}を書き出しました',
    exportStopped: '{project}：書き出しが停止しました',
    files:
      '{files, plural, other {#ファイル}}{failed, plural, =0 {} other {、失敗したセリフ#件}}{leftOut, plural, =0 {} other {、除外#件}}。',
    withReason: '{what} {why}',
  },
  closing: {
    message: 'Lecternはレンダリング中です。',
    detail:
      '{inFlight, plural, =0 {{waiting, plural, =0 {} other {#件のセリフが送信待ちです。}}} other {#件のセリフをレンダリング中です{waiting, plural, =0 {} other {（送信待ち#件）}}。}}ウィンドウを閉じても続行し、完了したらお知らせします。停止すると、これ以上送信しません。送信済みのものは、次にプロジェクトを開いたときに取得します。',
    background: 'バックグラウンドで続行',
    stop: '送信済みの分で停止して終了',
    cancel: 'キャンセル',
  },
  unsaved: {
    message: '保存できなかった編集があります。',
    detail:
      '理由はウィンドウに表示されています。保存されるまで開いておくか、別の場所にコピーしてください。閉じると失われます。',
    keep: 'ウィンドウを開いておく',
    close: '破棄して閉じる',
  },
  leaving: {
    stay: 'このままにする',
    unsaved: {
      message: '保存できなかった編集があります。',
      detail: '理由はウィンドウに表示されています。別のプロジェクトを開くと失われます。',
      button: '破棄して開く',
    },
    running: {
      message: 'Lecternはレンダリング中です。',
      detail:
        '別のプロジェクトを開くと、実行を一時停止します。これ以上送信しません。送信済みのものは、このプロジェクトを次に開いたときに取得します。',
      button: '一時停止して開く',
    },
  },
  inUse: {
    message: 'プロジェクトは使用中です。',
    detail: '{why}\n\nここでは、再生、レビュー、書き出しのために開くことができます。',
    open: '読み取り専用で開く',
    cancel: 'キャンセル',
  },
  notOpened: {
    message: 'プロジェクトを開けませんでした。',
    detail: '{path}（{problem}）',
  },
  process: { studio: 'Lecternスタジオ', service: 'Lecternローカルサービス' },
};
