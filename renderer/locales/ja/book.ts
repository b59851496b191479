// The book's details, its cover and its credits, in Japanese.
import type { Translation } from '../../../shared/words/words.ts';
import type { book as english } from '../en/book.ts';

export const book: Translation<typeof english> = {
  title: '作品情報',
  intro: 'ファイルに書き込まれ、ストアで必要になる情報です。変更はすぐに保存されます。',
  close: '完了',
  field: {
    title: 'タイトル',
    subtitle: 'サブタイトル',
    authors: '著者',
    narrators: 'ナレーター',
    publisher: '出版社',
    year: '発行年',
    series: 'シリーズ',
    seriesNumber: 'シリーズ内の番号',
    language: '言語',
    isbn: 'ISBN',
    description: '内容紹介',
    copyright: '著作権表示',
  },
  hint: {
    people: '名前ごとにEnterを押します',
    language: '例：en、pt-BR',
    isbn: '10桁または13桁',
    copyright: '例：© 2026 Ada Smith',
  },
  fault: {
    isbn: 'ISBNは10桁または13桁です。どこかの桁が間違っています。',
    language: '言語はenやpt-BRのように入力してください。',
    year: '発行年は4桁です。',
    seriesNumber: '0～10,000の数を入力してください。',
  },
  changed:
    '{field, select, title {タイトルの変更} subtitle {サブタイトルの変更} authors {著者の変更} narrators {ナレーターの変更} publisher {出版社の変更} year {発行年の変更} series {シリーズの変更} seriesNumber {シリーズ内の番号の変更} language {言語の変更} isbn {ISBNの変更} description {内容紹介の変更} copyright {著作権表示の変更} other {作品情報の変更}}',
  cover: {
    heading: 'カバー',
    picture: '{book}のカバー',
    none: 'カバーはまだありません。ストアでは、一辺2,400ピクセル以上の正方形のJPEGまたはPNGが必要です。',
    choose: '画像を選択…',
    another: '別の画像…',
    remove: '削除',
    figures: '{format}、{width, number} × {height, number}ピクセル',
    changed: 'カバーの変更',
    removed: 'カバーの削除',
  },
  credits: {
    heading: 'クレジット',
    hint: '台本の最初と最後に置く独立した章で、ナレーターが読みます。{title}、{author}、{narrator}は上の情報に置き換わります。',
    opening: 'オープニングクレジット',
    closing: 'エンディングクレジット',
    add: '台本に追加',
    update: '台本を更新',
    remove: '台本から削除',
    added: '台本のクレジットの変更',
    removed: '台本のクレジットの削除',
  },
  stores: {
    heading: 'ストアに足りないもの',
    nothing: 'ありません。どの納品形式にも必要な情報が揃っています。',
    row: '<store>{target}</store>：{what}',
  },
};
