import { encloseInBrackets, isBracketed, parseCueRow } from '../../../shared/rules/brackets.ts';
import { append } from '../../../shared/rules/lists.ts';
import { isHeadingRow } from '../../../shared/rules/parse-paragraph.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import { readCapitals } from '../../../shared/rules/role-marks.ts';
import type { LayoutRow } from '../layout/find-layout.ts';
import { directionOf } from '../layout/layout-directions.ts';
import { isEndOrPause, isGameRow, isProgrammeSegment, isSceneHeading, NOTE_TO_CREW } from '../layout/layout-words.ts';
import { separateCues, silenceSoundCues } from '../layout/sounds-in-words.ts';
import { isSymbolsOnly } from '../sections/scene-breaks.ts';

export type SpeechWords = (words: string) => string;

/** Returns whether enough paragraphs have more than two roles to split them rather than report mistakes. */
export function hasCrowdedParagraphs(rows: readonly LayoutRow[]): boolean {
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

/**
 * Puts brackets around directions in a script that is already in Lectern's own format. Returns null if paragraphs
 * must be split.
 */
export function formatOwnLayout(rows: readonly LayoutRow[], speechWords: SpeechWords): string | null {
  if (rows.some(({ isPart, text }) => isPart || isSceneHeading(text))) return null;
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
      (isSymbolsOnly(text) && !directionOf(text)) ||
      isBracketed(text) ||
      parseCueRow(text) !== null ||
      leadingPauses(text) === text;
    const mark = isRead ? null : readCapitals(text);
    const isSilent = isEndOrPause(text) || isProgrammeSegment(text) || NOTE_TO_CREW.test(text) || isGameRow(text);
    const direction = isRead ? null : (directionOf(text) ?? (isSilent ? text : null));
    if (direction !== null && !(isFirst && (rows[index + 1]?.isBlank ?? true))) return null;
    if (mark !== null) isSpeech = true;
    // In the narrator's paragraphs, brackets are spoken.
    const isApart = isBracketed(text) && parseCueRow(text) === null && leadingPauses(text) === '' && !isSpeech;
    if (isApart) append(written, [...(isFirst ? [] : ['']), full, ...((rows[index + 1]?.isBlank ?? true) ? [] : [''])]);
    else if (direction !== null) written.push(full.replace(text, () => formatCue(direction)));
    else if (isRead) written.push(full);
    else if (!isSpeech) written.push(full.replace(text, separateCues));
    else {
      const words = text.slice(mark?.end ?? 0).trimStart();
      const head = text.slice(0, text.length - words.length);
      written.push(full.replace(text, () => speechWords(head + silenceSoundCues(words))));
    }
  }
  return written.join('\n');
}

export const silenceProductionDetails = (rows: readonly LayoutRow[]): string =>
  rows.flatMap(({ full, isHead }, index) => (isHead ? headParagraph(rows, index) : [full])).join('\n');

function headParagraph(rows: readonly LayoutRow[], index: number): string[] {
  const isLast = rows[index + 1]?.isBlank ?? true;
  return [encloseInBrackets(rows[index]?.text ?? ''), ...(isLast ? [] : [''])];
}

/** Writes sound cues in square brackets and other directions in round brackets. */
export const formatCue = (direction: string): string => {
  const words = direction.replace(/\s+/g, ' ');
  const cue = `[${words}]`;
  return parseCueRow(cue) ? cue : encloseInBrackets(words);
};
