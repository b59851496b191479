// Scripts in Lectern's own form already, of which only what is not to be spoken is put in brackets.
import { bracketed, isBracketed, readCueRow } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import type { LayoutRow } from '../layout/find-layout.ts';
import { directionOf } from '../layout/layout-directions.ts';
import { isEndOrPause, isGameRow, isPartOfProgramme, isPlace, NOTE_TO_SOMEONE } from '../layout/layout-words.ts';
import { withCuesApart, withSilentSounds } from '../layout/sounds-in-words.ts';
import { isSignsOnly } from '../sections/scene-breaks.ts';

/** The words of a speech as they are written. */
export type SpeechWords = (words: string) => string;

/**
 * Whether each row is a speech, although no blank rows separate them. A line has room for two roles, so a paragraph with more has to
 * be split. If at least as many speeches have paragraphs of their own, the paragraph is a mistake, and the producer is told of it.
 */
export function isCrowded(rows: readonly LayoutRow[]): boolean {
  let crowded = 0;
  let single = 0;
  let speeches: string[] = [];
  let isNarrated = false;
  const close = () => {
    if (new Set(speeches).size + (isNarrated ? 1 : 0) > 2) crowded += 1;
    else if (speeches.length === 1) single += 1;
    speeches = [];
    isNarrated = false;
  };
  for (const { text, isFirst, isHead, isBlank } of rows) {
    if (isHead) continue;
    if (isFirst) close();
    const mark = readCapitals(text.slice(leadingPauses(text).length));
    if (mark !== null) speeches.push(mark.role);
    // What stands above the first name is the narrator's.
    else if (isFirst && !isBlank && directionOf(text) === null && !isHeadingRow(text)) isNarrated = true;
  }
  close();
  return crowded > single;
}

/** A script in Lectern's own form, whose directions only are put in brackets; null where its rows must be parted. */
export function ownForm(rows: readonly LayoutRow[], speechWords: SpeechWords): string | null {
  // Parts and places are to be headings.
  if (rows.some(({ isPart, text }) => isPart || isPlace(text))) return null;
  const written: string[] = [];
  let isSpeech = false;
  for (const [index, { full, text, isFirst, isBlank, isHead }] of rows.entries()) {
    if (isFirst) isSpeech = false;
    if (isHead) {
      append(written, headRows(rows, index));
      continue;
    }
    const isRead =
      isBlank ||
      (isSignsOnly(text) && !directionOf(text)) ||
      isBracketed(text) ||
      readCueRow(text) !== null ||
      leadingPauses(text) === text;
    const mark = isRead ? null : readCapitals(text);
    const isSilent = isEndOrPause(text) || isPartOfProgramme(text) || NOTE_TO_SOMEONE.test(text) || isGameRow(text);
    const direction = isRead ? null : (directionOf(text) ?? (isSilent ? text : null));
    if (direction !== null && !(isFirst && (rows[index + 1]?.isBlank ?? true))) return null;
    if (mark !== null) isSpeech = true;
    // In a paragraph of the narrator's brackets are spoken.
    const isApart = isBracketed(text) && readCueRow(text) === null && leadingPauses(text) === '' && !isSpeech;
    if (isApart) append(written, [...(isFirst ? [] : ['']), full, ...((rows[index + 1]?.isBlank ?? true) ? [] : [''])]);
    else if (direction !== null) written.push(full.replace(text, () => cueOf(direction)));
    else if (isRead) written.push(full);
    else if (!isSpeech) written.push(full.replace(text, withCuesApart));
    else {
      const words = text.slice(mark?.end ?? 0).trimStart();
      const head = text.slice(0, text.length - words.length);
      written.push(full.replace(text, () => speechWords(head + withSilentSounds(words))));
    }
  }
  return written.join('\n');
}

/** A text of which only what it says of itself, at its head, is put in brackets. */
export const silentHeads = (rows: readonly LayoutRow[]): string =>
  rows.flatMap(({ full, isHead }, index) => (isHead ? headRows(rows, index) : [full])).join('\n');

/** A row at the head of a script as a paragraph of its own. */
function headRows(rows: readonly LayoutRow[], index: number): string[] {
  const isLast = rows[index + 1]?.isBlank ?? true;
  return [bracketed(rows[index]?.text ?? ''), ...(isLast ? [] : [''])];
}

/** A direction of its own: what is heard in square brackets, as cues have them, all else in round ones. */
export const cueOf = (direction: string): string => {
  const words = direction.replace(/\s+/g, ' ');
  const cue = `[${words}]`;
  return readCueRow(cue) ? cue : bracketed(words);
};
