// Scene breaks are lines of symbols between paragraphs: `* * *`, `⁂`, `◆◇◆` or an emoji.
import { isBracketed } from '../../../shared/rules/brackets.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { SCENE_MARK } from '../../../shared/rules/pauses.ts';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** A symbol that doesn't occur in sentences, or three dashes. */
const ORNAMENT = /[^\s\p{Pd}\p{Pi}\p{Pf}.,;:!?…'"„()[\]¿¡、。！？]|(?:\p{Pd}\s?){3}/u;
const BORDER_CHARACTERS = /[|│┃]|^\+[-=]/;

export const isSymbolsOnly = (text: string): boolean => !LETTER_OR_DIGIT.test(text) && text.trim() !== '';

/**
 * Returns whether a line separates scenes. Punctuation alone isn't enough, because a paragraph's last line may be `…”`.
 */
export const isOrnamentRow = (row: string): boolean =>
  isSymbolsOnly(row) && ORNAMENT.test(row) && !BORDER_CHARACTERS.test(row);

/** Replaces scene breaks between paragraphs with marks, and removes other ornaments. */
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
      written.push(SCENE_MARK);
      if (kinds[at + 1] === 'words') written.push('');
    }
  }
  return written.join('\n');
}

const SENTENCE_END = /[.!?…:。！？]["'”’»)]*\s*$/;
const SENTENCE_START = /^\s*["'“‘„«¿¡(]*[\p{Lu}\p{Lo}\p{N}]/u;

export function isInnerSceneBreak(rows: readonly string[], at: number): boolean {
  const row = rows[at] ?? '';
  if (isOrnamentRow(row)) return true;
  return isSymbolsOnly(row) && SENTENCE_END.test(rows[at - 1] ?? '') && SENTENCE_START.test(rows[at + 1] ?? '');
}

type RowKind = 'blank' | 'heading' | 'break' | 'words';

function rowKinds(rows: readonly string[]): RowKind[] {
  const kinds: RowKind[] = rows.map((row, at) => {
    if (row.trim() === '') return 'blank';
    if (isInnerSceneBreak(rows, at) && !isBracketed(row.trim())) return 'break';
    return isHeadingRow(row) ? 'heading' : 'words';
  });
  for (let start = 0; start < rows.length; ) {
    let end = start;
    while (kinds[end] === 'words') end += 1;
    if (
      end > start &&
      rows.slice(start, end).every(isSymbolsOnly) &&
      !isBracketed(rows.slice(start, end).join(' ').trim()) &&
      !separatesWords(kinds, start, end)
    ) {
      kinds.fill('break', start, end);
    }
    start = Math.max(end, start + 1);
  }
  return kinds;
}

const separatesWords = (kinds: readonly RowKind[], start: number, end: number): boolean =>
  kinds[start - 1] === 'words' || kinds[end] === 'words';

/** Returns true for the first break between two paragraphs with no heading in between. */
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
