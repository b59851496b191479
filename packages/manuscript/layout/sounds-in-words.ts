// Sounds that stand among the words of a speech without brackets (`Come in. SFX: door slams.`), or among the narrator's in them.
import { bracketed } from '../../../shared/rules/brackets.ts';
import { isAbbreviated } from '../../../shared/rules/text-boundaries.ts';
import { wordPattern, wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isSoundName, isSoundRow } from './layout-directions.ts';

/** What begins a sound, behind a sentence or a bracket. */
const HEAD = /(?<=^|[.!?…)\]"”»*]\s{1,4})(?:(SFX|FX|F\/X|BGM)|SOUND(?: EFFECT)?|MUSIC|ATMOS|GRAMS)[:：] {0,4}(?=\S)/gu;
const BRACKET = /[()[\]{}]/;
/** `SFX: (door)` */
const WHOLE_BRACKET = /^(?:\([^()]*\)|\[[^[\]]*\])/;
const SENTENCE_END = /[.!?…]["”»]?(?=\s|$)/g;

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
  const heads = [...row.matchAll(HEAD)];
  const inCapitals = heads.length > 0 && !/\p{Ll}/u.test(row);
  let written = '';
  let done = 0;
  for (const [index, head] of heads.entries()) {
    const start = head.index + head[0].length;
    const next = heads[index + 1]?.index ?? row.length;
    const [whole] = WHOLE_BRACKET.exec(row.slice(start, next)) ?? [];
    const bracket = row.slice(start, next).search(BRACKET);
    if (bracket === 0 && whole === undefined) continue;
    const words = row.slice(start, bracket < 0 ? next : start + bracket).trimEnd();
    const end = whole?.length ?? soundEnd(words);
    // Among capitals `MUSIC:` may be a word.
    if (inCapitals && head[1] === undefined && !isCue(words.slice(0, end))) continue;
    written += row.slice(done, head.index) + bracketed(row.slice(head.index, start + end));
    done = start + end;
  }
  return written + row.slice(done);
}

/** Where a sound ends in its words: with its sentence, or with the last where all others are sounds, too. */
function soundEnd(words: string): number {
  const sentences = sentencesIn(words);
  const [first = words, ...others] = sentences;
  return others.length > 0 && others.every(isSoundAlone) ? words.length : first.length;
}

/** Each ends at a full stop or the like that white space follows, whatever letter comes next. */
function sentencesIn(words: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of words.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && goesOn(words.slice(start, end), words.slice(end).trimStart())) continue;
    sentences.push(words.slice(start, end));
    start = end;
  }
  if (start < words.length) sentences.push(words.slice(start));
  return sentences;
}

/** Abbreviations that names end with rather than begin. */
const BEHIND_NAMES = wordPattern(String.raw`\b`, 'abbreviations-behind-names', String.raw`\.$`, '');
/** `in G.` */
const KEY = /\bin \p{Lu}\.$/u;
/** Abbreviations that can be no words: `MR.`, `ST.` */
const WITHOUT_VOWELS = /\b(\p{Lu})([B-DF-HJ-NP-TV-XZ]{1,4})\.$/u;

/** Whether a full stop is one of an abbreviation amid a sentence. `etc. Come in.` and `Acme Ltd. Come in.` may be two. */
function goesOn(before: string, after: string): boolean {
  if (after === '') return false;
  const text = before.replace(WITHOUT_VOWELS, (_, first: string, rest: string) => `${first + rest.toLowerCase()}.`);
  if (!isAbbreviated(text, after)) return false;
  if (!/^\p{Lu}/u.test(after)) return true;
  return /\b\p{Lu}\p{L}{0,7}\.$/u.test(text) && !BEHIND_NAMES.test(text) && !KEY.test(text);
}

/** Noises that a script names without a sentence: `Footsteps.`, `Distant laughter.` */
const NOISES = wordSet('noises');
/** Things whose noises are told so: `Door opens.`, `Music fades out.` */
const THING = wordPattern('(?:^| )', 'sounding-things', String.raw`s? \p{Ll}{2,12}s(?= |$)`, 'u');
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
const PLAYED = wordPattern('^', 'played-words', String.raw`(?!\p{L})`, 'u');

/** Whether words in capitals behind `MUSIC:` say what is heard. */
const isCue = (words: string): boolean => PLAYED.test(words) || isSoundAlone(words);
