// Scene breaks: rows of signs (`* * *`, `⁂`, `◆◇◆`, an emoji) that stand between paragraphs and are never spoken.
import { isBracketed } from '../../../shared/rules/brackets.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { pauseMark } from '../../../shared/rules/pauses.ts';

/** Seconds of silence for a scene break. */
export const SCENE_BREAK_SECONDS = 2;

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** A sign that no sentence is made of, or three dashes and the like in a row. */
const ORNAMENT = /[^\s\p{Pd}\p{Pi}\p{Pf}.,;:!?…'"„()[\]¿¡、。！？]|(?:\p{Pd}\s?){3}/u;
/** Borders of tables and boxes. */
const BORDER = /[|│┃]|^\+[-=]/;

/** Whether a text has signs, and neither letters nor digits of any writing system. */
export const isSignsOnly = (text: string): boolean => !LETTER_OR_DIGIT.test(text) && text.trim() !== '';

/**
 * Whether a row among others separates scenes. It needs more evidence than a paragraph of its own, because the last row
 * of a hard-wrapped paragraph may be nothing but `…”`.
 */
export const isOrnamentRow = (row: string): boolean => isSignsOnly(row) && ORNAMENT.test(row) && !BORDER.test(row);

/**
 * Writes a pause for each scene break between two paragraphs of a chapter, and leaves out rows of signs elsewhere: they
 * decorate a title or an end. All other rows stay as they are.
 */
export function withScenePauses(script: string): string {
  const rows = script.split('\n');
  const kinds = rowKinds(rows);
  if (!kinds.includes('break')) return script;
  const isWanted = breaksBetweenWords(kinds);
  const written: string[] = [];
  for (const [at, row] of rows.entries()) {
    if (kinds[at] !== 'break') written.push(row);
    else if (isWanted[at]) {
      if (kinds[at - 1] === 'words') written.push('');
      written.push(pauseMark(SCENE_BREAK_SECONDS));
      if (kinds[at + 1] === 'words') written.push('');
    }
  }
  return written.join('\n');
}

const SENTENCE_END = /[.!?…:。！？]["'”’»)]*\s*$/;
const SENTENCE_START = /^\s*["'“‘„«¿¡(]*[\p{Lu}\p{Lo}\p{N}]/u;

/** Whether a row separates scenes amid a paragraph: by its signs, or because one sentence ends above and one begins below. */
export function isBreakAmid(rows: readonly string[], at: number): boolean {
  const row = rows[at] ?? '';
  if (isOrnamentRow(row)) return true;
  return isSignsOnly(row) && SENTENCE_END.test(rows[at - 1] ?? '') && SENTENCE_START.test(rows[at + 1] ?? '');
}

type RowKind = 'blank' | 'heading' | 'break' | 'words';

function rowKinds(rows: readonly string[]): RowKind[] {
  const kinds: RowKind[] = rows.map((row, at) => {
    if (row.trim() === '') return 'blank';
    if (isBreakAmid(rows, at) && !isBracketed(row.trim())) return 'break';
    return isHeadingRow(row) ? 'heading' : 'words';
  });
  // A paragraph of signs alone is one whatever they are, but for a direction.
  for (let start = 0; start < rows.length; ) {
    let end = start;
    while (kinds[end] === 'words') end += 1;
    if (
      end > start &&
      rows.slice(start, end).every(isSignsOnly) &&
      !isBracketed(rows.slice(start, end).join(' ').trim()) &&
      !isBeside(kinds, start, end)
    ) {
      kinds.fill('break', start, end);
    }
    start = Math.max(end, start + 1);
  }
  return kinds;
}

/** Whether words stand directly above or below rows. */
const isBeside = (kinds: readonly RowKind[], start: number, end: number): boolean =>
  kinds[start - 1] === 'words' || kinds[end] === 'words';

/** For each row, whether it is the first of the breaks between two paragraphs with no heading between. */
function breaksBetweenWords(kinds: readonly RowKind[]): boolean[] {
  const wanted = kinds.map(() => false);
  let pending = -1;
  let isAfterWords = false;
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'heading') {
      pending = -1;
      isAfterWords = false;
    } else if (kind === 'break') {
      if (isAfterWords && pending < 0) pending = at;
    } else if (kind === 'words') {
      if (pending >= 0) wanted[pending] = true;
      pending = -1;
      isAfterWords = true;
    }
  }
  return wanted;
}
