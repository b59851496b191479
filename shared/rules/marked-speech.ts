// While a request is being built, marks are encoded as private-use characters, so that pronunciation rules change
// only the words between the marks.
import { escapeMarkup, type Mark, markTags, spellWithSpaces } from '@lectern/tts-protocol';

/** Delimiters must touch a word, so `2 * 3`, `file_name` and `* * *` don't match. */
const EMPHASIS = /(?<![\p{L}\p{N}*_\\])(\*{1,3}|_{1,3})(?=[^\s*_])([^*_]{0,400}[^\s*_])\1(?![\p{L}\p{N}*_])/gu;
const SPELL_MARK = String.raw`\[spell(?:\s{1,4}out)?\s{0,4}:\s{0,4}([^[\]]{1,60}?)\s{0,4}\]`;
const SPELLING = new RegExp(String.raw`(?<!\\)${SPELL_MARK}`, 'giu');
const SPELLING_ALONE = new RegExp(`^${SPELL_MARK}$`, 'iu');
const ESCAPED = /\\(?=[*_]|\[spell)/gi;
const ANY = /[*_]|\[spell/i;

export const isSpelling = (group: string): boolean => SPELLING_ALONE.test(group);

export interface ScriptMark {
  readonly start: number;
  readonly end: number;
  readonly mark: 'emphasis' | 'spelling';
  readonly words: string;
}

export function scriptMarks(text: string): ScriptMark[] {
  if (!ANY.test(text)) return [];
  const spelled = Array.from(text.matchAll(SPELLING), ({ index, 0: whole, 1: words = '' }): ScriptMark => {
    return { mark: 'spelling', words, start: index, end: index + whole.length };
  });
  const isFree = (at: number, end: number): boolean => !spelled.some((one) => at < one.end && one.start < end);
  const stressed = Array.from(text.matchAll(EMPHASIS), ({ index, 0: whole, 2: words = '' }): ScriptMark => {
    return { mark: 'emphasis', words, start: index, end: index + whole.length };
  }).filter(({ start, end }) => isFree(start, end));
  return [...spelled, ...stressed].sort((a, b) => a.start - b.start);
}

export const withoutMarks = (text: string): string => replaceMarks(text, ({ words }) => words);

const STRESS_START = '\u{f0000}';
const STRESS_END = '\u{f0001}';
const SPELL_START = '\u{f0002}';
const PHONEMES_START = '\u{f0003}';
const PHONEMES_WORDS = '\u{f0004}';
const MARK_END = '\u{f0005}';
const FIRST_HIDDEN = 0x10_0000;

export const EMPHASIS_CODES = [STRESS_START, STRESS_END] as const;

const MARK_CODE = /[\u{f0000}-\u{f0005}]/u;
const MARK_CODES = /[\u{f0000}-\u{f0005}]+/gu;
const ALL_PRIVATE = /[\u{f0000}-\u{10ffff}]+/gu;

/** Hides words from pronunciation rules by mapping each character to a private-use character. */
const hide = (words: string): string =>
  Array.from(words.replace(/[\u{10000}-\u{10ffff}]/gu, ''), (character) =>
    String.fromCodePoint(FIRST_HIDDEN + character.charCodeAt(0)),
  ).join('');
const reveal = (characters: string): string =>
  Array.from(characters, (character) =>
    String.fromCharCode((character.codePointAt(0) ?? FIRST_HIDDEN) - FIRST_HIDDEN),
  ).join('');

export const encodeMarks = (text: string): string =>
  replaceMarks(text.replace(ALL_PRIVATE, ''), ({ mark, words }) =>
    mark === 'emphasis' ? `${STRESS_START}${words}${STRESS_END}` : `${SPELL_START}${hide(words)}${MARK_END}`,
  );

export const stripMarkCodes = (text: string): string => text.replace(MARK_CODES, '');

/** Encodes words with an IPA transcription. Voices without IPA support speak `words`. */
export const encodePhonemes = (words: string, ipa: string): string =>
  `${PHONEMES_START}${hide(ipa)}${PHONEMES_WORDS}${hide(words)}${MARK_END}`;

function replaceMarks(text: string, format: (mark: ScriptMark) => string): string {
  if (!ANY.test(text)) return text;
  let result = '';
  let position = 0;
  for (const mark of scriptMarks(text)) {
    result += text.slice(position, mark.start).replace(ESCAPED, '') + format(mark);
    position = mark.end;
  }
  return result + text.slice(position).replace(ESCAPED, '');
}

const HIDDEN = String.raw`([\u{100000}-\u{10ffff}]*)`;
const SPELLED = `${SPELL_START}${HIDDEN}${MARK_END}`;
const PHONEMES = `${PHONEMES_START}${HIDDEN}${PHONEMES_WORDS}${HIDDEN}${MARK_END}`;
const ENCODED_MARK = new RegExp(`${STRESS_START}|${STRESS_END}|${SPELLED}|${PHONEMES}`, 'gu');

interface MarkDecoder {
  readonly plain: (words: string) => string;
  readonly stress: readonly [start: string, end: string];
  readonly spelling: (words: string) => string;
  readonly phonemes: (words: string, ipa: string) => string;
}

function decode(text: string, format: MarkDecoder): string {
  let result = '';
  let position = 0;
  for (const { 0: whole, 1: spelled, 2: ipa, 3: words = '', index } of text.matchAll(ENCODED_MARK)) {
    result += format.plain(text.slice(position, index));
    position = index + whole.length;
    if (spelled !== undefined) result += format.spelling(reveal(spelled));
    else if (ipa !== undefined) result += format.phonemes(reveal(words), reveal(ipa));
    else result += format.stress[whole === STRESS_START ? 0 : 1];
  }
  return result + format.plain(text.slice(position));
}

export const wordsOf = (text: string): string =>
  MARK_CODE.test(text)
    ? decode(text, { plain: identity, stress: ['', ''], spelling: identity, phonemes: (words) => words })
    : text;

/** Formats an encoded text for display, with emphasis and spelling as in a script and IPA between slashes. */
export const formatMarks = (text: string): string =>
  MARK_CODE.test(text)
    ? decode(text, {
        plain: identity,
        stress: ['*', '*'],
        spelling: (words) => `[spell: ${words}]`,
        phonemes: (_, ipa) => `/${ipa}/`,
      })
    : text;

/** Removes marks that a voice doesn't support. Text to be spelled out is written as single letters instead. */
export function keepMarks(text: string, isSupported: (mark: Mark) => boolean): string {
  if (!MARK_CODE.test(text)) return text;
  return decode(text, {
    plain: identity,
    stress: isSupported('emphasis') ? [STRESS_START, STRESS_END] : ['', ''],
    spelling: (words) => (isSupported('spelling') ? `${SPELL_START}${hide(words)}${MARK_END}` : spellWithSpaces(words)),
    phonemes: (words, ipa) => (isSupported('phonemes') ? encodePhonemes(words, ipa) : words),
  });
}

export const hasMarks = (text: string): boolean => MARK_CODE.test(text);

/** Converts an encoded text to the local service's markup (`packages/tts-protocol/schemas/markup.ts`). */
export function toMarkup(text: string): string {
  const tagged = (mark: Mark, words: string, ipa?: string): string => {
    const [start, end] = markTags(mark, ipa);
    return `${start}${escapeMarkup(words)}${end}`;
  };
  return decode(text, {
    plain: escapeMarkup,
    stress: markTags('emphasis'),
    spelling: (words) => tagged('spelling', words),
    phonemes: (words, ipa) => tagged('phonemes', words, ipa),
  });
}

function identity(words: string): string {
  return words;
}
