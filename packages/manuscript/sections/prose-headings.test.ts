import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { joinRows, numberHeadings, type ProseBlock, readHeading } from './prose-headings.ts';

/** The plain way: the joined text is looked at as a whole before each row is added. */
function joinedPlainly({ rows }: ProseBlock): string {
  const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;
  let joined = '';
  for (const row of rows.map((one) => one.trim())) {
    const hyphen = /[\p{L}\p{N}]-$/u.test(joined) && /^\p{Ll}/u.test(row);
    const touch = hyphen || (wide.test(joined.slice(-1)) && wide.test(row.slice(0, 1)));
    joined += joined === '' || touch ? row : ` ${row}`;
  }
  return joined;
}

describe('joinRows', () => {
  it('joins rows by what stands at their ends, however short they are', () => {
    const row = fc.array(fc.constantFrom('a', 'B', '-', ' ', '漢', '。', '\u{1d400}', '\ud835', '1', 'é'), {
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        const block = { rows: rows.map((units) => units.join('')) };
        expect(joinRows(block)).toBe(joinedPlainly(block));
      }),
      { numRuns: rounds(2_000) },
    );
  });
});

describe('readHeading', () => {
  it.each([
    ...['Глава первая', 'Глава двадцать вторая', 'Часть вторая', 'Первая часть', 'ДЕЙСТВИЕ ТРЕТЬЕ', 'Явление пятое'],
    ...['Rozdział pierwszy', 'Część druga', 'Akt trzeci', 'Kapitola první', 'Розділ перший'],
    ...['Capitolo terzo', 'Parte seconda', 'ATTO PRIMO', 'SCENA II', 'Scena settima'],
    ...['Capítulo segundo', 'Segunda parte', 'ACTO SEGUNDO', 'ESCENA PRIMERA', 'Cuadro primero'],
    ...['Capítulo décimo', 'Primeira parte', 'Terceiro capítulo', 'Capítulo um'],
    ...['Eerste hoofdstuk', 'Hoofdstuk twee', 'Tweede bedrijf', 'Första kapitlet', 'Kapitel två', 'Første kapittel'],
    ...['Chapitre deuxième', 'ACTE PREMIER', 'SCÈNE DERNIÈRE', 'Premier tableau', 'Chapitre trois'],
    ...['Fünfzehntes Kapitel', 'ERSTER AUFZUG', 'Zweite Szene', 'Erstes Bild', 'Kapitel zwölf'],
    ...[
      'पहला अध्याय',
      'अध्याय दो',
      'अध्याय १',
      'अध्याय 3: दीपक',
      'दूसरा भाग',
      'उपसंहार',
      'Capitolul al doilea',
      'İkinci Bölüm',
    ],
    ...[
      'Ensimmäinen luku',
      'Második fejezet',
      'Epílogo',
      'Nachwort',
      'ПОСЛЕСЛОВИЕ',
      'まえがき',
      'おわりに',
      '跋',
      '맺음말',
    ],
    ...['الفصل الأول', 'المشهد الثاني', 'תמונה ראשונה', '제1막', '第二幕', '第一場 駅のホーム', '第三集'],
  ])('has a part of a book or play: %s', (row) => {
    expect(readHeading({ rows: [row] })?.words).toBe(row);
  });

  it.each([
    ...['Часть первая истории была проста.', 'Вторая часть дома стояла пустой.', 'Scena prima di tutto vuota.'],
    ...[
      'Bild 1: Das Haus',
      'Tableau 2',
      'La primera parte era fácil.',
      'Del uno al otro',
      '第一场雨',
      'Deel twee ervan',
      'अध्याय एक में यह लिखा था।',
      'पहला अध्याय पढ़कर वह हँसा।',
    ],
  ])('has none in a sentence or a caption: %s', (row) => {
    expect(readHeading({ rows: [row] })).toBeNull();
  });
});

describe('headings of East Asian books', () => {
  it.each([
    ...['第两章', '第肆回 归来', '第贰拾章', '第廿三话', '【第一章】', '【第十二章】 风起', '《第3章》', '第１２話'],
    ...[
      '序章',
      '楔子',
      '番外',
      '番外二',
      '番外一 春',
      '番外：雪',
      '番外篇',
      '【番外】',
      '尾声',
      'プロローグ',
      '幕間',
      '에필로그',
    ],
  ])('are read: %s', (words) => {
    expect(readHeading({ rows: [words] })).toMatchObject({ words, rank: 3 });
  });

  it.each([
    'Tom 0:09',
    'Band 12:30',
    '第一次见面。',
    '番外的故事',
    '番外 他来了。',
    '【第一名】',
    '序章を読んだ',
    '两章',
  ])('are no others: %s', (words) => {
    expect(readHeading({ rows: [words] })).toBeNull();
  });
});

describe('rows that count up behind the same words', () => {
  const found = (...rows: readonly string[]) =>
    [...numberHeadings(rows.map((row) => ({ rows: [row] }))).values()].map(({ words }) => words);
  const story = (...headings: readonly string[]) =>
    headings.flatMap((heading) => [heading, 'They went out in the morning, and none came back.']);

  it.each([
    [['บทที่ 1', 'บทที่ 2', 'บทที่ 3']],
    [['บทที่ ๑', 'บทที่ ๒']],
    [['Bab 1: Pulang', 'Bab 2: Pergi']],
    [['Chương 1', 'Chương 2 – Về nhà']],
    [['Caibidil 1.', 'Caibidil 2.']],
    [['अध्याय १', 'अध्याय २']],
    [['Sura ya 1', 'Sura ya 2']],
    [['บทที่ ๑ ประภาคาร', 'บทที่ ๒ ทะเล']],
    [['Bab 1 Pulang', 'Bab 2 Pergi']],
  ])('are chapters in any language: %j', (headings) => {
    expect(found(...story(...headings))).toEqual(headings);
  });

  it('are none as a list, alone, in another order, or as sentences', () => {
    expect(found('Apple 1', 'Apple 2', 'Apple 3', 'Then they went home.')).toEqual([]);
    expect(found(...story('Room 1'))).toEqual([]);
    expect(found(...story('Room 7', 'Room 9'))).toEqual([]);
    expect(found(...story('We were 1, he said.', 'We were 2, he said.'))).toEqual([]);
    expect(found(...story('We saw 1 ship', 'We saw 2 ships'))).toEqual([]);
  });
});
