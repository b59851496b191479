// Marks stressed words (`*never*`). Italics are also used for letters, ship names and directions, so only short
// runs within a sentence are marked.
import { bracketRanges } from '../../../shared/rules/brackets.ts';
import { EMPHASIS_CODES, scriptMarks } from '../../../shared/rules/marked-speech.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { isName } from '../layout/layout-names.ts';

const [START, END] = EMPHASIS_CODES;
const EMPHASIS_MARKERS = new RegExp(`[${START}${END}]`, 'gu');
const RUN = new RegExp(`${START}([^${START}${END}]*)${END}`, 'gu');
const ADJACENT_RUNS = new RegExp(`${END}(\\s*)${START}`, 'gu');

/** Longer runs are italic passages rather than stress. */
const MAX_STRESSED_WORDS = 4;
/** If most of a line is emphasised, the emphasis isn't stress. */
const MAX_STRESSED_SHARE = 0.5;
/** A capitalised word that is always emphasised, and at least this often, is a name: `the Nautilus`. */
const MIN_NAME_OCCURRENCES = 3;

const WORD = /[\p{L}\p{M}\p{N}]+(?:[’'-][\p{L}\p{M}\p{N}]+)*/gu;
const SENTENCE_END = /[.!?…:。！？]["'”’»)\]]*\s|[“”„«»「」『』"()[\]]/u;
const SENTENCE_ENDS = new RegExp(SENTENCE_END, 'gu');
const MARKDOWN_CHARACTER = /[*_\\]/;

export const withoutEmphasis = (text: string): string => text.replace(EMPHASIS_MARKERS, '');

export function markEmphasis(text: string): string {
  const words = text.trim();
  if (!/[\p{L}\p{N}]/u.test(words)) return text;
  const at = text.indexOf(words);
  return `${text.slice(0, at)}${START}${words}${END}${text.slice(at + words.length)}`;
}

/** Merges adjacent and nested runs. Word processors split runs arbitrarily. */
export function joinEmphasis(text: string): string {
  let depth = 0;
  const flat = text.replace(EMPHASIS_MARKERS, (mark) => {
    const before = depth;
    depth = Math.max(0, depth + (mark === START ? 1 : -1));
    return Math.max(before, depth) === 1 ? mark : '';
  });
  return flat.replace(ADJACENT_RUNS, '$1');
}

const LEADING_RUN = `^${START}([^${START}${END}\\n]{1,60})${END}`;
const LEADING_NAME = new RegExp(`${LEADING_RUN}(?=[ \\t]{1,8}\\S)`, 'gmu');
const NAME_BEFORE_PUNCTUATION = new RegExp(`${LEADING_RUN}(?=[ \\t]{0,8}[–—:-])`, 'gmu');
const BOLD_NAMES = { min: 3, share: 0.5 } as const;

/** Puts asterisks around names that are recognisable only by bold type: `**Mara** Hello.` */
export function markBoldNames(source: string): string {
  const styled = source.replace(NAME_BEFORE_PUNCTUATION, (run: string, name: string) => (isName(name) ? name : run));
  const names = Array.from(styled.matchAll(LEADING_NAME), ([, name = '']) => name).filter(isName);
  const rows = styled.split('\n').filter((row) => row.trim() !== '').length;
  const recur = new Set(names).size < names.length;
  if (!recur || names.length < BOLD_NAMES.min || names.length < rows * BOLD_NAMES.share) return styled;
  return styled.replace(LEADING_NAME, (run: string, name: string) => (isName(name) ? `**${name}**` : run));
}

export const styledField = (text: string, styled: string): { readonly styled?: string } =>
  styled !== text && withoutEmphasis(styled) === text ? { styled } : {};

/** @param styled the same text with emphasis markers. Lines that differ in any other way stay plain */
export function withEmphasis(plain: string, styled: string): string {
  if (plain === styled) return plain;
  const rows = plain.split('\n');
  const styledRows = styled.split('\n');
  if (rows.length !== styledRows.length) return plain;
  const alwaysEmphasisedWords = alwaysEmphasised(plain, styled);
  return rows
    .map((row, index) => {
      const other = styledRows[index] ?? '';
      return row === other || withoutEmphasis(other) !== row ? row : addMarks(row, other, alwaysEmphasisedWords);
    })
    .join('\n');
}

function alwaysEmphasised(plain: string, styled: string): ReadonlySet<string> {
  const emphasisedTimes = new Map<string, number>();
  for (const [, words = ''] of styled.matchAll(RUN)) {
    for (const [word] of words.matchAll(WORD))
      if (/^\p{Lu}/u.test(word)) emphasisedTimes.set(word, (emphasisedTimes.get(word) ?? 0) + 1);
  }
  const times = new Map<string, number>();
  for (const [word] of plain.matchAll(WORD)) if (emphasisedTimes.has(word)) times.set(word, (times.get(word) ?? 0) + 1);
  return new Set(
    Array.from(emphasisedTimes, ([word, count]) =>
      count >= MIN_NAME_OCCURRENCES && count === times.get(word) ? word : '',
    ),
  );
}

/** In UTF-16 code units of the text without markers. */
export interface EmphasisRun {
  readonly start: number;
  readonly end: number;
}

/** Inserts emphasis markers. If runs overlap, only the first run is marked. */
export function insertEmphasis(plain: string, runs: readonly EmphasisRun[]): string {
  let [made, from] = ['', 0];
  for (const { start, end } of runs.toSorted((a, b) => a.start - b.start)) {
    if (start < from) continue;
    made += `${plain.slice(from, start)}${START}${plain.slice(start, end)}${END}`;
    from = end;
  }
  return made + plain.slice(from);
}

export function emphasisRuns(styled: string): EmphasisRun[] {
  let taken = 0;
  return Array.from(styled.matchAll(RUN), ({ index, 0: whole, 1: words = '' }) => {
    const start = index - taken;
    taken += whole.length - words.length;
    return { start, end: start + words.length };
  });
}

function addMarks(row: string, styled: string, alwaysEmphasisedWords: ReadonlySet<string>): string {
  // Skip lines that already contain emphasis marks or escapes.
  if (isHeadingRow(row) || MARKDOWN_CHARACTER.test(row.replace(/^\\/, ''))) return row;
  const runs = emphasisRuns(styled);
  if (runs.reduce((sum, { start, end }) => sum + end - start, 0) > row.length * MAX_STRESSED_SHARE) return row;
  const silent = bracketRanges(row);
  let bracket = 0;
  const stressed = runs.filter(({ start, end }) => {
    while ((silent[bracket]?.end ?? Number.POSITIVE_INFINITY) <= start) bracket += 1;
    return (silent[bracket]?.start ?? row.length) >= end && isStressed(row, { start, end }, alwaysEmphasisedWords);
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

/** Rejects whole sentences, titles, names and parts of words. */
function isStressed(row: string, { start, end }: EmphasisRun, alwaysEmphasisedWords: ReadonlySet<string>): boolean {
  const words = row.slice(start, end);
  const all = words.match(WORD) ?? [];
  if (all.length === 0 || all.length > MAX_STRESSED_WORDS || SENTENCE_END.test(words)) return false;
  const [before, after] = [
    row.slice(Math.max(0, start - MAX_CONTEXT_LENGTH), start),
    row.slice(end, end + MAX_CONTEXT_LENGTH),
  ];
  if (/[\p{L}\p{M}\p{N}]$/u.test(before.slice(-2)) || /^[\p{L}\p{M}\p{N}]/u.test(after)) return false;
  if (/^\s*[:：]/u.test(after)) return false;
  if (all.length > 1 && (isTitle(all) || words === words.toUpperCase())) return false;
  if (all.every((word) => alwaysEmphasisedWords.has(word))) return false;
  return /[\p{L}\p{N}]/u.test(sentenceBefore(before)) || /[\p{L}\p{N}]/u.test(sentenceAfter(words, after));
}

/** In `The Importance of Being Earnest`, all words with four or more letters are capitalised. */
const isTitle = (words: readonly string[]): boolean =>
  words.every((word) => word.length < 4 || /^\p{Lu}/u.test(word)) &&
  words.filter((word) => /^\p{Lu}/u.test(word)).length > 1;

function sentenceBefore(context: string): string {
  const ends = Array.from(context.matchAll(SENTENCE_ENDS), ({ index, 0: end }) => index + end.length);
  return context.slice(ends.at(-1) ?? 0);
}

/** `words` may include the end of the sentence. */
function sentenceAfter(words: string, text: string): string {
  const context = `${words.slice(-1)}${text}`;
  const end = SENTENCE_END.exec(context);
  return context.slice(1, end ? Math.max(1, end.index) : undefined);
}

/** In UTF-16 code units. */
const MAX_CONTEXT_LENGTH = 400;
