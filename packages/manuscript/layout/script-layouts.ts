// Scripts in any layout as Lectern's own script text: `**Mara:**`, `[Mara]`, `Mara – `, a name above its words, two columns.
import { emphasised } from '../script/document-emphasis.ts';
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

/** What brings the rows of a script into forms that its layout is told by, one step after the other. */
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

/** Rows for each speech, each with its name before its words; those of any other text as they are. */
const plainRows = (text: string): LayoutRow[] => readRows(STEPS.reduce((done, step) => step(done), text));

/** Of what looks like a book, this much is read to tell whether it is a script, in UTF-16 code units. */
const LONGEST_LOOK = 200_000;

/**
 * Writes a script as Lectern has it: who speaks in capitals before a colon, and in brackets what is not to be spoken. No
 * word is changed or lost but what says that someone or a page goes on, and numbers of rows, scenes and pages.
 *
 * @param typed rows end at `\n`
 * @param isBook whether it looks like prose: then it takes far more to call it a script
 * @param signed with the signs of what is emphasised in speeches (`document-emphasis.ts`)
 * @returns null where it is to stay as it is: it is in Lectern's own form, or no script
 */
export function layoutScript(typed: string, isBook: boolean, signed = false): string | null {
  const untagged = withoutTags(typed);
  const game = renpyScript(untagged);
  if (game !== null) return game;
  // Of a book the start tells what it is.
  if (isBook && findLayout(plainRows(untagged.slice(0, LONGEST_LOOK)), isBook) === null) return null;
  const rows = plainRows(untagged);
  const layout = findLayout(rows, isBook);
  if (layout === null) return isBook || !rows.some(({ isHead }) => isHead) ? null : silentHeads(readRows(untagged));
  const speechWords: SpeechWords = (words) => silentDirections(words, signed ? emphasised : undefined);
  const silentRows = rowsInCapitals(layout);
  const kept = layout.isOwn && silentRows.size === 0 && mayKeepRows(layout.rows) ? ownForm(rows, speechWords) : null;
  if (kept !== null) return kept === typed ? null : kept;
  return new LayoutWriter({ ...layout, silentRows, speechWords }).write();
}

/** Whether the rows of a script in Lectern's own form need not be parted or joined. */
function mayKeepRows(rows: readonly MarkedRow[]): boolean {
  const first = rows.findIndex(({ mark }) => mark !== null);
  // It says above its first speech who wrote it, or who plays.
  const hasCast = rows.slice(0, first).some(({ text, isHead }) => !isHead && isCastListTitle(text));
  const hasFrontMatter = hasCast || (readTitle(rows)?.credits.length ?? 0) > 0;
  return !(hasFrontMatter || isCrowded(rows) || isComic(rows) || hasPartedWord(rows.map(({ text }) => text)));
}

// What is done or heard, in capitals among speeches that are not.

const WORDS_IN_CAPITALS = /\p{Lu}{2,40}\P{L}{1,4}\p{Lu}{2}/u;
const ENDS_SENTENCE = /[.!?…][)\]"'”’»]{0,2}$/;

/**
 * The places of rows such as `DOOR SLAMS.` in a script whose names stand before their words: two words or more in capitals,
 * behind a whole sentence. A title above all else is none, nor is a cry. None where speeches are in capitals, too.
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
