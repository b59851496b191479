import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutInvisible } from '../../../shared/rules/characters.ts';
import { type ImportedScript, importTextFile } from './text-file.ts';

const SCENE =
  '# Earnest\r\n\r\n## Act I\r\n\r\nALGERNON: Did you hear,\r\n  Lane?\r\n\r\n(Music.)\r\n\r\nLANE: “Oui”,  sir.\t\r\n\r\n\r\n';

const PLAIN = SCENE.replaceAll('\r\n', '\n');

function fromText(text: string, name = 'scene.txt'): ImportedScript {
  return importTextFile(Buffer.from(text), name);
}

function bytes(...parts: (string | number[])[]): Uint8Array {
  return Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );
}

describe('importTextFile', () => {
  it('says which words in square brackets will be spoken, and nothing of pauses and sound cues', () => {
    const script = '# Opening\n\n[music under]\n\nLANE: Yes, [softly] sir.\n\n[pause 1.5s]\n';
    expect(fromText(script).notices).toEqual([
      '“[softly]” will be read aloud. Put directions in round brackets to keep them silent.',
    ]);
    expect(fromText(`${script}\n[Exit Lane]`).notices).toEqual([
      expect.stringContaining('“[softly]” and 1 more in square brackets'),
    ]);
    expect(fromText('# Opening\n\n(Enter [with] Lane.)\n\nLANE: Yes.\n\n[pause 1.5s]\n[SFX: door]').notices).toEqual(
      [],
    );
  });

  it('passes a script exactly as it stands, but for invisible characters and what its rows end with', () => {
    expect(fromText(SCENE)).toEqual({ text: PLAIN, kind: 'script', title: 'Earnest', notices: [] });
    expect(fromText(SCENE.replaceAll('\r\n', '\r')).text).toBe(PLAIN);
    expect(fromText(`\ufeff${SCENE}`).text).toBe(PLAIN);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (words) => {
        const script = withoutInvisible(`# ${words}x\n\nLANE: ${words}y`.replaceAll('\r', ''));
        expect(fromText(script, 'a.lectern-script').text).toBe(script);
      }),
    );
  });

  it('drops invisible characters of scripts and books, and says nothing of it', () => {
    const script = '\u200bLANE\u2060: Ear\u00adnest,\ufeff sir.\n\nLANE: می\u200cخواهم 👨‍👩‍👧\n';
    expect(fromText(script)).toMatchObject({
      text: 'LANE: Earnest, sir.\n\nLANE: می\u200cخواهم 👨‍👩‍👧\n',
      notices: [],
    });
    expect(fromText('CHAPTER I\n\nIt was a dark\u2060 and stor\u00admy night.\n').text).toBe(
      '## CHAPTER I\n\nIt was a dark and stormy night.\n',
    );
    expect(() => fromText('\u200b\u00ad\n')).toThrow(expect.objectContaining({ kind: 'empty' }));
  });

  it('reads UTF-16 of either order, with or without a mark', () => {
    const little = Buffer.from(SCENE, 'utf16le');
    const big = Buffer.from(SCENE, 'utf16le').swap16();
    for (const encoded of [
      little,
      big,
      bytes([0xff, 0xfe], little.toString('latin1')),
      bytes([0xfe, 0xff], big.toString('latin1')),
    ]) {
      expect(importTextFile(encoded, 'scene.txt')).toMatchObject({ text: PLAIN, notices: [] });
    }
  });

  it('reads what is not UTF-8 as Windows-1252, with a notice', () => {
    const { text, notices } = importTextFile(bytes('LANE: Voil\xe0, \x93sir\x94.\n\nLANE: Caf\xe9?'), 'scene.txt');
    expect(text).toBe('LANE: Voilà, “sir”.\n\nLANE: Café?');
    expect(notices).toEqual([expect.stringContaining('Windows-1252')]);
  });

  it('keeps a UTF-8 text with one damaged byte, with a notice', () => {
    const good = 'LANE: “Voilà”, “sir”, “café”, “déjà vu”.\n\n';
    const encoded = bytes(Buffer.from(good).toString('latin1'), [0xe9], 'LANE: x');
    const { text, notices } = importTextFile(encoded, 'scene.txt');
    expect(text).toBe(`${good}�LANE: x`);
    expect(notices).toEqual([expect.stringContaining('1 damaged character')]);
  });

  it('refuses an alphabet that it can’t tell', () => {
    const cyrillic = bytes([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0, 0x21]);
    expect(() => importTextFile(cyrillic, 'scene.txt')).toThrow(/save it as UTF-8/);
    expect(() => importTextFile(bytes([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), 'scene.txt')).toThrow(
      expect.objectContaining({ kind: 'encoding' }),
    );
  });

  it.each([
    ['a PNG picture', bytes([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13]), 'binary'],
    ['a PDF document', bytes('%PDF-1.7\n'), 'binary'],
    ['an EPUB book', bytes('PK\x03\x04', [0, 0], 'mimetypeapplication/epub+zip'), 'binary'],
    ['a Word document (DOCX)', bytes('PK\x03\x04', [0, 0], '[Content_Types].xml word/document.xml'), 'binary'],
    ['a ZIP archive', bytes('PK\x03\x04', [0, 0, 7], 'a.txt'), 'binary'],
    ['a WAV recording', bytes('RIFF', [1, 0, 0, 0], 'WAVEfmt '), 'binary'],
    ['not a text file', bytes([1, 2, 0, 3, 0, 0, 5, 6, 7, 8]), 'binary'],
    ['not a text file', bytes([1, 2, 3, 4, 5, 6, 7, 8]), 'binary'],
    ['not a text file', bytes([0x81, 0x8d, 0x90, 0x9d, 0x81, 0x01, 0x02]), 'binary'],
    ['an RTF document', bytes('{\\rtf1\\ansi Hello}'), 'unknown-format'],
    ['a web page (HTML)', bytes('\n<!DOCTYPE html><html><body>Hello'), 'unknown-format'],
    ['is empty', bytes(''), 'empty'],
    ['is empty', bytes([0xef, 0xbb, 0xbf], ' \r\n\t'), 'empty'],
  ])('refuses what is %s', (name, content, kind) => {
    expect(() => importTextFile(content, 'scene.txt')).toThrow(
      expect.objectContaining({ name: 'ImportError', kind, file: 'scene.txt', message: expect.stringContaining(name) }),
    );
  });

  it('makes a script of a book, licence left out', () => {
    const book =
      'Licence.\n*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nCHAPTER I\n\nIt was a\ndark night.\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***\nLicence.';
    expect(fromText(book)).toEqual({
      text: '## CHAPTER I\n\nIt was a dark night.\n',
      kind: 'prose',
      title: null,
      notices: [expect.stringContaining('licence')],
    });
    expect(() =>
      fromText('*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\n*** END OF THE PROJECT GUTENBERG EBOOK X ***'),
    ).toThrow(expect.objectContaining({ kind: 'empty' }));
  });

  it('fails only with an ImportError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (content) => {
        try {
          expect(importTextFile(content, 'x.txt').text.trim()).not.toBe('');
        } catch (error) {
          expect(error).toMatchObject({ name: 'ImportError' });
        }
      }),
    );
  });
});
