import { ImportError, openTextFile } from '@lectern/manuscript';
import { readScript } from '../../electron/core/import/read-script.ts';
import { readMarkdown } from '../../packages/manuscript/formats/markdown.ts';
import { findPageNoteLinks } from '../../packages/manuscript/formats/page/note-links.ts';
import { findSiteParts } from '../../packages/manuscript/formats/page/site-parts.ts';
import { type InputShape, type MeasuredReader, textReaders } from './growth.ts';
import { CHECKED_TEXTS, INTERRUPTED_TEXTS, repeated } from './input-shapes.ts';

const numberedUnits = (name: string, unit: (number: string) => string): InputShape => ({
  name,
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += unit(at.toString(36).toUpperCase());
    return text.slice(0, length);
  },
});

const MORE_TEXTS: readonly InputShape[] = [
  numberedUnits('many pages', (number) => `THE LAMP ${number}\n\na\n\f`),
  numberedUnits('many chapters', (number) => `# C${number}\n\na\n\n`),
  numberedUnits('many roles in dialogs', (number) => `R${number}: a\nS${number}: b\n\n`),
  numberedUnits('many paragraphs of three roles', (number) => `R${number}: a\nS${number}: b\nT${number}: c\n\n`),
  numberedUnits('many similar names', (number) => `OLD TOM ${number}: word\n\n`),
  numberedUnits('many pauses and brackets', (number) => `A: [pause 1s] [sic] (a) [beat] ${number} `),
];

const encoder = new TextEncoder();

/** Repeated characters that can start markup. */
const MARKDOWN_RUNS: readonly InputShape[] = [
  '[',
  '![',
  '!',
  '[]',
  '[a](',
  '[a][',
  '*',
  '_',
  '*a ',
  'a**b',
  '_a*',
  '~',
  '`a ',
  '(',
  '<',
  '<a ',
  '&',
  '\\',
  'a@',
  'www.',
  '[^a]',
  'a\n-\n',
  'a|b\n-|\n',
  'a  \n',
  '- a\n  - b\n',
].map((unit) => repeated(`runs of ${JSON.stringify(unit)}`, unit));

const MARKDOWN_TEXTS: readonly InputShape[] = [
  ...MARKDOWN_RUNS,
  numberedUnits('paragraphs', (number) => `Words ${number}, and more of them.\n\n`),
  numberedUnits('chapters without blank rows', (number) => `# C${number}\nWords and words.\n`),
  numberedUnits('notes', (number) => `Words.[^${number}]\n\n[^${number}]: A note.\n\n`),
  numberedUnits('lists, links and emphasis', (number) => `- *one* ${number}\n- [two](http://a.example)\n\n> three\n\n`),
];

/** Pages with about one link per 50 characters. */
const linkedPage = (name: string, pageOf: (numbers: readonly number[]) => string): InputShape => ({
  name,
  make: (length) => pageOf(Array.from({ length: Math.ceil(length / 50) }, (_, at) => at)),
});

const LINKED_PAGES: readonly InputShape[] = [
  linkedPage('links to places in one paragraph', (numbers) => {
    const places = numbers.map((number) => `<a id="v${number}" href="#w${number}">${number}</a> a`);
    return `<p>Verses ${numbers.map((number) => `<a href="#v${number}">${number}</a>`).join(' ')}</p><p>${places.join(' ')}</p>`;
  }),
  linkedPage('links to one block with many links', (numbers) => {
    const back = numbers.map((number) => `<a href="#w${number}"></a>`);
    return `<p>${numbers.map((number) => `word<a href="#v">[${number}]</a>`).join(' ')}</p><div id="v">${back.join('')}A note.</div>`;
  }),
  linkedPage('notes', (numbers) => {
    const notes = numbers.map((number) => `<p id="n${number}"><a href="#r${number}">${number}</a> A note.</p>`);
    return `<p>${numbers.map((number) => `word<a id="r${number}" href="#n${number}">${number}</a>`).join(' ')}</p>${notes.join('')}`;
  }),
  linkedPage('headers, lists and links of a website', (numbers) =>
    numbers
      .map((number) => `<div class="header"><h1>a</h1><ul><li><a href="/${number}">a</a></li></ul></div><p>a</p>`)
      .join(''),
  ),
];

function readMarkdownFile(text: string): void {
  try {
    readMarkdown(encoder.encode(text), 'book.md');
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
  }
}

/** Reads a file as the detected type of manuscript, and as the other type that users can choose. */
function readFile(text: string): void {
  try {
    const source = openTextFile(encoder.encode(text), 'script.txt');
    const other = source.detected === 'prose' ? 'script' : 'prose';
    readScript(source, { importId: 'import-1' });
    readScript(source, { importId: 'import-1', choices: { kind: other, roles: null, merges: [] } });
  } catch (error) {
    // It is fine that files without words are rejected.
    if (!(error instanceof ImportError)) throw error;
  }
}

export const IMPORT_READERS: readonly MeasuredReader[] = [
  ...textReaders({ Markdown: readMarkdownFile }, MARKDOWN_TEXTS, {
    checkedSize: 32_768,
    measuredSizes: [4_096, 2 ** 20],
  }),
  ...textReaders({ 'links of a page': findPageNoteLinks }, LINKED_PAGES, {
    checkedSize: 2 ** 19,
    measuredSizes: [2 ** 14, 2 ** 22],
  }),
  ...textReaders({ 'parts of a website': findSiteParts }, LINKED_PAGES, {
    checkedSize: 2 ** 17,
    measuredSizes: [2 ** 14, 2 ** 22],
  }),
  // Larger texts create hundreds of thousands of objects, so garbage collection would dominate the time.
  ...textReaders({ 'text file': readFile }, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], {
    checkedShapes: [...CHECKED_TEXTS, ...MORE_TEXTS],
    checkedSize: 4_096,
    measuredSizes: [1_024, 2 ** 19],
  }),
];
