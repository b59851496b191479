import { NARRATOR } from '../model/cast.ts';
import type { ParagraphContent, SpeechPart, Turn } from '../model/script.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { encloseInBrackets, hasOpenBracket, isBracketed, parseCueRow } from './brackets.ts';
import { joinLines } from './characters.ts';
import { inlineCues } from './cue-labels.ts';
import { escapePauses, formatPause } from './pauses.ts';
import { markFor, type RoleMarkReader, roleMarkReader, withEscapedMark } from './role-marks.ts';

const HEADING = /^##?(?=\s|$)/;
const BACKSLASH_BEFORE_MARK = /\\(?=[#(]|\[(?!spell))/gi;
const MARKED_BACKSLASH_BEFORE_MARK = /\\(?=#|\[(?!spell))/gi;

/**
 * Returns a paragraph's canonical text. `parseParagraph` parses this text into the same structure, except that
 * unmarked turns are merged and, after a marked turn, assigned to NARRATOR.
 * @throws RangeError if a role's name can't be parsed back with these options, or a pause is out of range
 */
export function formatParagraph(content: ParagraphContent, options: RoleMarkOptions): string {
  if (content.kind === 'direction') return encloseInBrackets(joinLines(content.text));
  if (content.kind === 'pause') {
    const { seconds: pauseSeconds, isScene = false } = content;
    return formatPause({ pauseSeconds, isScene });
  }
  if (content.kind === 'heading') {
    const words = content.parts.map((part) => ('text' in part ? escapeUnmarked(part.text) : formatPause(part)));
    return ['#'.repeat(content.level), ...words].filter((word) => word !== '').join(' ');
  }
  const readMark = roleMarkReader(options);
  const text = rowsOf(content.parts)
    .map((row) => rowText(row, readMark))
    .filter((row) => row !== '')
    .join('\n');
  return isBracketed(text.replaceAll('\n', ' ')) ? `\\${text}` : text;
}

interface RowPart {
  readonly text: string;
  readonly isPause: boolean;
}

interface TextRow {
  readonly role: string | null;
  readonly words: RowPart[];
}

function rowsOf(parts: readonly SpeechPart[]): TextRow[] {
  const rows: TextRow[] = [];
  for (const part of parts) {
    const row = rows.at(-1);
    if (!('text' in part)) {
      const pause = { text: formatPause(part), isPause: true };
      if (row === undefined) rows.push({ role: null, words: [pause] });
      else row.words.push(pause);
      continue;
    }
    const { role, text } = nextTurn(row, part);
    const words = { text: role === null ? escapeUnmarked(text) : escapeMarked(text), isPause: false };
    const continues = row !== undefined && row.role === role && (role === null || continuesAfterPause(row, words));
    if (continues) row.words.push(words);
    else rows.push({ role, words: [words] });
  }
  return rows;
}

/** After a pause, words of the same role need no new mark, unless a bracket would then contain the pause. */
function continuesAfterPause(row: TextRow, next: RowPart): boolean {
  const spoken = row.words.some((word) => !word.isPause && word.text !== '');
  if (!spoken || next.text === '' || row.words.at(-1)?.isPause !== true) return false;
  return !hasOpenBracket(row.words.map((word) => word.text).join(' '));
}

/** After a marked turn, an unmarked turn needs a mark, and therefore its brackets need escapes. */
function nextTurn(row: TextRow | undefined, turn: Turn): Turn {
  if (turn.role !== null || row === undefined || row.role === null) return turn;
  return { role: NARRATOR, text: turn.text.replaceAll('(', '\\(') };
}

function rowText(row: TextRow, readMark: RoleMarkReader): string {
  const words = row.words.filter((word) => word.text !== '');
  if (row.role !== null) return [requireMark(row.role, readMark), ...words.map((word) => word.text)].join(' ');
  const first = words.findIndex((word) => !word.isPause);
  return words
    .map((word, index) => (index === first ? escapeRowStart(word.text, index === 0, readMark) : word.text))
    .join(' ');
}

function escapeRowStart(words: string, isRowStart: boolean, readMark: RoleMarkReader): string {
  return isRowStart && HEADING.test(words) ? `\\${words}` : withEscapedMark(words, readMark);
}

function requireMark(role: string, readMark: RoleMarkReader): string {
  const mark = markFor(role, readMark);
  if (mark === null) throw new RangeError(`"${role}" can't be written as the name of a role.`);
  return mark;
}

function escapeUnmarked(text: string): string {
  const escaped = escapeMarks(joinLines(text).replace(BACKSLASH_BEFORE_MARK, '$&$&'), false);
  return parseCueRow(escaped) === null ? escaped : `\\${escaped}`;
}

function escapeMarked(text: string): string {
  return escapeMarks(joinLines(text).replace(MARKED_BACKSLASH_BEFORE_MARK, '$&$&'), true);
}

/** Escapes pauses and cues among the words. */
function escapeMarks(text: string, isMarked: boolean): string {
  let escaped = '';
  let position = 0;
  for (const { start } of inlineCues(text, isMarked)) {
    escaped += `${text.slice(position, start)}\\`;
    position = start;
  }
  return escapePauses(escaped + text.slice(position));
}
