import { ImportError } from '@lectern/manuscript';
import { expect, it } from 'vitest';
import { importFaultText } from './script-project.ts';
import { commandLanguage, durationText, listed, t, tImport } from './words.ts';

it('counts with the right noun', () => {
  expect(t('plan.withService', { lines: 1 })).toMatch(/^1 line /);
  expect(t('plan.withService', { lines: 0 })).toMatch(/^0 lines /);
  expect(t('plan.toRender', { lines: 1, characters: 12_345 })).toMatch(/ 12,345 characters\.$/);
});

it('speaks the language of its option, of its variable, else of the system', () => {
  const system = { LC_ALL: '', LC_MESSAGES: 'de_DE.UTF-8', LANG: 'ja_JP.UTF-8' };
  expect(commandLanguage(['status', 'x'], system)).toBe('de');
  expect(commandLanguage(['status', 'x'], { ...system, LECTERN_LANGUAGE: 'ja' })).toBe('ja');
  expect(commandLanguage(['--language', 'en', 'status'], { ...system, LECTERN_LANGUAGE: 'ja' })).toBe('en');
  expect(commandLanguage(['--language=ja', 'status'], system)).toBe('ja');
  expect(commandLanguage(['--language'], system)).toBe('de');
  // The book's own language.
  expect(commandLanguage(['book', '--language', 'ja'], system)).toBe('de');
  expect(commandLanguage([], { LANG: 'C' })).toBe('en');
});

it('lists the first of very many names, and counts the others', () => {
  const names = Array.from({ length: 1_030 }, (_, at) => `R${at}`);
  expect(listed(names.slice(0, 3))).toBe('R0, R1, R2');
  expect(listed(names)).toMatch(/^R0, R1, .*, R29, 1,000 more$/);
});

it('says times for reading', () => {
  expect(durationText(999)).toBe('1 s');
  expect(durationText(59_400)).toBe('59 s');
  expect(durationText(185_000)).toBe('3 min 05 s');
  expect(durationText(7_800_000)).toBe('2 h 10 min');
});

it('says what was left out of a script, and what will not do in it', () => {
  const notices = [
    { kind: 'encoding', encoding: 'shift_jis' },
    { kind: 'damaged-characters', characters: 1 },
    { kind: 'licence', before: 4, after: 3, characters: 12_442 },
    { kind: 'title-page', rows: 1 },
    { kind: 'scene-breaks', breaks: 2 },
    { kind: 'silent-speeches', words: 'ANN: …', others: 0 },
    { kind: 'spoken-brackets', words: '[softly]', others: 0 },
    { kind: 'spoken-brackets', words: '[softly]', others: 1 },
  ] as const;
  expect(notices.map(tImport.notice)).toEqual([
    'The text is not UTF-8: it was read as Japanese (Shift_JIS); check accented letters and quotation marks.',
    'The text is UTF-8, but 1 damaged character was replaced by �.',
    'Left out the licence text around the book: 4 rows before it and 3 after it (12,442 characters).',
    'Left out the title page (1 row).',
    'Turned 2 scene breaks into longer pauses.',
    '“ANN: …” has no text to speak and will be silent. Add text, or a pause such as [pause 1s].',
    '“[softly]” will be read aloud. Put directions in round brackets to keep them silent.',
    '“[softly]” and 1 more in square brackets will be read aloud. Put directions in round brackets to keep them silent.',
  ]);
  expect(tImport.warning({ kind: 'odd-characters', characters: 2, codes: ['U+FFFD', 'U+0001'] })).toBe(
    'The text contains 2 unusual characters that no voice can speak (U+FFFD, U+0001).',
  );
  expect(tImport.warning({ kind: 'cut', paragraphs: 1, limit: 2_000 })).toBe(
    '1 paragraph exceeds the line limit (2,000 characters) and will be split between sentences.',
  );
});

it('says why a file can’t be imported', () => {
  const sentence = (fault: ImportError['problem']) => importFaultText(new ImportError(fault, '/scripts/play.txt'));
  expect(sentence({ kind: 'wrong-file', type: 'sevenzip' })).toBe(
    '“play.txt” is a 7-Zip archive. Unpack it and import the manuscript in it.',
  );
  expect(sentence({ kind: 'unread-extension', extension: '.celtx' })).toMatch(
    /^“play\.txt” has a type \(\.celtx\) that can't be imported; choose plain text \(\.txt, \.lectern-script, \.rpy, \.ssml\) or a document \(\.epub, .*\)\.$/,
  );
  expect(sentence({ kind: 'file-not-found' })).toBe('File “/scripts/play.txt” not found; check the name.');
  expect(sentence({ kind: 'file-unreadable', code: null })).toBe(
    "“/scripts/play.txt” can't be read (unknown error); check the drive and the name.",
  );
  expect(sentence({ kind: 'file-unreadable', code: 'EIO' })).toMatch(/can't be read \(EIO\);/);
});
