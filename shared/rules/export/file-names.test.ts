import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import {
  createTruncationCheck,
  DEFAULT_TEMPLATE,
  type FileNameFields,
  FileNameTemplateError,
  formatFileName,
  MAX_NAME_BYTES,
  NAME_FIELDS,
  nameKey,
  numberedName,
  uniqueNames,
  validateTemplate,
} from './file-names.ts';

const FIELDS: FileNameFields = {
  project: 'Earnest',
  chapter: 1,
  chapters: 3,
  chapterTitle: 'Act I',
  line: 12,
  lines: 1500,
  lineInChapter: 7,
  linesInChapter: 400,
  id: 42,
  roles: ['ALGERNON'],
  text: 'Did you hear what I was playing, Lane?',
  take: 9,
  extension: 'wav',
};

/** The name that a text alone gives. */
function named(text: string): string {
  return formatFileName('{role}', { ...FIELDS, roles: [text] });
}

describe('formatFileName', () => {
  it('fills the fields, with numbers as wide as the script needs', () => {
    expect(formatFileName(DEFAULT_TEMPLATE, FIELDS)).toBe('01-007-ALGERNON-Did you hear what I was.wav');
    expect(formatFileName('{project}/{chapter} {chapter_title}/{line_in_chapter} {id} {take}', FIELDS)).toBe(
      'Earnest/01 Act I/007 000042 9.wav',
    );
    expect(formatFileName('{role}', { ...FIELDS, roles: ['ALGERNON', 'LANE'], extension: 'mp3' })).toBe(
      'ALGERNON+LANE.mp3',
    );
  });

  it('leaves no holes where a field is empty', () => {
    expect(formatFileName(DEFAULT_TEMPLATE, { ...FIELDS, roles: [], text: '' })).toBe('01-007.wav');
    expect(formatFileName('{chapter_title}/{line}', { ...FIELDS, chapterTitle: null })).toBe('_/0012.wav');
  });

  it('begins the words with a word, and leaves no quotation mark, dash or dot at their ends', () => {
    const words = (text: string): string => formatFileName('{words}', { ...FIELDS, text });
    expect(words('“Curiouser and curiouser!”')).toBe('Curiouser and curiouser.wav');
    expect(words('‘Come, there’s no use in crying')).toBe('Come, there’s no use in crying.wav');
    expect(words('—Sí—dijo.')).toBe('Sí—dijo.wav');
    expect(words('… and then…')).toBe('and then.wav');
    expect(words('“…!” —')).toBe('_.wav');
  });

  it('takes the first words, 30 characters at most, and no comma behind them', () => {
    const words = (text: string): string => formatFileName('{words}', { ...FIELDS, text });
    expect(words('Well, Jack, that is exactly what I said.')).toBe('Well, Jack, that is exactly.wav');
    expect(words('Abcdefghij klmnopqrst uvwxyza, cdef')).toBe('Abcdefghij klmnopqrst uvwxyza.wav');
    expect(words('吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。')).toBe(
      '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつ.wav',
    );
  });

  it('makes no folder, hidden file or option of a text', () => {
    expect(named('AC/DC: a\\b|c')).toBe('AC-DC- a-b-c.wav');
    expect(named('../../etc/passwd')).toBe('etc-passwd.wav');
    expect(named('.hidden')).toBe('hidden.wav');
    expect(named('-rf')).toBe('rf.wav');
    expect(named('~root')).toBe('root.wav');
    expect(named('wait...')).toBe('wait.wav');
    expect(named('a..b')).toBe('a.b.wav');
    expect(named('<what> "is" this?*')).toBe('what is this.wav');
    expect(named('one\ntwo\u0007\tthree\u00a0four')).toBe('one two three four.wav');
  });

  it('avoids the names of devices', () => {
    for (const name of ['CON', 'nul', 'Com1', 'LPT9', 'aux.tar', 'COM¹', 'PRN ']) {
      expect(named(name)).toBe(`_${name.trim()}.wav`);
    }
    expect(named('CONSOLE')).toBe('CONSOLE.wav');
    expect(formatFileName('con/{line}', FIELDS)).toBe('_con/0012.wav');
  });

  it('keeps every language and emoji, and takes out what turns directions or can’t be seen', () => {
    expect(named('مرحبا بالعالم')).toBe('مرحبا بالعالم.wav');
    expect(named('नमस्ते 你好 ไทย')).toBe('नमस्ते 你好 ไทย.wav');
    expect(named('family 👨‍👩‍👧 ❤️')).toBe('family 👨‍👩‍👧 ❤️.wav');
    expect(named('a\u202eb\u200bc\u2066d\ufeffe\u200df\u00adg')).toBe('abcdefg.wav');
    expect(named('e\u0301')).toBe('\u00e9.wav');
    expect(named('\ud800x')).not.toMatch(/\p{Cs}/u);
    expect(named('\u200b\u3164')).toBe('_.wav');
  });

  it('cuts long names between graphemes', () => {
    const name = named('👨‍👩‍👧'.repeat(30));
    expect(name).toBe(`${'👨‍👩‍👧'.repeat(10)}.wav`);
    expect(named(`a${'\u0300'.repeat(500)}`)).toBe('_.wav');
  });
});

describe('validateTemplate', () => {
  it('takes every field', () => {
    validateTemplate(NAME_FIELDS.map((field) => `{${field}}`).join('-'));
    validateTemplate('{project}/{chapter}/{line}');
  });

  it.each([
    ['{lin}-{role}', { kind: 'unknown-field', field: 'lin' }],
    ['{Line}', { kind: 'unknown-field', field: 'Line' }],
    ['{}', { kind: 'unknown-field', field: '' }],
    ['', { kind: 'empty' }],
    ['{line', { kind: 'lone-bracket' }],
    ['a\\{line}', { kind: 'backslash' }],
    ['/{line}', { kind: 'nameless-part' }],
    ['a//{line}', { kind: 'nameless-part' }],
    ['{line}/', { kind: 'nameless-part' }],
    ['../{line}', { kind: 'leaves-folder' }],
    ['./{line}', { kind: 'leaves-folder' }],
    ['a/b/c/d/e/f/{line}', { kind: 'too-deep', most: 5 }],
  ])('refuses “%s”: %o', (template, problem) => {
    expect(() => validateTemplate(template)).toThrow(FileNameTemplateError);
    expect(() => validateTemplate(template)).toThrow(expect.objectContaining({ problem }));
    expect(() => formatFileName(template, FIELDS)).toThrow(expect.objectContaining({ problem }));
  });

  it.each([
    ['{line}-{lnie}-{role}', '{lnie}'],
    ['{line}-{role', '{'],
    ['a}b{line}', '}'],
    ['{role}\\{line}', '\\'],
    ['a/../{line}', '..'],
    ['{chapter}//{line}', '/'],
    ['/{line}', '/'],
    ['{line}/', '/'],
    ['a/b/c/d/e/f/{line}', '{line}'],
  ])('says where %s is wrong', (template, wrong) => {
    let place = { from: 0, to: 0 };
    try {
      validateTemplate(template);
    } catch (error) {
      if (error instanceof FileNameTemplateError) place = error.place;
    }
    expect(template.slice(place.from, place.to)).toBe(wrong);
  });
});

describe('nameIsCut', () => {
  const long = 'x'.repeat(400);

  it('tells a name that does not fit from one that does, be it its folder’s', () => {
    expect(createTruncationCheck('{role}-{line}')(FIELDS)).toBe(false);
    expect(createTruncationCheck('{role}')({ ...FIELDS, roles: [long] })).toBe(true);
    expect(createTruncationCheck('{chapter_title}/{line}')({ ...FIELDS, chapterTitle: long })).toBe(true);
    expect(createTruncationCheck('{role}')({ ...FIELDS, roles: [` ${'?'.repeat(400)}a`] })).toBe(false);
  });

  it('is false exactly where the name is what it would be without a limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 180, max: 220 }), (length) => {
        const fields = { ...FIELDS, roles: ['x'.repeat(length)] };
        expect(createTruncationCheck('{role}')(fields)).toBe(
          formatFileName('{role}', fields) !== `${'x'.repeat(length)}.wav`,
        );
      }),
    );
  });
});

describe('uniqueNames', () => {
  it('numbers names that a file system takes for the same', () => {
    expect(uniqueNames(['a.wav', 'b.wav', 'A.wav', 'a.WAV'])).toEqual(['a.wav', 'b.wav', 'A (2).wav', 'a (3).WAV']);
    expect(uniqueNames(['\u00e9.wav', 'e\u0301.wav'])).toEqual(['\u00e9.wav', 'e\u0301 (2).wav']);
    expect(uniqueNames(['stra\u00dfe.wav', 'STRASSE.wav'])[1]).toBe('STRASSE (2).wav');
    expect(uniqueNames(['1/a.wav', '2/a.wav', '1/A.wav'])).toEqual(['1/a.wav', '2/a.wav', '1/A (2).wav']);
  });

  it('avoids a number that a later name has, and what is taken', () => {
    expect(uniqueNames(['a.wav', 'a.wav', 'a (2).wav'])).toEqual(['a.wav', 'a (2).wav', 'a (2) (2).wav']);
    expect(uniqueNames(['a.wav', 'b.wav'], (name) => name === 'a.wav' || name === 'a (2).wav')).toEqual([
      'a (3).wav',
      'b.wav',
    ]);
  });

  it('gives each name the lowest number that is free', () => {
    const stem = 'x'.repeat(MAX_NAME_BYTES - 8);
    const name = fc.oneof(
      fc.constantFrom('a.wav', 'A.wav', 'a (2).wav', 'a (10).wav', 'b/a.wav', 'a'),
      fc.stringMatching(/^[ab]{1,6}$/).map((end) => `${stem}${end}.wav`),
    );
    fc.assert(
      fc.property(fc.array(name, { maxLength: 40 }), fc.constantFrom('a (2).wav', 'a (9).wav', ''), (names, taken) => {
        const isTaken = (one: string) => nameKey(one) === taken;
        const used = new Set<string>();
        const expected = names.map((wanted) => {
          let unique = wanted;
          for (let number = 2; used.has(nameKey(unique)) || isTaken(unique); number += 1) {
            unique = numberedName(wanted, number);
          }
          used.add(nameKey(unique));
          return unique;
        });
        expect(uniqueNames(names, isTaken)).toEqual(expected);
      }),
      { numRuns: rounds(500) },
    );
  });

  it('stays quick for very many equal names', () => {
    const names = uniqueNames(Array.from({ length: 20_000 }, () => 'Yes, sir.wav'));
    expect(new Set(names).size).toBe(20_000);
  });
});

describe('names of exported files, whatever the script says', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '.',
          '..',
          ' ',
          '/',
          '\\',
          '-',
          'CON',
          'nul',
          '\u202e',
          '\u200d',
          '\u0301',
          '👩',
          '\ud800',
          ':',
          '~',
        ),
      )
      .map((parts) => parts.join('')),
  );

  it('are valid everywhere, and unique', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyText, anyText, anyText), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(
          '{words}',
          '{role}/{words}',
          '{chapter_title}-{role}',
          'x{project}y/{chapter_title}',
          DEFAULT_TEMPLATE,
        ),
        (lines, template) => {
          const names = uniqueNames(
            lines.map(([role, text, title]) =>
              formatFileName(template, { ...FIELDS, roles: [role], text, chapterTitle: title, project: title }),
            ),
          );
          expect(new Set(names.map(nameKey)).size).toBe(names.length);
          for (const name of names) {
            expect(name.endsWith('.wav')).toBe(true);
            const parts = name.split('/');
            expect(parts).toHaveLength(template.split('/').length);
            for (const part of parts) {
              expect(part.isWellFormed()).toBe(true);
              expect(part).not.toMatch(/[<>:"\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\u200e\u200f]/u);
              expect(part).not.toMatch(/^[\s.~-]|[\s.]$|\.\./u);
              expect(part).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)\s*(?:\.|$)/i);
              expect(new TextEncoder().encode(part).length).toBeLessThanOrEqual(MAX_NAME_BYTES);
            }
          }
        },
      ),
      { numRuns: rounds(500) },
    );
  });
});
