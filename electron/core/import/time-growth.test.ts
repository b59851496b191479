// Reading a script's file for an import takes time in proportion to it, whatever the file is.
import { describe, expect, it } from 'vitest';
import { INTERRUPTED_TEXTS, someTexts, type TextShape } from '../../../e2e/support/hostile-texts.ts';
import { superlinearTexts } from '../../../e2e/support/time-growth.ts';
import { readMarkdown } from './formats/markdown.ts';
import { openTextFile } from './import-script.ts';
import { ImportError } from './importable-file.ts';
import { readScript } from './read-script.ts';

const numbered = (name: string, unit: (number: string) => string): TextShape => ({
  name,
  make(length) {
    let text = '';
    for (let at = 0; text.length < length; at += 1) text += unit(at.toString(36).toUpperCase());
    return text.slice(0, length);
  },
});

const MORE_TEXTS: readonly TextShape[] = [
  numbered('many chapters', (number) => `# C${number}\n\na\n\n`),
  numbered('many roles in dialogs', (number) => `R${number}: a\nS${number}: b\n\n`),
  numbered('many paragraphs of three roles', (number) => `R${number}: a\nS${number}: b\nT${number}: c\n\n`),
  numbered('many names that are alike', (number) => `OLD TOM ${number}: word\n\n`),
  numbered('many pauses and brackets', (number) => `A: [pause 1s] [sic] (a) [beat] ${number} `),
];

const encoder = new TextEncoder();

const MARKDOWN_TEXTS: readonly TextShape[] = [
  numbered('paragraphs', (number) => `Words ${number}, and more of them.\n\n`),
  numbered('chapters without blank rows', (number) => `# C${number}\nWords and words.\n`),
  numbered('notes', (number) => `Words.[^${number}]\n\n[^${number}]: A note.\n\n`),
  numbered('lists, links and emphasis', (number) => `- *one* ${number}\n- [two](http://a.example)\n\n> three\n\n`),
];

/** Reads a file as it looks, then as the other kind, as the window does where that is chosen. */
function readFile(text: string): void {
  try {
    const source = openTextFile(encoder.encode(text), 'script.txt');
    const other = source.detected === 'prose' ? 'script' : 'prose';
    readScript(source, { importId: 'import-1' });
    readScript(source, { importId: 'import-1', choices: { kind: other, roles: null, merges: [] } });
  } catch (error) {
    // A file without words is refused.
    if (!(error instanceof ImportError)) throw error;
  }
}

describe('a manuscript in Markdown', () => {
  it('is read in time that is in proportion to it', async () => {
    const read = (text: string) => void readMarkdown(encoder.encode(text), 'book.md');
    expect(await superlinearTexts(read, MARKDOWN_TEXTS, { from: 65_536, to: 1_048_576, floorMs: 400 })).toEqual([]);
  });
});

describe('a script’s file', () => {
  it('of any text is read in time that is in proportion to it', async () => {
    const sizes = { from: 4_096, to: 16_384, floorMs: 100 };
    expect(await superlinearTexts(readFile, [...INTERRUPTED_TEXTS, ...MORE_TEXTS], sizes)).toEqual([]);
  });

  it('of megabytes is read in time that is in proportion to it', async () => {
    const shapes = someTexts(
      'blank rows with blanks',
      'one letter',
      'pauses',
      'asterisks',
      'round brackets, open',
      'double quotes',
      'many roles',
    );
    expect(await superlinearTexts(readFile, shapes, { from: 65_536, to: 1_048_576, floorMs: 400 })).toEqual([]);
    // These become a hundred thousand objects in a megabyte: what is measured there is the collector of garbage.
    expect(await superlinearTexts(readFile, MORE_TEXTS, { from: 65_536, to: 524_288, floorMs: 400 })).toEqual([]);
  }, 240_000);
});
