import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { splitIntoSections } from '../sections.ts';
import { readHtmlPage } from './html.ts';
import { paragraphTag, withTypedLayout } from './typed-layout.ts';

const NONE = { size: 0, isBold: false, isCentred: false, startsPage: false };
type Row = readonly [words: string, look?: Partial<typeof NONE>];

const p = ([words, look = {}]: Row): string => `${paragraphTag({ ...NONE, ...look })}${words}</p>`;
const read = (...rows: readonly (string | Row)[]): string => {
  const html = rows.map((row) =>
    typeof row === 'string' && row.startsWith('<h') ? row : p(typeof row === 'string' ? [row] : row),
  );
  const { blocks } = readHtmlPage(withTypedLayout(html.join('')));
  const { sections } = splitIntoSections(blocks, null);
  return manuscriptText({ title: null, author: null, sections, notices: [] }, 'prose', () => true);
};
const headings = (...rows: readonly (string | Row)[]): string[] =>
  read(...rows)
    .split('\n')
    .filter((row) => row.startsWith('#'));

const RAIN = 'It rained all day, and in the evening it rained still more than in the morning.';
const LONG = Array.from({ length: 10 }, () => RAIN).join(' ');

describe('speeches whose names a tab parts from their words', () => {
  it('are those of roles that recur', () => {
    expect(
      read(
        'Ada\tWho is there?',
        '<em>Tom</em>\t(entering) Only me.',
        '\tIt is cold.',
        'Wind howls.',
        'Ada\tCome in.',
        'Tom\tThanks.',
      ),
    ).toBe(
      'ADA: Who is there?\n\nTOM: (entering) Only me.\n\nTOM: It is cold.\n\nWind howls.\n\nADA: Come in.\n\nTOM: Thanks.\n',
    );
    expect(read('母\tおかえり。', '息子\tただいま。', '母\tご飯よ。', '息子\tはい。')).toBe(
      '@母: おかえり。\n\n@息子: ただいま。\n\n@母: ご飯よ。\n\n@息子: はい。\n',
    );
  });

  it('are words like others in a book, in lists and in tables of other things', () => {
    const rows = ['\tIt rained.', '1.\tOne', '2.\tTwo', 'Monday\tFish', 'Tuesday\tMeat', 'Ada\t1850', 'Ben\t1860'];
    expect(read(...rows)).toBe(`${rows.map((row) => row.trim().replace('\t', ' ')).join('\n\n')}\n`);
    const two = ['Ada\tA lamp.', 'Tom\tA rope.', 'Ada\tA boat.', 'Tom\tAn oar.'];
    expect(read(...two, ...Array.from({ length: 12 }, () => RAIN))).not.toContain('ADA:');
  });
});

describe('headings without a style', () => {
  it('are short paragraphs in larger type', () => {
    const big = { size: 36, isBold: true };
    expect(headings(['The Lamp', big], RAIN, RAIN, ['Who is it?', big], RAIN)).toEqual(['# The Lamp', '# Who is it?']);
    const [part, chapter] = [{ size: 48 }, { size: 32 }];
    expect(
      headings(
        ['The Coast', part],
        ['Night', chapter],
        RAIN,
        ['Day', chapter],
        RAIN,
        ['The Town', part],
        ['Noon', chapter],
        RAIN,
      ),
    ).toEqual(['# The Coast', '## Night', '## Day', '# The Town', '## Noon']);
    expect(headings(['1', big], ['The Lamp', big], RAIN, ['2', big], ['The Shore', big], RAIN)).toEqual([
      '# 1. The Lamp',
      '# 2. The Shore',
    ]);
  });

  it('are those that begin pages, or are bold and far apart', () => {
    const page = { isCentred: true, startsPage: true };
    expect(headings(['The Lamp', page], RAIN, ['The Shore', page], RAIN)).toEqual(['# The Lamp', '# The Shore']);
    const bold = { isBold: true };
    expect(headings(['The Lamp', bold], LONG, ['The Shore', bold], LONG)).toEqual(['# The Lamp', '# The Shore']);
  });

  it('are not names, notices, signatures or sentences that are set apart', () => {
    const bold = { isBold: true };
    expect(headings(['ADA', bold], 'Who?', ['TOM', bold], 'Me.', ['ADA', bold], 'Come in.')).toEqual([]);
    expect(headings(['NO ENTRY', bold], RAIN, ['KEEP OUT', bold], RAIN)).toEqual([]);
    expect(
      headings(RAIN, ['Yours, Tom', { isCentred: true }], RAIN, ['Yours, Ada', { isCentred: true }], RAIN),
    ).toEqual([]);
    expect(headings([`${RAIN},`, { size: 40 }], RAIN, [`${RAIN},`, { size: 40 }], RAIN)).toEqual([]);
  });

  it('give way to those that read as such, and to styles', () => {
    const big = { size: 40 };
    expect(headings('Chapter 1', ['GENERAL STORE', big], RAIN, 'Chapter 2', ['POST OFFICE', big], RAIN)).toEqual(
      expect.arrayContaining([expect.stringContaining('Chapter 1'), expect.stringContaining('Chapter 2')]),
    );
    expect(headings('<h1>One</h1>', ['STORE', big], RAIN, '<h1>Two</h1>', ['OFFICE', big], RAIN)).toEqual([
      '# One',
      '# Two',
    ]);
  });
});
