// The script screen: the editor, finding and replacing, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { script as english } from '../en/script.ts';

export const script: Translation<typeof english> = {
  label: '台本',
  unsaved: {
    sentence: '<strong>未保存です。</strong>{title}：{detail} 入力した内容はここに残り、数秒ごとに保存を再試行します。',
    retry: '今すぐ再試行',
  },
  overlap: '編集していた箇所が、ほかでも変更されました。両方の変更が入っています。確認してください。',
  editedSince: 'その後、テキストが編集されました。',
  editedSinceUndoThere: 'その後、テキストが編集されました。編集した場所でCtrl Zを押して取り消してください。',
  noTake: 'このセリフには、再生できるテイクがまだありません。',
  menu: {
    moveUp: '上へ移動',
    moveDown: '下へ移動',
    label: 'セリフ',
    audition: 'このセリフを試聴',
    cut: '切り取り',
    copy: 'コピー',
  },
  move: {
    title: '{lines, plural, other {#件のセリフを章へ移動}}',
    filter: '章を絞り込む',
    chapters: '章',
    noMatch: '「{filter}」に一致する章はありません。',
    side: '章の中の位置',
    start: '先頭',
    end: '末尾',
    cancel: 'キャンセル',
    move: '移動',
    none: '移動するには、セリフにカーソルを置くか、セリフを選択してください。',
    moved: '{lines, plural, other {#件のセリフを「{chapter}」へ移動しました。}}',
    already: '{lines, plural, other {セリフはすでに「{chapter}」のその位置にあります。}}',
    dragged: '{lines, plural, other {#件のセリフ}}',
  },
  nothingSpoken: 'ここに読み上げるものはありません。',
  nothingToRegroup:
    '{action, select, group {ここにまとめられる発話はありません。} other {ここに掛け合いはありません。}}',
  regrouped: '{before, plural, other {#件のセリフが{after, number}件になりました。}}',
  empty: {
    script: '空の台本',
    start:
      '{keys, select, none {ここに入力するか、テキストを貼り付けるか、ファイルを取り込んでください。} other {ここに入力するか、テキストを貼り付けるか、ファイルを取り込んでください（{keys}）。}}',
    title: '# 第1幕',
    narration: '段落は、NARRATORが読むセリフになります。',
    turn: 'ALGERNON: 大文字の名前とコロン：その役のセリフ。',
    direction: '(半角の丸かっこに入れた段落はト書きです。読み上げません。)',
    chapter: '空の章',
    undo: '{keys, select, none {取り消すとテキストが戻ります。新しく始めるには、タイトルから書いてください：} other {取り消すとテキストが戻ります（{keys}）。新しく始めるには、タイトルから書いてください：}}',
  },
  mark: {
    bracket:
      '読み上げられます。ト書きにするには半角の丸かっこに入れ、このまま読ませるにはかっこの前にバックスラッシュを入れてください。',
    prefix: 'サービスがこのテキストを発話の始まりとみなします。テキストか、役の話者ラベルを変更してください。',
  },
  problem: {
    'three-roles':
      '1つの段落に3役以上が含まれており、レンダリングできません。間に空行を入れ、それぞれをセリフにしてください。',
    'too-long':
      '1つのジョブには長すぎ、分けられる箇所もないため、レンダリングできません。短くするか、空行を入れてください。',
  },
  dot: { state: '{state}：{meaning}', plays: '{state}：{meaning}クリックで再生します。' },
  completion: { key: 'Tab', label: 'Tabで{rest}' },
  find: {
    label: '検索と置換',
    close: '検索を閉じる',
    query: '検索',
    queryPlaceholder: '検索',
    scope: '検索範囲',
    inChapter: '章',
    inScript: '台本全体',
    replacement: '置換後のテキスト',
    replacementPlaceholder: '置換後のテキスト',
    matchCase: '大小文字を区別',
    wholeWord: '単語単位',
    regexp: '正規表現',
    badExpression: '正規表現として正しくありません。',
    slowExpression: 'この正規表現は時間がかかりすぎます。',
    replace: '置換',
    replaceAll: 'すべて置換',
    replaceInScript: '台本全体を置換',
    previous: '前の一致',
    previousHint: '前へ（Shift Enter）',
    next: '次の一致',
    nextHint: '次へ（Enter）',
    none: '一致なし',
    looking: '検索中…',
    total: '{counted, select, all {{matches, number}件} other {{matches, number}件以上}}',
    current:
      '{counted, select, all {{current, number}／{matches, number}} other {{current, number}／{matches, number}以上}}',
    first: '最初の{shown, number}件／{matches, number}件',
    results: '検索結果',
    opening: '最初の章の前',
    where: '{chapter} · {place}',
    replacedInChapter: 'この章の{places, plural, other {#か所}}を置換しました。',
    replacedInScript: '{chapters, plural, other {#章}}の{places, plural, other {#か所}}を置換しました。',
    nothingReplaced: '置換した箇所はありません。',
    undoAll: 'すべて取り消す',
    chaptersEditedSince:
      '{chapters, plural, other {#章はその後編集されたため、そのままにしました。編集した場所でCtrl Zを押して取り消してください。}}',
  },
};
