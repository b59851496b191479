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

export type SpeechWords = (words: string) => string;

/** Whether so many paragraphs have over two roles that they should be split rather than reported as mistakes. */
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
    else if (isFirst && !isBlank && directionOf(text) === null && !isHeadingRow(text)) isNarrated = true;
  }
  close();
  return crowded > single;
}

/** Puts brackets around directions in a script in Lectern's own format. Returns null if paragraphs must be split. */
export function ownForm(rows: readonly LayoutRow[], speechWords: SpeechWords): string | null {
  if (rows.some(({ isPart, text }) => isPart || isPlace(text))) return null;
  const written: string[] = [];
  let isSpeech = false;
  for (const [index, { full, text, isFirst, isBlank, isHead }] of rows.entries()) {
    if (isFirst) isSpeech = false;
    if (isHead) {
      append(written, headParagraph(rows, index));
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
    // In the narrator's paragraphs, brackets are spoken.
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

export const silentHeads = (rows: readonly LayoutRow[]): string =>
  rows.flatMap(({ full, isHead }, index) => (isHead ? headParagraph(rows, index) : [full])).join('\n');

function headParagraph(rows: readonly LayoutRow[], index: number): string[] {
  const isLast = rows[index + 1]?.isBlank ?? true;
  return [bracketed(rows[index]?.text ?? ''), ...(isLast ? [] : [''])];
}

/** Writes sound cues in square brackets and other directions in round ones. */
export const cueOf = (direction: string): string => {
  const words = direction.replace(/\s+/g, ' ');
  const cue = `[${words}]`;
  return readCueRow(cue) ? cue : bracketed(words);
};
