// Sounds that stand among the words of a speech without brackets (`Come in. SFX: door slams.`), or among the narrator's in them.
import { bracketed } from '../../../shared/rules/brackets.ts';
import { isAbbreviated } from '../../../shared/rules/text-boundaries.ts';
import { anyWordOf, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isSoundName, isSoundRow } from './layout-directions.ts';
import { pattern } from './patterns.ts';

/** What begins a sound, behind a sentence or a bracket. */
const NAME = '(?:SFX|FX|F/X|BGM|SOUND(?: EFFECT)?|MUSIC|ATMOS|GRAMS)[:：] {0,4}(?=\\S)';
const BEFORE_SOUND = pattern`(?<=^|[.!?…)\]"”»*]\s{1,4})(?=${NAME})`;
const SOUND_FIRST = pattern`^${NAME}`;
/** Of these, what is not a word. */
const EFFECT_FIRST = /^(?:SFX|FX|F\/X|BGM)/;
const BRACKET = /[()[\]{}]/;
/** `SFX: (door)` */
const WHOLE_BRACKET = /^(?:\([^()]*\)|\[[^[\]]*\])/;
const SENTENCE_END = /(?<=[.!?…]["”»]?)(?=\s)/;

const SQUARE = /(?<!\\)\[([^[\]\n]{1,80})\]/g;

/**
 * The narrator's words, in whose paragraphs brackets are spoken, with the sounds in square brackets as paragraphs of their own:
 * `It rained. [SFX: thunder] She ran.`
 */
export function withCuesApart(words: string): string {
  return words
    .replace(SQUARE, (cue: string, inside: string) =>
      isSoundRow(inside) || isSoundName(inside.trim().toUpperCase()) ? `\n\n${cue}\n\n` : cue,
    )
    .split('\n\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A row of a speech, with the sounds that it names without brackets as directions. */
export function withSilentSounds(row: string): string {
  const inCapitals = !/\p{Ll}/u.test(row);
  return row
    .split(BEFORE_SOUND)
    .map((part) => withSilentSound(part, inCapitals))
    .join('');
}

/** A part of a row, with the sound that it may begin with as a direction. */
function withSilentSound(part: string, inCapitals: boolean): string {
  const [head = ''] = SOUND_FIRST.exec(part) ?? [];
  const rest = part.slice(head.length);
  const [whole] = WHOLE_BRACKET.exec(rest) ?? [];
  const bracket = rest.search(BRACKET);
  if (head === '' || (bracket === 0 && whole === undefined)) return part;
  const sound = whole ?? soundIn((bracket < 0 ? rest : rest.slice(0, bracket)).trimEnd());
  // Among capitals `MUSIC:` may be a word.
  if (inCapitals && !EFFECT_FIRST.test(head) && !isCue(sound)) return part;
  return bracketed(head + sound) + rest.slice(sound.length);
}

/** The sound that words begin with: their first sentence, or all where the others are nothing but sounds, too. */
function soundIn(words: string): string {
  const [first = words, ...others] = sentencesIn(words);
  return others.length > 0 && others.every(isSoundAlone) ? words : first;
}

/** Each ends at a full stop or the like that white space follows, whatever letter comes next. */
function sentencesIn(words: string): string[] {
  const sentences: string[] = [];
  for (const part of words.split(SENTENCE_END)) {
    const last = sentences.at(-1) ?? '';
    const isOne = last.endsWith('.') && goesOn(last, part.trimStart());
    sentences.splice(isOne ? -1 : sentences.length, 1, isOne ? last + part : part);
  }
  return sentences;
}

/** Abbreviations that names end with rather than begin. */
const BEHIND_NAMES = pattern`\b${anyWordOf('abbreviations-behind-names')}\.$`;
/** `in G.` */
const KEY = /\bin \p{Lu}\.$/u;
/** Abbreviations that can be no words: `MR.`, `ST.` */
const WITHOUT_VOWELS = /\b(\p{Lu})([B-DF-HJ-NP-TV-XZ]{1,4})\.$/u;

/** Whether a full stop is one of an abbreviation amid a sentence. `etc. Come in.` and `Acme Ltd. Come in.` may be two. */
function goesOn(before: string, after: string): boolean {
  const text = before.replace(WITHOUT_VOWELS, (_, first: string, rest: string) => `${first + rest.toLowerCase()}.`);
  if (!isAbbreviated(text, after) || !/^\p{Lu}/u.test(after)) return isAbbreviated(text, after);
  return /\b\p{Lu}\p{L}{0,7}\.$/u.test(text) && !BEHIND_NAMES.test(text) && !KEY.test(text);
}

/** Noises that a script names without a sentence: `Footsteps.`, `Distant laughter.` */
const NOISES = wordSet('noises');
/** Things whose noises are told so: `Door opens.`, `Music fades out.` */
const THING = pattern`(?:^| )${anyWordOf('sounding-things')}s? \p{Ll}{2,12}s(?= |$)`;
/** Words of sentences, which no note of a sound has. */
const SENTENCE_WORDS = wordSet('sentence-words');
const MOST_WORDS = 5;

/** Whether a sentence is nothing but a noise: few words without those that any other sentence has. */
function isSoundAlone(sentence: string): boolean {
  const words = wordsOfANote(sentence);
  return words.some((word) => NOISES.has(word)) || THING.test(words.join(' '));
}

/** The words of a note, in small letters; none where a sentence may be said. */
function wordsOfANote(sentence: string): string[] {
  const bare = sentence.trim().toLowerCase().replace(/\.$/, '');
  if (/[^\p{L}\p{M} -]/u.test(bare) || bare.split(' ').some((word) => SENTENCE_WORDS.has(word))) return [];
  const words = bare.split(/[ -]+/);
  return words.length <= MOST_WORDS ? words : [];
}

/** What is played: `theme music`, `Titelmusik`. */
const TUNES = wordSet('tunes');

/** Whether words say that music is heard, and nothing that is sung. */
export const isMusicAlone = (words: string): boolean => wordsOfANote(words).some((word) => TUNES.has(word));

/** `UP AND UNDER`, `SWELLS` */
const PLAYED = pattern`^${anyWordOf('played-words')}(?!\p{L})`;

/** Whether words in capitals behind `MUSIC:` say what is heard. */
const isCue = (words: string): boolean => PLAYED.test(words) || isSoundAlone(words);
