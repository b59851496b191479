// What a document has in italics or bold, as marks of a script: `*never*`. Much of it is no stress: letters and dreams, names of
// ships and papers, heads within paragraphs, what is done on a stage. So only few words within a sentence become marks, and
// where there is doubt the words stay plain.
import { bracketRanges } from '../../../shared/rules/brackets.ts';
import { EMPHASIS_SIGNS, scriptMarks } from '../../../shared/rules/marked-speech.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { isName } from '../layout/layout-names.ts';

const [START, END] = EMPHASIS_SIGNS;
const SIGNS = new RegExp(`[${START}${END}]`, 'gu');
const RUN = new RegExp(`${START}([^${START}${END}]*)${END}`, 'gu');
/** Of two pieces side by side: they are one, as is what stands between them. */
const SEAM = new RegExp(`${END}(\\s*)${START}`, 'gu');

/** Longer than that is a passage, not stress. */
const MOST_WORDS = 4;
/** In a row that is mostly emphasised, the rest is what stands out. */
const MOST_SHARE = 0.5;
/** A word with a capital that is always set so, and this often, is a name: `the Nautilus`. */
const OFTEN = 3;

const WORD = /[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu;
const SENTENCE_END = /[.!?…:。！？]["'”’»)\]]*\s|[“”„«»「」『』"()[\]]/u;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'gu');
const SIGN_OF_MARKS = /[*_\\]/;

/** A text of a document without the signs of what is emphasised. */
export const withoutEmphasis = (text: string): string => text.replace(SIGNS, '');

/** Words of a document between the signs of what is emphasised, with blanks outside of them. */
export function emphasised(text: string): string {
  const words = text.trim();
  if (!/[\p{L}\p{N}]/u.test(words)) return text;
  const at = text.indexOf(words);
  return `${text.slice(0, at)}${START}${words}${END}${text.slice(at + words.length)}`;
}

/** Emphasised pieces that follow each other, or stand in one another, as one: programs part them as they like. */
export function joinEmphasis(text: string): string {
  let depth = 0;
  const flat = text.replace(SIGNS, (sign) => {
    const before = depth;
    depth = Math.max(0, depth + (sign === START ? 1 : -1));
    return Math.max(before, depth) === 1 ? sign : '';
  });
  return flat.replace(SEAM, '$1');
}

const FIRST_RUN = `^${START}([^${START}${END}\\n]{1,60})${END}`;
const NAME_FIRST = new RegExp(`${FIRST_RUN}(?=[ \\t]{1,8}\\S)`, 'gmu');
const NAME_BEFORE_SIGN = new RegExp(`${FIRST_RUN}(?=[ \\t]{0,8}[–—:-])`, 'gmu');
/** A script has at least this many rows that begin with such a name, and they are at least this share of all. */
const NAMED = { least: 3, share: 0.5 } as const;

/**
 * A text of a document with its signs, but for those of names before a dash or a colon. Names that only emphasis tells from the
 * words behind them have the marks of bold: `**Mara** Hello.`
 */
export function withNamesInBold(typed: string): string {
  const signed = typed.replace(NAME_BEFORE_SIGN, (run: string, name: string) => (isName(name) ? name : run));
  const names = Array.from(signed.matchAll(NAME_FIRST), ([, name = '']) => name).filter(isName);
  const rows = signed.split('\n').filter((row) => row.trim() !== '').length;
  const recur = new Set(names).size < names.length;
  if (!recur || names.length < NAMED.least || names.length < rows * NAMED.share) return signed;
  return signed.replace(NAME_FIRST, (run: string, name: string) => (isName(name) ? `**${name}**` : run));
}

/** What a block has beside its text, if anything of it is emphasised. */
export const signedAs = (text: string, signed: string): { readonly signed?: string } =>
  signed !== text && withoutEmphasis(signed) === text ? { signed } : {};

/**
 * A script with what is stressed in it as marks.
 *
 * @param plain as it is without any
 * @param signed the same with the signs of what is emphasised; rows in which anything else differs stay plain
 */
export function withEmphasis(plain: string, signed: string): string {
  if (plain === signed) return plain;
  const rows = plain.split('\n');
  const signedRows = signed.split('\n');
  if (rows.length !== signedRows.length) return plain;
  const always = alwaysEmphasised(plain, signed);
  return rows
    .map((row, index) => {
      const other = signedRows[index] ?? '';
      return row === other || withoutEmphasis(other) !== row ? row : markedRow(row, other, always);
    })
    .join('\n');
}

/** Words with a capital that never stand in a text without emphasis, and often with it. */
function alwaysEmphasised(plain: string, signed: string): ReadonlySet<string> {
  const emphasisedTimes = new Map<string, number>();
  for (const [, words = ''] of signed.matchAll(RUN)) {
    for (const [word] of words.matchAll(WORD))
      if (/^\p{Lu}/u.test(word)) emphasisedTimes.set(word, (emphasisedTimes.get(word) ?? 0) + 1);
  }
  const times = new Map<string, number>();
  for (const [word] of plain.matchAll(WORD)) if (emphasisedTimes.has(word)) times.set(word, (times.get(word) ?? 0) + 1);
  return new Set(
    Array.from(emphasisedTimes, ([word, count]) => (count >= OFTEN && count === times.get(word) ? word : '')),
  );
}

interface EmphasisRun {
  /** In the row without signs, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

function runsOf(signed: string): EmphasisRun[] {
  let taken = 0;
  return Array.from(signed.matchAll(RUN), ({ index, 0: whole, 1: words = '' }) => {
    const start = index - taken;
    taken += whole.length - words.length;
    return { start, end: start + words.length };
  });
}

function markedRow(row: string, signed: string, always: ReadonlySet<string>): string {
  // Where signs of marks stand in the words, they are left to mean what they mean.
  if (isHeadingRow(row) || SIGN_OF_MARKS.test(row.replace(/^\\/, ''))) return row;
  const runs = runsOf(signed);
  if (runs.reduce((sum, { start, end }) => sum + end - start, 0) > row.length * MOST_SHARE) return row;
  const silent = bracketRanges(row);
  let bracket = 0;
  const stressed = runs.filter(({ start, end }) => {
    while ((silent[bracket]?.end ?? Number.POSITIVE_INFINITY) <= start) bracket += 1;
    return (silent[bracket]?.start ?? row.length) >= end && isStress(row, { start, end }, always);
  });
  let made = '';
  let from = 0;
  for (const { start, end } of stressed) {
    made += `${row.slice(from, start)}*${row.slice(start, end)}*`;
    from = end;
  }
  made += row.slice(from);
  return scriptMarks(made).length === scriptMarks(row).length + stressed.length ? made : row;
}

/** Whether words of a row are stressed within a sentence: not the sentence itself, a title, a name or a part of a word. */
function isStress(row: string, { start, end }: EmphasisRun, always: ReadonlySet<string>): boolean {
  const words = row.slice(start, end);
  const all = words.match(WORD) ?? [];
  if (all.length === 0 || all.length > MOST_WORDS || SENTENCE_END.test(words)) return false;
  const [before, after] = [row.slice(Math.max(0, start - NEAR), start), row.slice(end, end + NEAR)];
  if (/[\p{L}\p{M}\p{N}]$/u.test(before.slice(-2)) || /^[\p{L}\p{M}\p{N}]/u.test(after)) return false;
  if (/^\s*[:：]/u.test(after)) return false;
  if (all.length > 1 && (isTitle(all) || words === words.toUpperCase())) return false;
  if (all.every((word) => always.has(word))) return false;
  return /[\p{L}\p{N}]/u.test(sentenceBefore(before)) || /[\p{L}\p{N}]/u.test(sentenceAfter(words, after));
}

/** `The Importance of Being Earnest`: words of four letters and more all have capitals. */
const isTitle = (words: readonly string[]): boolean =>
  words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word)) &&
  words.filter((word) => /^\p{Lu}/u.test(word)).length > 1;

function sentenceBefore(near: string): string {
  const ends = Array.from(near.matchAll(SENTENCE_ENDS), ({ index, 0: end }) => index + end.length);
  return near.slice(ends.at(-1) ?? 0);
}

/** @param words those before it, whose last sign may end the sentence */
function sentenceAfter(words: string, text: string): string {
  const near = `${words.slice(-1)}${text}`;
  const end = SENTENCE_END.exec(near);
  return near.slice(1, end ? Math.max(1, end.index) : undefined);
}

/** So much around words is looked at, in UTF-16 code units. */
const NEAR = 400;
