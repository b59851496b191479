import type { ParagraphContent, SpeechPart, Turn } from '../model/script.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { bracketRanges, isBracketed, parseCueRow, withoutBrackets } from './brackets.ts';
import { inlineCues } from './cue-labels.ts';
import { append } from './lists.ts';
import { leadingPauses, type PauseMark, pauseMarks } from './pauses.ts';
import { type RoleMarkReader, roleMarkReader, withoutEscapedMark } from './role-marks.ts';
import { withoutRanges } from './spoken-text.ts';

const ROW_BREAK = /\r\n?|\n/;
const HEADING = /^##?(?=\s|$)/;

/** Escapes that can be removed on their own. Escapes of marks are removed together with the marks. */
const ESCAPE = /\\(?=[#(]|\[(?!spell))/gi;
const MARKED_ESCAPE = /\\(?=#|\[(?!spell))/gi;

interface ParagraphSection {
  readonly role: string | null;
  readonly rows: string[];
}

/**
 * Parses a heading line, or several without a blank line in between. Whether a heading is a title depends on the
 * context.
 */
export function parseParagraph(source: string, options: RoleMarkOptions): ParagraphContent {
  return readParagraph(source, roleMarkReader(options));
}

export function readParagraph(source: string, readMark: RoleMarkReader): ParagraphContent {
  const rows = splitRows(source);
  const joined = rows.join(' ');
  const heading = rows.length === 1 ? HEADING.exec(joined)?.[0] : undefined;
  if (heading !== undefined) {
    const level = heading.length === 1 ? 1 : 2;
    return { kind: 'heading', level, parts: speechParts({ role: null, rows: [joined.slice(level).trim()] }) };
  }
  if (isBracketed(joined) || parseCueRow(joined)?.pauses === '')
    return { kind: 'direction', text: withoutBrackets(joined) };
  const sections = splitSections(rows, readMark);
  if (sections.length === 0 && joined !== '') return { kind: 'direction', text: joined };
  const parts = sections.flatMap(speechParts);
  let seconds = 0;
  for (const part of parts) {
    if ('text' in part) return { kind: 'speech', parts };
    seconds += part.pauseSeconds;
  }
  if (parts.length === 0) return { kind: 'speech', parts };
  const [only] = parts;
  const isScene = parts.length === 1 && only !== undefined && 'isScene' in only;
  return { kind: 'pause', seconds, ...(isScene && { isScene }) };
}

export function isHeadingRow(row: string): boolean {
  return HEADING.test(row.trim());
}

function splitRows(source: string): string[] {
  if (!source.includes('\n') && !source.includes('\r')) return [source.trim()];
  const rows = source.split(source.includes('\r') ? ROW_BREAK : '\n').map((row) => row.trim());
  return rows.filter((row) => row !== '');
}

function splitSections(rows: readonly string[], readMark: RoleMarkReader): ParagraphSection[] {
  const sections: ParagraphSection[] = [];
  let current: ParagraphSection | undefined;
  for (const full of rows) {
    const row = parseCueRow(full)?.pauses ?? full;
    if (row === '') continue;
    const pauses = leadingPauses(row);
    const words = row.slice(pauses.length);
    const mark = readMark(words);
    if (mark?.isCue && pauses === '') continue;
    if (current === undefined && (mark === null || pauses !== '')) {
      current = { role: null, rows: [] };
      sections.push(current);
    }
    if (mark === null) {
      current?.rows.push(pauses + withoutEscapedMark(words, readMark));
      continue;
    }
    if (pauses !== '') current?.rows.push(pauses);
    if (mark.isCue) continue;
    current = { role: mark.role, rows: [words.slice(mark.end)] };
    sections.push(current);
  }
  return sections;
}

export const parseSpeech = (role: string, words: string): ParagraphContent => ({
  kind: 'speech',
  parts: speechParts({ role, rows: [words] }),
});

/** Splits a role's words at pauses. A role with only pauses gets one empty turn. */
function speechParts(section: ParagraphSection): SpeechPart[] {
  const isMarked = section.role !== null;
  const raw = withoutInlineCues(section.rows, isMarked);
  const text = isMarked ? movePausesOutOfBrackets(raw) : raw;
  const parts: SpeechPart[] = [];
  let position = 0;
  for (const pause of pauseMarks(text)) {
    append(parts, toTurns(section.role, text.slice(position, pause.start)));
    parts.push({ pauseSeconds: pause.seconds, ...(pause.isScene && { isScene: true }) });
    position = pause.end;
  }
  append(parts, toTurns(section.role, text.slice(position)));
  if (section.role !== null && !parts.some((part) => 'text' in part)) parts.unshift({ role: section.role, text: '' });
  return parts;
}

/** Joins the rows of a section, leaving out cues among the words. */
function withoutInlineCues(rows: readonly string[], isMarked: boolean): string {
  const raw = rows
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .join(' ');
  const cues = inlineCues(raw, isMarked);
  return cues.length === 0 ? raw : withoutRanges(raw, cues).trim();
}

/** Resolves escapes. After a role mark, brackets have a meaning, so escapes of brackets are kept. */
function toTurns(role: string | null, words: string): Turn[] {
  const text = words.trim();
  if (text === '') return [];
  return [{ role, text: text.includes('\\') ? text.replace(role === null ? ESCAPE : MARKED_ESCAPE, '') : text }];
}

/** Moves pauses inside a direction to the end of the direction, so that the direction stays in one piece. */
function movePausesOutOfBrackets(text: string): string {
  if (!text.includes('[')) return text;
  let moved = '';
  let position = 0;
  for (const range of bracketRanges(text)) {
    const inside = text.slice(range.start, range.end);
    const pauses = pauseMarks(inside);
    if (pauses.length === 0) continue;
    const marks = pauses.map((pause) => inside.slice(pause.start, pause.end)).join(' ');
    moved += `${text.slice(position, range.start)}${withoutPauses(inside, pauses)} ${marks}`;
    position = range.end;
  }
  return moved + text.slice(position);
}

function withoutPauses(text: string, pauses: readonly PauseMark[]): string {
  let kept = '';
  let position = 0;
  for (const pause of pauses) {
    kept += `${text.slice(position, pause.start).trimEnd()} `;
    position = pause.end;
  }
  return kept + text.slice(position).trimStart();
}
