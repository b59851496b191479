import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Manuscript } from '../../../shared/model/manuscript.ts';
import { readDocx } from './docx.ts';
import { readFountain } from './fountain.ts';
import { readOdt } from './odt.ts';
import { readEpub } from './page/epub.ts';
import { unpackEntry, zipEntries } from './zip-files.ts';

const WORDS = 'The last words of all.';
const paragraphs = (begin: string, end: string): string =>
  Array.from({ length: 200 }, (_, at) => `${begin}Word ${at}.${end}`).join('') + begin + WORDS + end;

type Read = (bytes: Uint8Array, file: string) => Manuscript;

/** For each format, its reader, the file with the words, and all files. */
const FORMATS: Readonly<Record<string, readonly [Read, string, Readonly<Record<string, string>>]>> = {
  docx: [
    readDocx,
    'word/document.xml',
    {
      'word/document.xml': `<w:document><w:body>${paragraphs('<w:p><w:r><w:t>', '</w:t></w:r></w:p>')}</w:body></w:document>`,
    },
  ],
  odt: [
    readOdt,
    'content.xml',
    {
      'content.xml': `<office:document-content><office:body><office:text>${paragraphs('<text:p>', '</text:p>')}</office:text></office:body></office:document-content>`,
    },
  ],
  epub: [
    readEpub,
    'a.xhtml',
    {
      'content.opf':
        '<package><metadata/><manifest><item id="a" href="a.xhtml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'a.xhtml': `<html><body><h1>One</h1>${paragraphs('<p>', '</p>')}</body></html>`,
    },
  ],
  highland: [readFountain, 'text.md', { 'x.textbundle/text.md': `INT. ROOM - DAY\n\n${paragraphs('', '\n\n')}` }],
};

const packed = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

/** Writes another value into a file's entry of the directory, at an offset in it (APPNOTE 4.3.12). */
function withField(archive: Uint8Array, name: string, offset: number, value: number): Uint8Array {
  const changed = Buffer.from(archive);
  const at = changed.lastIndexOf(name);
  const entry = changed.lastIndexOf('PK\x01\x02', at);
  changed.writeUInt32LE(value, entry + offset);
  return changed;
}

const CRC = 16;
const UNPACKED_BYTES = 24;

const lastWords = ({ sections }: Manuscript): string => {
  const block = sections.at(-1)?.blocks.at(-1);
  return block && 'text' in block ? block.text : '';
};

describe.each(Object.entries(FORMATS))('an archive of %s', (_, [read, name, files]) => {
  it('is read without a notice if it is as it says', () => {
    const manuscript = read(packed(files), 'book');
    expect(lastWords(manuscript)).toBe(WORDS);
    expect(manuscript.notices).toEqual([]);
  });

  it.each([
    ['a smaller size', UNPACKED_BYTES, 300],
    ['no size', UNPACKED_BYTES, 0],
    ['a larger size', UNPACKED_BYTES, 1_000_000],
    ['another checksum', CRC, 1],
  ])('is read to the end with a notice if its directory says %s', (_what, offset, value) => {
    const manuscript = read(withField(packed(files), name, offset, value), 'book');
    expect(lastWords(manuscript)).toBe(WORDS);
    expect(manuscript.notices).toEqual([
      { kind: 'inconsistent', count: 1, at: { part: expect.stringContaining(name) } },
    ]);
  });

  it('is damaged if a file is cut off', () => {
    expect(() => read(packed(files).slice(0, -40), 'book')).toThrow(expect.objectContaining({ kind: 'damaged' }));
  });
});

describe('a file of an archive', () => {
  it('is not unpacked beyond a size, whatever the directory says', () => {
    const archive = withField(packed({ a: 'x'.repeat(100_000) }), 'a', UNPACKED_BYTES, 10);
    const [entry] = [...zipEntries(archive)];
    expect(entry && unpackEntry(archive, entry, 99_999)).toBeNull();
    expect(entry && unpackEntry(archive, entry, 100_000)?.bytes).toHaveLength(100_000);
  });
});
