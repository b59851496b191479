// Rewrites scripts in any layout (`**Mara:**`, `[Mara]`, `Mara – `, names above their words, columns) to Lectern's script text.
import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { emphasised } from '../script/document-emphasis.ts';
import { roleCandidates } from '../script/import-choices.ts';
import { withoutTags } from '../script/markup-tags.ts';
import { isCrowded, ownForm, type SpeechWords, silentHeads } from '../script/own-form.ts';
import { hasPartedWord } from '../sections/parted-words.ts';
import { findLayout, type LayoutRow, type MarkedRow, readRows, type TextLayout } from './find-layout.ts';
import { silentDirections } from './layout-directions.ts';
import { hasTrait } from './layout-marks.ts';
import { readTitle, withRuledTitle } from './layout-title.ts';
import { isCastListTitle } from './layout-words.ts';
import { isComic, LayoutWriter } from './layout-writer.ts';
import { withNotesInBrackets } from './notes-in-rows.ts';
import { renpyScript } from './renpy-script.ts';
import * as rowForms from './row-forms.ts';
import { withPlainColumns } from './script-columns.ts';

/** Steps that normalise a text before its layout is detected, in order. Each leaves other texts unchanged. */
const STEPS: readonly ((text: string) => string)[] = [
  withRuledTitle,
  withPlainColumns,
  withNotesInBrackets,
  rowForms.withKindsBehindNames,
  rowForms.withoutRowNumbers,
  rowForms.withNamesSetOff,
  rowForms.withNamesInRows,
  rowForms.withTagsInRows,
  rowForms.withNamesBeforeQuotations,
];

/** Returns the rows of a text, normalised so that each speech begins with its name in a row of its own. */
const plainRows = (text: string): LayoutRow[] => readRows(STEPS.reduce((done, step) => step(done), text));

/** How much of a book is read to decide whether it is a script, in UTF-16 code units. */
const LONGEST_LOOK = 200_000;

/** A text whose layout is known. */
export interface ScriptLayout {
  /** Lectern's script text, with signs around emphasised words in speeches (`document-emphasis.ts`). */
  readonly text: string;
  /** Whether it is a script even if it looks like prose, which takes far more evidence. */
  readonly isSure: boolean;
  /** Why each role is one. */
  readonly evidence: ReadonlyMap<string, BlockEvidence>;
}

/** Whether the start of a text that looks like prose may be that of a script. */
export const startsAsScript = (typed: string): boolean =>
  typed.length <= LONGEST_LOOK ||
  renpyScript(withoutTags(typed)) !== null ||
  findLayout(plainRows(withoutTags(typed.slice(0, LONGEST_LOOK))))?.isSure === true;

/**
 * Rewrites a script to Lectern's script text: speakers in capitals before a colon, unspoken rows in brackets. Keeps every
 * word except “continued” marks and the numbers of rows, scenes and pages. `LaidOutText` calls it once for each text.
 *
 * @param typed rows end at `\n`
 * @returns null if the text needs no change: it is in Lectern's own form already, or not a script
 */
export function layoutScript(typed: string): ScriptLayout | null {
  const untagged = withoutTags(typed);
  const game = renpyScript(untagged);
  if (game !== null) return { text: game, isSure: true, evidence: statedIn(game) };
  const rows = plainRows(untagged);
  const layout = findLayout(rows);
  if (layout === null)
    return rows.some(({ isHead }) => isHead)
      ? { text: silentHeads(readRows(untagged)), isSure: false, evidence: new Map() }
      : null;
  const { isSure, evidence } = layout;
  const speechWords: SpeechWords = (words) => silentDirections(words, emphasised);
  const silentRows = rowsInCapitals(layout);
  const kept = layout.isOwn && silentRows.size === 0 && mayKeepRows(layout.rows) ? ownForm(rows, speechWords) : null;
  if (kept !== null) return kept === typed ? null : { text: kept, isSure, evidence };
  return { text: new LayoutWriter({ ...layout, silentRows, speechWords }).write(), isSure, evidence };
}

const statedIn = (game: string): ReadonlyMap<string, BlockEvidence> =>
  new Map(roleCandidates(game, 'script').map(({ name }) => [name, { stated: 'renpy-character' }]));

/** Whether a script in Lectern's own form can keep its rows as they are. */
function mayKeepRows(rows: readonly MarkedRow[]): boolean {
  const first = rows.findIndex(({ mark }) => mark !== null);
  // Credits or a cast list above the first speech become directions.
  const hasCast = rows.slice(0, first).some(({ text, isHead }) => !isHead && isCastListTitle(text));
  const hasFrontMatter = hasCast || (readTitle(rows)?.credits.length ?? 0) > 0;
  return !(hasFrontMatter || isCrowded(rows) || isComic(rows) || hasPartedWord(rows.map(({ text }) => text)));
}

// Directions in capitals.

const WORDS_IN_CAPITALS = /\p{Lu}{2,40}\P{L}{1,4}\p{Lu}{2}/u;
const ENDS_SENTENCE = /[.!?…][)\]"'”’»]{0,2}$/;

/**
 * Returns the indexes of directions such as `DOOR SLAMS.` among inline speeches: two or more words in capitals after a complete
 * sentence. Excludes the first row, which may be a title, and exclamations. Returns none if speeches are in capitals too.
 */
function rowsInCapitals({ rows, form }: TextLayout): ReadonlySet<number> {
  const found = new Set<number>();
  if (!hasTrait(form, 'inline')) return found;
  const speeches = rows.map(({ mark }) => mark?.words ?? '').filter((words) => /\p{Lu}/u.test(words));
  if (speeches.filter((words) => /\p{Ll}/u.test(words)).length * 2 <= speeches.length) return found;
  const first = rows.findIndex(({ isBlank }) => !isBlank);
  rows.forEach((row, index) => {
    if (index === first || !WORDS_IN_CAPITALS.test(row.text) || /\p{Ll}|[!?:,;]$/u.test(row.text)) return;
    if (row.mark !== null || row.isPart || row.isHead) return;
    const isWhole = row.isFirst || ENDS_SENTENCE.test(rows[index - 1]?.text ?? '');
    if (isWhole && !/^\p{Ll}/u.test(rows[index + 1]?.text ?? '')) found.add(index);
  });
  return found;
}
