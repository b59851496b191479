import { encloseInBrackets } from '../../../shared/rules/brackets.ts';
import { isAbbreviated } from '../../../shared/rules/text-boundaries.ts';
import { wordAlternation, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isSoundName, isSoundRow } from './layout-directions.ts';
import { pattern } from './patterns.ts';

const SOUND_LABEL = '(?:SFX|FX|F/X|BGM|SOUND(?: EFFECT)?|MUSIC|ATMOS|GRAMS)[:：] {0,4}(?=\\S)';
const BEFORE_SOUND = pattern`(?<=^|[.!?…)\]"”»*]\s{1,4})(?=${SOUND_LABEL})`;
const LEADING_SOUND = pattern`^${SOUND_LABEL}`;
/** Labels that never begin a speech. */
const LEADING_EFFECT = /^(?:SFX|FX|F\/X|BGM)/;
const BRACKET = /[()[\]{}]/;
/** `SFX: (door)` */
const WHOLE_BRACKET = /^(?:\([^()]*\)|\[[^[\]]*\])/;
const SENTENCE_END = /(?<=[.!?…]["”»]?)(?=\s)/;

const SQUARE_BRACKETS = /(?<!\\)\[([^[\]\n]{1,80})\]/g;

/**
 * Brackets in narration are spoken, so sound cues are moved to separate paragraphs: `It rained. [SFX: thunder] She
 * ran.`
 */
export function separateCues(words: string): string {
  const isCueInside = (inside: string): boolean => isSoundRow(inside) || isSoundName(inside.trim().toUpperCase());
  const parted = words.replace(SQUARE_BRACKETS, (cue, inside: string) =>
    isCueInside(inside) ? `\n\n${cue}\n\n` : cue,
  );
  return parted.replace(/(?<!\s)\s*\n\n\s*/g, '\n\n').trim();
}

/** `Come in. SFX: door slams.` */
export function silenceSoundCues(row: string): string {
  const inCapitals = !/\p{Ll}/u.test(row);
  return row
    .split(BEFORE_SOUND)
    .map((part) => silenceSounds(part, inCapitals))
    .join('');
}

function silenceSounds(part: string, inCapitals: boolean): string {
  const [head = ''] = LEADING_SOUND.exec(part) ?? [];
  const rest = part.slice(head.length);
  const [whole] = WHOLE_BRACKET.exec(rest) ?? [];
  const bracket = rest.search(BRACKET);
  if (head === '' || (bracket === 0 && whole === undefined)) return part;
  const sound = whole ?? soundIn((bracket < 0 ? rest : rest.slice(0, bracket)).trimEnd());
  // In uppercase text, `MUSIC:` may be a spoken word.
  if (inCapitals && !LEADING_EFFECT.test(head) && !isCue(sound)) return part;
  return encloseInBrackets(head + sound) + rest.slice(sound.length);
}

/** Returns the first sentence, or all sentences if the others are sounds as well. */
function soundIn(words: string): string {
  const [first = words, ...others] = sentencesIn(words);
  return others.length > 0 && others.every(isSoundNote) ? words : first;
}

function sentencesIn(words: string): string[] {
  const sentences: string[] = [];
  for (const part of words.split(SENTENCE_END)) {
    const last = sentences.at(-1) ?? '';
    const isOne = last.endsWith('.') && continuesSentence(last, part.trimStart());
    sentences.splice(isOne ? -1 : sentences.length, 1, isOne ? last + part : part);
  }
  return sentences;
}

const NAME_ABBREVIATION = pattern`\b${wordAlternation('abbreviations-behind-names')}\.$`;
/** `in G.` */
const KEY = /\bin \p{Lu}\.$/u;
/** Abbreviations such as `MR.` and `ST.`, which can't be ordinary words. */
const VOWELLESS_ABBREVIATION = /\b(\p{Lu})([B-DF-HJ-NP-TV-XZ]{1,4})\.$/u;

/** Ambiguous abbreviations: `etc. Come in.` and `Acme Ltd. Come in.` may each be two sentences. */
function continuesSentence(before: string, after: string): boolean {
  const text = before.replace(
    VOWELLESS_ABBREVIATION,
    (_, first: string, rest: string) => `${first + rest.toLowerCase()}.`,
  );
  if (!isAbbreviated(text, after) || !/^\p{Lu}/u.test(after)) return isAbbreviated(text, after);
  return /\b\p{Lu}\p{L}{0,7}\.$/u.test(text) && !NAME_ABBREVIATION.test(text) && !KEY.test(text);
}

/** `Footsteps.`, `Distant laughter.` */
const NOISES = wordSet('noises');
/** `Door opens.`, `Music fades out.` */
const SOUNDING_THING = pattern`(?:^| )${wordAlternation('sounding-things')}s? \p{Ll}{2,12}s(?= |$)`;
const SENTENCE_WORDS = wordSet('sentence-words');
const MAX_WORDS = 5;

function isSoundNote(sentence: string): boolean {
  const words = noteWords(sentence);
  return words.some((word) => NOISES.has(word)) || SOUNDING_THING.test(words.join(' '));
}

/** Returns an empty list if the sentence may be spoken. */
function noteWords(sentence: string): string[] {
  const bare = sentence.trim().toLowerCase().replace(/\.$/, '');
  if (/[^\p{L}\p{M} -]/u.test(bare) || bare.split(' ').some((word) => SENTENCE_WORDS.has(word))) return [];
  const words = bare.split(/[ -]+/);
  return words.length <= MAX_WORDS ? words : [];
}

/** `theme music`, `Titelmusik` */
const MUSIC_WORDS = wordSet('tunes');

/** `静かな音楽`, in scripts without spaces between words */
const EAST_ASIAN_MUSIC = pattern`^[\p{Lo}ー]{0,12}${wordAlternation('tunes')}$`;

export const isMusicAlone = (words: string): boolean =>
  noteWords(words).some((word) => MUSIC_WORDS.has(word)) || EAST_ASIAN_MUSIC.test(words.trim());

/** `UP AND UNDER`, `SWELLS` */
const MUSIC_CUE = pattern`^${wordAlternation('played-words')}(?!\p{L})`;

const isCue = (words: string): boolean => MUSIC_CUE.test(words) || isSoundNote(words);
