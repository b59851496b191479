// What commands and menus are called, in Japanese.
import type { commands as english } from '../en/commands.ts';
import type { Translation } from '../words.ts';

export const commands: Translation<typeof english> = {
  menu: {
    file: 'ファイル',
    edit: '編集',
    go: '移動',
    production: '制作',
    review: 'レビュー',
    view: '表示',
    help: 'ヘルプ',
  },
  label: {
    project: {
      new: '新規プロジェクト…',
      open: 'プロジェクトを開く…',
      import: '台本を取り込む…',
      importClipboard: 'クリップボードから取り込む…',
      close: 'プロジェクトを閉じる',
      reveal: 'プロジェクトをフォルダーで表示',
    },
    book: {
      details: '作品情報…',
    },
    export: {
      open: '書き出す…',
    },
    settings: {
      open: '設定',
    },
    edit: {
      undo: '取り消す',
      redo: 'やり直す',
    },
    script: {
      find: '検索と置換',
      findAll: '台本全体を検索',
      group: '発話を掛け合いにまとめる',
      ungroup: '掛け合いを分ける',
      chapterUp: '章を上へ移動',
      chapterDown: '章を下へ移動',
      moveToChapter: 'セリフを章へ移動…',
      audition: '選択部分を試聴',
      playLine: 'このセリフを再生',
      continuous: 'すべての章を続けてスクロール',
    },
    cast: {
      addRole: '役を追加…',
    },
    go: {
      script: '台本',
      cast: 'キャスト',
      production: '制作',
      review: 'レビュー',
      export: '書き出し',
      library: 'ライブラリ',
      nextChapter: '次の章',
      previousChapter: '前の章',
    },
    run: {
      start: '最新でないセリフをレンダリング',
      renderLine: 'このセリフをレンダリング',
      pause: '一時停止／再開',
      cancel: '未送信のセリフをキャンセル',
      retry: '失敗したセリフを再試行',
    },
    review: {
      playThrough: '章を通して再生',
      playFiltered: '絞り込んだセリフをこの順に再生',
      previousLine: '前のセリフを再生',
      nextLine: '次のセリフを再生',
      approve: 'テイクを承認',
      reject: 'テイクを却下',
      retake: '却下して再レンダリング',
      anotherTake: '別テイクをレンダリング',
      approveRest: '表示中の未判定テイクを承認',
      saveNotes: 'メモをCSVで保存…',
    },
    palette: {
      open: 'コマンドパレット',
    },
    view: {
      inspector: 'インスペクターの表示／非表示',
      theme: 'ライト／ダークを切り替え',
    },
    help: {
      manual: 'マニュアル',
      shortcuts: 'キーボードショートカット',
    },
  },
};
