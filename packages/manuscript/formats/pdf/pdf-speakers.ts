import { at } from '../../../../shared/rules/at.ts';
import type { Line } from './pdf-lines.ts';

/**
 * Uppercase names as written in the lines, with a trailing tab if the name is beside the speech. Empty for non-scripts.
 */
export type PdfSpeakers = ReadonlySet<string>;

/** `Lane:`, `LANE.`, or a name in capitals on its own line. */
const SPEAKER = /^\p{Lu}[\p{L}\p{M} .’'&-]{0,40}?:(?=\s|$)|^\p{Lu}[\p{Lu}\p{M} ’'&-]{1,38}(?:\.(?=\s)|$)/u;
const NAME = /^\p{Lu}[\p{L}\p{M}\p{N} .’'&-]{0,38}$/u;
/** `(V.O.) (CONT'D)` after a name. */
const NAME_EXTENSIONS = /(?: ?\([^()]{1,30}\)){1,3}$/;
const MIN_SPEECHES = 3;
const MIN_SPEECH_SHARE = 0.25;
/** Safety factor, because widths are estimated from the number of characters. */
const FIT_TOLERANCE = 1.25;

export const nameInLine = ({ text }: Line): string => text.trim().replace(NAME_EXTENSIONS, '');

const speakerOf = (line: Line): string | null => SPEAKER.exec(nameInLine(line))?.[0] ?? null;

function nameBesideSpeech({ text, besideAt }: Line): string | null {
  const name = besideAt === undefined ? '' : text.slice(0, besideAt).trim();
  return NAME.test(name) ? `${name}\t` : null;
}

export const beginsWithName = (line: Line, speakers: PdfSpeakers): boolean =>
  isNameAlone(line, speakers) || isBesideName(line, speakers) || speakers.has(speakerOf(line) ?? '');

export const isNameAlone = (line: Line, speakers: PdfSpeakers): boolean => speakers.has(nameInLine(line));

const isBesideName = (line: Line, speakers: PdfSpeakers): boolean => speakers.has(nameBesideSpeech(line) ?? '');

/** Moves a name that is recognisable only by position to a separate line, in capitals. */
export function withNameAbove(line: Line, speakers: PdfSpeakers): string {
  const text = line.text.trim();
  const name = isBesideName(line, speakers)
    ? nameBesideSpeech(line)
    : isNameAlone(line, speakers)
      ? nameInLine(line)
      : null;
  if (name === null) return text;
  const rest = text.slice(name.trim().length);
  return name.trim().toUpperCase() + (name.endsWith('\t') ? `\n${rest.trim()}` : rest);
}

/** @param gap minimum gap between paragraphs, in points */
export function findSpeakers(pages: readonly (readonly Line[])[], gap: number): PdfSpeakers {
  const names: string[] = [];
  let starts = 0;
  for (const page of pages) {
    page.forEach((line, index) => {
      const above = page[index - 1];
      if (!above || above.column !== line.column || above.y - line.y <= gap) return;
      starts += 1;
      const name = speakerOf(line) ?? (isSetApart(line, page[index + 1], gap) ? nameInLine(line) : null);
      if (name !== null) names.push(name);
    });
  }
  const fewest = Math.max(MIN_SPEECHES, starts * MIN_SPEECH_SHARE);
  const beside = recurringNames(namesBeside(pages.flat()));
  return new Set([recurringNames(names), beside].flatMap((found) => (found.length < fewest ? [] : found)));
}

const isSetApart = (line: Line, next: Line | undefined, gap: number): boolean =>
  NAME.test(nameInLine(line)) &&
  next?.column === line.column &&
  line.y > next.y &&
  line.y - next.y <= gap &&
  fitsOnLineAbove(line, next);

function namesBeside(lines: readonly Line[]): string[] {
  const byPlace = Map.groupBy(
    lines.filter((line) => nameBesideSpeech(line) !== null),
    ({ besideX = 0 }) => Math.round(besideX),
  );
  const most = [...byPlace.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
  return most.map((line) => nameBesideSpeech(line) ?? '');
}

function recurringNames(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.filter((name) => (counts.get(name) ?? 0) >= 2);
}

/** Returns whether the first word would have fit on the previous line. If so, the line break starts a new paragraph. */
export function fitsOnLineAbove(above: Line, line: Line): boolean {
  const text = line.text.trim();
  const word = at(text.split(/\s/, 1), 0).length + 1;
  const width = ((line.end - line.x) / Math.max(1, text.length)) * word;
  return above.end + width * FIT_TOLERANCE < above.right;
}
