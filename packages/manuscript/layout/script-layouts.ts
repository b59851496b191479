// Converts any layout (`**Mara:**`, `[Mara]`, `Mara – `, names above speeches, columns) to Lectern's script text.
import type { BlockEvidence } from '../../../shared/model/block-evidence.ts';
import { markEmphasis } from '../script/document-emphasis.ts';
import { roleCandidates } from '../script/import-choices.ts';
import { withoutTags } from '../script/markup-tags.ts';
import {
  formatOwnLayout,
  hasCrowdedParagraphs,
  type SpeechWords,
  silenceProductionDetails,
} from '../script/own-form.ts';
import { hasHyphenatedWord } from '../sections/hyphenated-words.ts';
import { findLayout, type LayoutRow, type MarkedRow, readRows, type TextLayout } from './find-layout.ts';
import { bracketNotes } from './inline-notes.ts';
import { silenceDirections } from './layout-directions.ts';
import { hasTrait } from './layout-marks.ts';
import { convertRuledTitle, readTitle } from './layout-title.ts';
import { isCastListTitle } from './layout-words.ts';
import { isComic, LayoutWriter } from './layout-writer.ts';
import { convertRenpyScript } from './renpy-script.ts';
import * as rowForms from './row-forms.ts';
import { normaliseColumns } from './script-columns.ts';

/**
 * Rewriting steps, applied in order before the layout is detected. Each step leaves text in other notations unchanged.
 */
const REWRITE_STEPS: readonly ((text: string) => string)[] = [
  convertRuledTitle,
  normaliseColumns,
  bracketNotes,
  rowForms.moveKindsAfterNames,
  rowForms.removeRowNumbers,
  rowForms.normaliseNameSeparators,
  rowForms.splitAtInlineNames,
  rowForms.splitAtInlineTags,
  rowForms.moveNamesBeforeQuotations,
];

const plainRows = (text: string): LayoutRow[] => readRows(REWRITE_STEPS.reduce((done, step) => step(done), text));

/** In UTF-16 code units. */
const MAX_SAMPLE_LENGTH = 200_000;

export interface ScriptLayout {
  /** The text, with markers around stressed words in speeches (see `document-emphasis.ts`). */
  readonly text: string;
  /** Whether the evidence suffices even for a text that looks like prose. */
  readonly isSure: boolean;
  readonly evidence: ReadonlyMap<string, BlockEvidence>;
}

export const startsAsScript = (source: string): boolean =>
  source.length <= MAX_SAMPLE_LENGTH ||
  convertRenpyScript(withoutTags(source)) !== null ||
  findLayout(plainRows(withoutTags(source.slice(0, MAX_SAMPLE_LENGTH))))?.isSure === true;

/**
 * Converts a script to Lectern's script text. Drops only “continued” marks and the numbers of lines, scenes and
 * pages. Returns null if no change is needed.
 */
export function layoutScript(source: string): ScriptLayout | null {
  const untagged = withoutTags(source);
  const game = convertRenpyScript(untagged);
  if (game !== null) return { text: game, isSure: true, evidence: statedRoles(game) };
  const rows = plainRows(untagged);
  const layout = findLayout(rows);
  if (layout === null)
    return rows.some(({ isHead }) => isHead)
      ? { text: silenceProductionDetails(readRows(untagged)), isSure: false, evidence: new Map() }
      : null;
  const { isSure, evidence } = layout;
  const speechWords: SpeechWords = (words) => silenceDirections(words, markEmphasis);
  const silentRows = uppercaseDirections(layout);
  const kept =
    layout.isOwn && silentRows.size === 0 && canKeepRows(layout.rows) ? formatOwnLayout(rows, speechWords) : null;
  if (kept !== null) return kept === source ? null : { text: kept, isSure, evidence };
  return { text: new LayoutWriter({ ...layout, silentRows, speechWords }).write(), isSure, evidence };
}

const statedRoles = (game: string): ReadonlyMap<string, BlockEvidence> =>
  new Map(roleCandidates(game, 'script').map(({ name }) => [name, { stated: 'renpy-character' }]));

function canKeepRows(rows: readonly MarkedRow[]): boolean {
  const first = rows.findIndex(({ mark }) => mark !== null);
  // Turns credits or a cast list above the first speech into directions.
  const hasCast = rows.slice(0, first).some(({ text, isHead }) => !isHead && isCastListTitle(text));
  const hasFrontMatter = hasCast || (readTitle(rows)?.credits.length ?? 0) > 0;
  return !(
    hasFrontMatter ||
    hasCrowdedParagraphs(rows) ||
    isComic(rows) ||
    hasHyphenatedWord(rows.map(({ text }) => text))
  );
}

const WORDS_IN_CAPITALS = /\p{Lu}{2,40}\P{L}{1,4}\p{Lu}{2}/u;
const SENTENCE_END = /[.!?…][)\]"'”’»]{0,2}$/;

/** Finds directions such as `DOOR SLAMS.` after complete sentences, unless the speeches are in capitals, too. */
function uppercaseDirections({ rows, form }: TextLayout): ReadonlySet<number> {
  const found = new Set<number>();
  if (!hasTrait(form, 'inline')) return found;
  const speeches = rows.map(({ mark }) => mark?.words ?? '').filter((words) => /\p{Lu}/u.test(words));
  if (speeches.filter((words) => /\p{Ll}/u.test(words)).length * 2 <= speeches.length) return found;
  const first = rows.findIndex(({ isBlank }) => !isBlank);
  rows.forEach((row, index) => {
    if (index === first || !WORDS_IN_CAPITALS.test(row.text) || /\p{Ll}|[!?:,;]$/u.test(row.text)) return;
    if (row.mark !== null || row.isPart || row.isHead) return;
    const isWhole = row.isFirst || SENTENCE_END.test(rows[index - 1]?.text ?? '');
    if (isWhole && !/^\p{Ll}/u.test(rows[index + 1]?.text ?? '')) found.add(index);
  });
  return found;
}
