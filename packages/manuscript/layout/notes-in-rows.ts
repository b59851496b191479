// Notes that scripts set apart from words by the signs of programs and of transcripts, as directions in square brackets.
import { isMusicAlone } from './sounds-in-words.ts';

/** `/* cut *\/` and `<!-- cut -->`, over several rows as well. */
const COMMENT = /\/\*((?:(?!\*\/|\/\*).){0,2000})\*\/|<!--((?:(?!-->|<!--).){0,2000})-->/gsu;
/** `Come in. // louder`, to the end of the row. Words behind such a sign may be a verse, but for small letters. */
const COMMENT_LAST = /\/\/(?<=[.!?…:;)\]”"»*][ \t]{1,8}\/\/)[ \t]{0,4}((?:\p{Ll}|\p{Lu}{2})(?:(?!\/\/).){0,200})$/gmu;
/** `Come in. [[check this]]` */
const DOUBLE = /\[\[(?:(?<=\S[ \t]{0,8}\[\[)([^[\]\n]{1,300})\]\]|([^[\]\n]{1,300})\]\](?=[ \t]{0,8}\S))/gu;
/** `--pause--`; with blanks inside only alone in its row. `<break time="1s"/>`, `<pause>` */
const PAUSE_NAME = String.raw`((?:long |short )?(?:pause|beat)(?: \d{1,3}(?:[.,]\d{1,2})? ?m?s)?)`;
const BETWEEN_DASHES = String.raw`(?<![\p{L}\p{N}–—-])(?:--|—)${PAUSE_NAME}(?:--|—)(?![\p{L}\p{N}–—-])`;
const ALONE = String.raw`^[ \t]{0,40}[–—-]{1,3} ?${PAUSE_NAME} ?[–—-]{1,3}[ \t]{0,40}$`;
const PAUSE = new RegExp(String.raw`${BETWEEN_DASHES}|${ALONE}|<${PAUSE_NAME} ?\/?>`, 'gimu');
const BREAK = /<break(?: {1,4}time="(\d{1,4}(?:\.\d{1,3})?m?s)")?[^<>]{0,40}>(?:<\/break>)?/giu;
/** `#00:01:12-3#`, behind what was said, in transcripts of interviews. */
const TIME = /#(\d{1,2}:\d{2}:\d{2}(?:[-.,]\d{1,3})?)#/g;
/** `#line:0a1b`, at the end of rows of games. */
const TAG = /(?<=\S[ \t]{1,8})#([a-z]\w{0,20}:[\w-]{1,40})[ \t]{0,8}$/gm;
/** Comments below a text that was exported, each behind the letters that stand in the text. */
const REMARKED = /\[([a-z]{1,2})\](?<=\S[ \t]{0,4}\[[a-z]{1,2}\])/g;
const REMARK = /^\[([a-z]{1,2})\](?=\S)(.{0,1000})$/gmu;

/** A row behind notes of music, or between them. */
const TUNE = /^[ \t]{0,40}((?:[♪♫♬]|🎵|🎶)[♪♫♬🎵🎶 \t]{0,20}([^♪♫♬🎵🎶\n]{0,80})[♪♫♬🎵🎶 \t]{0,20})$/gmu;
const isHeard = (words: string): boolean =>
  words === '' || /^\([^()]*\)$|^\[[^[\]]*\]$/.test(words) || isMusicAlone(words);

const inBrackets = (note: string): string => {
  const words = note.replace(/\s+/g, ' ').trim().replaceAll('[', '(').replaceAll(']', ')');
  return words === '' ? '' : `[${words}]`;
};

/** A text whose notes to those who make it, pauses and tunes are directions. What may be sung or said stays as it is. */
export function withNotesInBrackets(text: string): string {
  const signs = new Set(Array.from(text.matchAll(REMARKED), ([, sign = '']) => sign));
  return text
    .replace(COMMENT, (_, program: string | undefined, page: string | undefined) => inBrackets(program ?? page ?? ''))
    .replace(COMMENT_LAST, (_, note: string) => inBrackets(note))
    .replace(DOUBLE, (_, behind: string | undefined, before: string | undefined) => inBrackets(behind ?? before ?? ''))
    .replace(PAUSE, (_, ...names: (string | undefined)[]) => `[${names.slice(0, 3).find((name) => name) ?? 'pause'}]`)
    .replace(BREAK, (_, length: string | undefined) => (length === undefined ? '[pause]' : `[pause ${length}]`))
    .replace(TIME, (_, time: string) => `[${time}]`)
    .replace(TAG, (_, tag: string) => inBrackets(tag))
    .replace(REMARK, (row: string, sign: string) => (signs.has(sign) ? inBrackets(row) : row))
    .replace(TUNE, (row: string, tune: string, words: string) => (isHeard(words.trim()) ? inBrackets(tune) : row));
}
