import { describe, expect, it } from 'vitest';
import { manuscriptText } from '../../script/manuscript-script.ts';
import { readMarkdown } from '../markdown.ts';
import { readHtmlFile } from './html-file.ts';

type Table = readonly (readonly string[])[];

const html = (table: Table, around = '') =>
  `<html><body><h1>Scene</h1>${around}<table>${table
    .map((row) => `<tr>${row.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`)
    .join('')}</table></body></html>`;
const markdown = ([titles = [], ...rows]: Table) =>
  ['# Scene', '', ...[titles, titles.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`)].join('\n');
const inHtml = (table: Table, around?: string) =>
  manuscriptText(readHtmlFile(Buffer.from(html(table, around)), 'a.html'), 'script').replace('# Scene\n\n', '');
const inMarkdown = (table: Table) =>
  manuscriptText(readMarkdown(Buffer.from(markdown(table)), 'a.md'), 'script').replace('# Scene\n\n', '');

const SPOKEN = 'ADA: Where is the boat?\n\nTOM: It went out at ten.\n\nADA: Then it is lost.\n';
const ROWS: Table = [
  ['Ada', 'Where is the boat?'],
  ['Tom', 'It went out at ten.'],
  ['Ada', 'Then it is lost.'],
];
const numbered = ROWS.map((row, at) => [String(at + 1), ...row]);
const turned = numbered.map(([number = '', name = '', words = '']) => [words, name, number]);

describe.each([
  ['names and words', ROWS],
  ['numbers, names and words', numbered],
  ['words, names and numbers', turned],
])('a table of %s in a document', (_, rows) => {
  it('is a script without titles', () => {
    expect(inHtml(rows)).toBe(SPOKEN);
  });

  it.each(['Speaker', 'Role', 'Rolle', 'キャラ'])(
    'is a script under the title %s, whatever its others are',
    (title) => {
      const titles = rows[0]?.map((cell, at) => (cell === 'Ada' ? title : `Sarake ${at}`)) ?? [];
      for (const text of [inHtml([titles, ...rows]), inMarkdown([titles, ...rows])]) expect(text).toBe(SPOKEN);
    },
  );
});

describe('another table', () => {
  it('of terms and their meanings is none, and is left out beside text', () => {
    const terms = [
      ['Bow', 'The front of a boat.'],
      ['Stern', 'The back of a boat.'],
      ['Port', 'The left of a boat.'],
    ];
    const words = `<p>${'All of them went out, and none came back. '.repeat(5)}</p>`;
    expect(inHtml(terms, words)).not.toContain('front of');
    expect(inHtml(terms, words)).not.toContain('BOW:');
  });

  it('that is most of a section is read row by row', () => {
    expect(
      inHtml([
        ['Monday', 'Rain'],
        ['Tuesday', 'Wind'],
      ]),
    ).toBe('Monday · Rain\n\nTuesday · Wind\n');
  });

  it('of one column is a box of paragraphs', () => {
    const words = `<p>${'All of them went out, and none came back. '.repeat(5)}</p>`;
    expect(inHtml([['Dear Ada, come home.'], ['Yours, Tom.']], words)).toContain('Dear Ada, come home.\n\nYours, Tom.');
  });
});
