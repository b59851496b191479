// While a request is being built, marks are private-use characters, so that pronunciation rules change only the words
// between them.
import { escapeMarkup, lettersApart, type Mark, markTags } from '@lectern/tts-protocol';

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

export const withoutMarks = (text: string): string => marked(text, ({ words }) => words);

const STRESS_START = '\u{f0000}';
const STRESS_END = '\u{f0001}';
const SPELL_START = '\u{f0002}';
const PHONEMES_START = '\u{f0003}';
const PHONEMES_WORDS = '\u{f0004}';
const MARK_END = '\u{f0005}';
const FIRST_SIGN = 0x10_0000;

export const EMPHASIS_SIGNS = [STRESS_START, STRESS_END] as const;

const CARRIER = /[\u{f0000}-\u{f0005}]/u;
const CARRIERS = /[\u{f0000}-\u{f0005}]+/gu;
const ALL_PRIVATE = /[\u{f0000}-\u{10ffff}]+/gu;

/** Hides words from pronunciation rules by mapping each character to a private-use character. */
const hidden = (words: string): string =>
  Array.from(words.replace(/[\u{10000}-\u{10ffff}]/gu, ''), (sign) =>
    String.fromCodePoint(FIRST_SIGN + sign.charCodeAt(0)),
  ).join('');
const shown = (signs: string): string =>
  Array.from(signs, (sign) => String.fromCharCode((sign.codePointAt(0) ?? FIRST_SIGN) - FIRST_SIGN)).join('');

export const carryingMarks = (text: string): string =>
  marked(text.replace(ALL_PRIVATE, ''), ({ mark, words }) =>
    mark === 'emphasis' ? `${STRESS_START}${words}${STRESS_END}` : `${SPELL_START}${hidden(words)}${MARK_END}`,
  );

export const withoutCarriers = (text: string): string => text.replace(CARRIERS, '');

/** Encodes words with an IPA transcription. Voices without IPA support speak `words`. */
export const carryingPhonemes = (words: string, ipa: string): string =>
  `${PHONEMES_START}${hidden(ipa)}${PHONEMES_WORDS}${hidden(words)}${MARK_END}`;

function marked(text: string, put: (mark: ScriptMark) => string): string {
  if (!ANY.test(text)) return text;
  let made = '';
  let position = 0;
  for (const mark of scriptMarks(text)) {
    made += text.slice(position, mark.start).replace(ESCAPED, '') + put(mark);
    position = mark.end;
  }
  return made + text.slice(position).replace(ESCAPED, '');
}

const HIDDEN = String.raw`([\u{100000}-\u{10ffff}]*)`;
const SPELLED = `${SPELL_START}${HIDDEN}${MARK_END}`;
const PHONEMES = `${PHONEMES_START}${HIDDEN}${PHONEMES_WORDS}${HIDDEN}${MARK_END}`;
const CARRIED = new RegExp(`${STRESS_START}|${STRESS_END}|${SPELLED}|${PHONEMES}`, 'gu');

interface CarriedWords {
  readonly plain: (words: string) => string;
  readonly stress: readonly [start: string, end: string];
  readonly spelling: (words: string) => string;
  readonly phonemes: (words: string, ipa: string) => string;
}

function uncarried(text: string, put: CarriedWords): string {
  let made = '';
  let position = 0;
  for (const { 0: whole, 1: spelled, 2: ipa, 3: words = '', index } of text.matchAll(CARRIED)) {
    made += put.plain(text.slice(position, index));
    position = index + whole.length;
    if (spelled !== undefined) made += put.spelling(shown(spelled));
    else if (ipa !== undefined) made += put.phonemes(shown(words), shown(ipa));
    else made += put.stress[whole === STRESS_START ? 0 : 1];
  }
  return made + put.plain(text.slice(position));
}

export const wordsOf = (text: string): string =>
  CARRIER.test(text)
    ? uncarried(text, { plain: same, stress: ['', ''], spelling: same, phonemes: (words) => words })
    : text;

/** Formats an encoded text for display, with emphasis and spelling as in a script and IPA between slashes. */
export const readableMarks = (text: string): string =>
  CARRIER.test(text)
    ? uncarried(text, {
        plain: same,
        stress: ['*', '*'],
        spelling: (words) => `[spell: ${words}]`,
        phonemes: (_, ipa) => `/${ipa}/`,
      })
    : text;

/** Removes marks that a voice doesn't support. Text to be spelled out is separated into single letters instead. */
export function marksThat(text: string, takes: (mark: Mark) => boolean): string {
  if (!CARRIER.test(text)) return text;
  return uncarried(text, {
    plain: same,
    stress: takes('emphasis') ? [STRESS_START, STRESS_END] : ['', ''],
    spelling: (words) => (takes('spelling') ? `${SPELL_START}${hidden(words)}${MARK_END}` : lettersApart(words)),
    phonemes: (words, ipa) => (takes('phonemes') ? carryingPhonemes(words, ipa) : words),
  });
}

export const carriesMarks = (text: string): boolean => CARRIER.test(text);

/** Converts an encoded text to the local service's markup (`packages/tts-protocol/schemas/markup.ts`). */
export function asMarkup(text: string): string {
  const within = (mark: Mark, words: string, ipa?: string): string => {
    const [start, end] = markTags(mark, ipa);
    return `${start}${escapeMarkup(words)}${end}`;
  };
  return uncarried(text, {
    plain: escapeMarkup,
    stress: markTags('emphasis'),
    spelling: (words) => within('spelling', words),
    phonemes: (words, ipa) => within('phonemes', words, ipa),
  });
}

function same(words: string): string {
  return words;
}
