// Why paragraphs of documents that mark no headings are headings.
import { expect, it } from 'vitest';
import { openScriptFile } from './index.ts';

const evidenceIn = async (file: string, content: string) => {
  const source = await openScriptFile(Buffer.from(content), file);
  return source
    .as('prose')
    .sections.map(({ title, evidence }) => [title, evidence && 'features' in evidence ? evidence.features : undefined]);
};
const page = (...rows: readonly string[]): string => rows.map((row) => `<p>${row}</p>`).join('');
const TOLD = 'It rained all day long over the town, and the streets were empty. Then it stopped, at last.';

it.each([
  ['words', page('Chapter 1', TOLD, 'Chapter 2', TOLD), ['Chapter 1', 'Chapter 2'], 'words'],
  ['numbers', page('1. The Lamp', TOLD, '2. The Shore', TOLD), ['1. The Lamp', '2. The Shore'], 'numbers'],
  ['signs', page('== The Lamp ==', TOLD, '== The Shore ==', TOLD), ['The Lamp', 'The Shore'], 'ornaments'],
])('by %s', async (_, content, titles, sign) => {
  expect(await evidenceIn('book.html', content)).toEqual(titles.map((title) => [title, { sign, times: 2 }]));
});

it('by how they are set in a word processor', async () => {
  const rtf = ['The Lamp', TOLD, 'The Shore', TOLD].map((words, at) => `{\\fs${at % 2 === 0 ? 40 : 24} ${words}}\\par`);
  expect(await evidenceIn('book.rtf', `{\\rtf1 ${rtf.join('\n')}}`)).toEqual([
    ['The Lamp', { sign: 'look', times: 2 }],
    ['The Shore', { sign: 'look', times: 2 }],
  ]);
});

it('needs none where the document marks its headings', async () => {
  expect(await evidenceIn('book.html', `<h1>One</h1><p>${TOLD}</p><h1>Two</h1><p>${TOLD}</p>`)).toEqual([
    ['One', undefined],
    ['Two', undefined],
  ]);
});
