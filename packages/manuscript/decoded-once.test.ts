// The bytes of a file are decoded once, by its reader or to tell whether it is a script.
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { loadReader } from './formats/document-readers.ts';
import { documentFormatOf } from './formats/read-document.ts';
import { openScriptFile } from './import-script.ts';

const decode = vi.spyOn(TextDecoder.prototype, 'decode');
afterEach(() => decode.mockClear());
afterAll(() => decode.mockRestore());

const timesDecoded = (file: Uint8Array): number =>
  decode.mock.calls.filter(([bytes]) => bytes?.byteLength === file.byteLength).length;

const STORY = 'Itâ€™s a cafÃ© by the sea. RenÃ© sat there.';
const FILES = {
  'page.html': `<h1>One</h1><p>${STORY}</p>`,
  'book.md': `# One\n\n${STORY}\n\nThe rain fell.\n`,
  'play.csv': `Role,Text\nMara,${STORY}\nTom,Yes.\n`,
  'play.fountain': `MARA\n${STORY}\n\nTOM\nYes.\n`,
  'film.srt': `1\n00:00:01,000 --> 00:00:02,000\n${STORY}\n`,
};

it.each(Object.entries(FILES))('%s: by its reader', async (file, content) => {
  const bytes = Buffer.from(content);
  const format = documentFormatOf(bytes, file);
  if (format === null) throw new Error(`${file} is not a document`);
  const read = await loadReader(format);
  decode.mockClear();
  await read(bytes, file);
  expect(timesDecoded(bytes)).toBe(1);
});

it.each([
  ...Object.entries(FILES),
  ['play.md', `**Mara:** ${STORY}\n\n**Tom:** Yes.\n\n**Mara:** Oh?\n`],
  ['play.txt', `MARA: ${STORY}\n\nTOM: Yes.\n`],
])('%s: not again when it is opened and read, and it still says what was repaired', async (file, content) => {
  const bytes = Buffer.from(content);
  const source = await openScriptFile(bytes, file);
  for (const kind of ['script', 'prose'] as const) {
    const { text, notices } = source.as(kind, { emphasis: false });
    expect(text).toContain('café');
    expect(notices).toContainEqual({ kind: 'twice-encoded', characters: 3, row: expect.any(Number) });
  }
  // Other documents are decoded in the thread that reads them.
  expect(timesDecoded(bytes)).toBe(/\.(?:md|txt)$/.test(file) ? 1 : 0);
});

it('a page that declares another encoding is decoded once, too', async () => {
  const page = Buffer.from('<meta charset="windows-1252"><p>Caf\xe9.</p>', 'latin1');
  const read = await loadReader('html');
  decode.mockClear();
  expect(JSON.stringify(await read(page, 'page.html'))).toContain('Café');
  expect(timesDecoded(page)).toBe(1);
});
