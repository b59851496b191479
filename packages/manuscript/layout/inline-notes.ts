import { withFlags } from './patterns.ts';
import { isMusicAlone } from './sounds-in-words.ts';

/** `pause`, `long pause`, `beat 2s` */
const PAUSE = String.raw`((?:long |short )?(?:pause|beat)(?: \d{1,3}(?:[.,]\d{1,2})? ?m?s)?)`;

/** In each pattern, the first group that matched contains the note's text. */
const NOTE_FORMS: readonly RegExp[] = [
  // `/* cut */` and `<!-- cut -->`, even across lines
  /\/\*((?:(?!\*\/|\/\*).){0,2000})\*\/|<!--((?:(?!-->|<!--).){0,2000})-->/gsu,
  // `Come in. // louder`. Capitalised words after `//` may be a line of verse.
  /\/\/(?<=[.!?…:;)\]”"»*][ \t]{1,8}\/\/)[ \t]{0,4}((?:\p{Ll}|\p{Lu}{2})(?:(?!\/\/).){0,200})$/gmu,
  // `Come in. [[check this]]`
  /\[\[(?:(?<=\S[ \t]{0,8}\[\[)([^[\]\n]{1,300})\]\]|([^[\]\n]{1,300})\]\](?=[ \t]{0,8}\S))/gu,
  // `--pause--`, also `-- pause --` if alone on its line; `<pause>`
  withFlags('giu')`(?<![\p{L}\p{N}–—-])(?:--|—)${PAUSE}(?:--|—)(?![\p{L}\p{N}–—-])`,
  withFlags('gimu')`^[ \t]{0,40}[–—-]{1,3} ?${PAUSE} ?[–—-]{1,3}[ \t]{0,40}$|<${PAUSE} ?\/?>`,
  // `#00:01:12-3#`, in interview transcripts
  /#(\d{1,2}:\d{2}:\d{2}(?:[-.,]\d{1,3})?)#/g,
  // `#line:0a1b`, at the end of lines in game scripts
  /(?<=\S[ \t]{1,8})#([a-z]\w{0,20}:[\w-]{1,40})[ \t]{0,8}$/gm,
];
/** `<break time="1s"/>` */
const BREAK_TAG = /<break(?: {1,4}time="(\d{1,4}(?:\.\d{1,3})?m?s)")?[^<>]{0,40}>(?:<\/break>)?/giu;
/** Comments below an exported text, keyed by letters in the text. */
const COMMENT_REFERENCE = /\[([a-z]{1,2})\](?<=\S[ \t]{0,4}\[[a-z]{1,2}\])/g;
const COMMENT_TEXT = /^\[([a-z]{1,2})\](?=\S)(.{0,1000})$/gmu;

const MUSIC_ROW = /^[ \t]{0,40}((?:[♪♫♬]|🎵|🎶)[♪♫♬🎵🎶 \t]{0,20}([^♪♫♬🎵🎶\n]{0,80})[♪♫♬🎵🎶 \t]{0,20})$/gmu;
const describesMusic = (words: string): boolean =>
  words === '' || /^\([^()]*\)$|^\[[^[\]]*\]$/.test(words) || isMusicAlone(words);

const inBrackets = (note: string): string => {
  const words = note.replace(/\s+/g, ' ').trim().replaceAll('[', '(').replaceAll(']', ')');
  return words === '' ? '' : `[${words}]`;
};

const matchedText = ([, ...groups]: readonly (string | undefined)[]): string =>
  groups.slice(0, -2).find((group) => group !== undefined) ?? '';

/** Puts notes in brackets. Doesn't change text that may be sung or spoken. */
export function bracketNotes(text: string): string {
  const marks = new Set(Array.from(text.matchAll(COMMENT_REFERENCE), ([, mark = '']) => mark));
  return NOTE_FORMS.reduce(
    (done, note) => done.replace(note, (...match: string[]) => inBrackets(matchedText(match))),
    text,
  )
    .replace(BREAK_TAG, (_, length: string | undefined) => `[pause ${length ?? ''}]`.replace(' ]', ']'))
    .replace(COMMENT_TEXT, (row: string, mark: string) => (marks.has(mark) ? inBrackets(row) : row))
    .replace(MUSIC_ROW, (row: string, tune: string, words: string) =>
      describesMusic(words.trim()) ? inBrackets(tune) : row,
    );
}
