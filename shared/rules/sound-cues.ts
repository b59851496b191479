import { bracketGroups, isBracketed, parseCueRow } from './brackets.ts';
import { cueOf, inlineCues, type SoundCue } from './cue-labels.ts';
import { leadingPauses } from './pauses.ts';
import type { RoleMarkReader } from './role-marks.ts';

interface WrittenCue extends SoundCue {
  /** As in the script, without brackets. */
  readonly text: string;
}

const ROW_BREAK = /\r\n?|\n/;

/** Returns the cues in a paragraph, in order: the paragraph itself, lines of it, or brackets among its words. */
export function cuesIn(source: string, readMark: RoleMarkReader): WrittenCue[] {
  const rows = source
    .split(ROW_BREAK)
    .map((row) => row.trim())
    .filter((row) => row !== '');
  const joined = rows.join(' ');
  if (isBracketed(joined)) return written([joined]);
  if (parseCueRow(joined)) return written(bracketGroups(joined));
  return rows.flatMap((row) => {
    if (parseCueRow(row)) return written(bracketGroups(row));
    const words = row.slice(leadingPauses(row).length);
    if (readMark(words)?.isCue) return written([words]);
    return written(inlineCues(row, false).map(({ start, end }) => row.slice(start, end)));
  });
}

const OUTER_BRACKETS = /^[([](.*)[)\]]$/;

const written = (texts: readonly string[]): WrittenCue[] =>
  texts.flatMap((bracketed) => {
    const text = bracketed.replace(OUTER_BRACKETS, '$1').trim();
    const cue = cueOf(text);
    return cue ? [{ ...cue, text }] : [];
  });
