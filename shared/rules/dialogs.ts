import type { Paragraph, ParagraphContent, SpeechPart, Turn } from '../model/script.ts';
import type { ScriptOptions } from '../model/settings.ts';
import { hasCueRow } from './brackets.ts';
import { formatParagraph } from './format-paragraph.ts';
import { parseParagraph } from './parse-paragraph.ts';
import { paragraphOf, parseScript } from './script-text.ts';
import { addTurns, charactersOf, NO_TURNS, type SentSize } from './turn-prefix.ts';

interface OpenDialog {
  readonly paragraphs: Paragraph[];
  readonly turns: Turn[];
  readonly roles: Set<string | null>;
  size: SentSize;
}

const createDialog = (): OpenDialog => ({ paragraphs: [], turns: [], roles: new Set(), size: NO_TURNS });

/**
 * Combines consecutive paragraphs by two marked roles into dialog paragraphs that fit into a job. A dialog ends at
 * anything other than a plain turn. Applying this function again changes nothing. Paragraphs that aren't combined are
 * returned as the same objects.
 */
export function groupDialogs(paragraphs: readonly Paragraph[], options: ScriptOptions): Paragraph[] {
  const grouped: Paragraph[] = [];
  let dialog = createDialog();
  const endDialog = (): void => {
    for (const paragraph of closeDialog(dialog, options)) grouped.push(paragraph);
    dialog = createDialog();
  };
  for (const paragraph of paragraphs) {
    const turns = turnsOfOneRole(paragraph);
    if (turns === null) {
      endDialog();
      grouped.push(paragraph);
      continue;
    }
    if (!canAppend(dialog, turns, options)) endDialog();
    dialog.paragraphs.push(paragraph);
    for (const turn of turns) {
      dialog.turns.push(turn);
      dialog.roles.add(turn.role);
    }
    dialog.size = addTurns(dialog.size, turns, options);
  }
  endDialog();
  return grouped;
}

export function ungroupDialogs(paragraphs: readonly Paragraph[], options: ScriptOptions): Paragraph[] {
  return paragraphs.flatMap((paragraph) => {
    if (paragraph.kind !== 'speech' || paragraph.problem?.kind === 'three-roles') return [paragraph];
    // Lines with sound cues aren't turns, so they would be lost in a dialog.
    if (hasCueRow(paragraph.source)) return [paragraph];
    const content = parseParagraph(paragraph.source, options);
    if (content.kind !== 'speech' || rolesIn(content.parts).size < 2) return [paragraph];
    const pieces = content.parts.map((part): ParagraphContent => {
      if ('text' in part) return { kind: 'speech', parts: [part] };
      const { pauseSeconds: seconds, ...mark } = part;
      return { kind: 'pause', seconds, ...mark };
    });
    const lineBreak = lineBreakOf(paragraph);
    return pieces.map((piece, index) => {
      const isLast = index === pieces.length - 1;
      return writeParagraph(piece, isLast ? paragraph.gap : lineBreak + lineBreak, lineBreak, options);
    });
  });
}

function turnsOfOneRole(paragraph: Paragraph): readonly Turn[] | null {
  const [line, another] = paragraph.lines;
  if (paragraph.kind !== 'speech' || paragraph.problem !== undefined || hasCueRow(paragraph.source)) return null;
  if (line === undefined || another !== undefined) return null;
  if (line.pauseBeforeSeconds !== undefined || line.pauseAfterSeconds !== undefined) return null;
  const [role, otherRole] = rolesIn(line.turns);
  return role === null || role === undefined || otherRole !== undefined ? null : line.turns;
}

function canAppend({ roles, size }: OpenDialog, turns: readonly Turn[], options: ScriptOptions): boolean {
  const joined = addTurns(size, turns, options);
  return roles.union(rolesIn(turns)).size <= 2 && charactersOf(joined) <= options.lineCharacters;
}

function closeDialog(dialog: OpenDialog, options: ScriptOptions): Paragraph[] {
  const last = dialog.paragraphs.at(-1);
  if (last === undefined || dialog.roles.size < 2) return dialog.paragraphs;
  return [writeParagraph({ kind: 'speech', parts: dialog.turns }, last.gap, lineBreakOf(last), options)];
}

function rolesIn(parts: readonly SpeechPart[]): Set<string | null> {
  return new Set(parts.flatMap((part) => ('text' in part ? [part.role] : [])));
}

function writeParagraph(content: ParagraphContent, gap: string, lineBreak: string, options: ScriptOptions): Paragraph {
  const source = formatParagraph(content, options).replaceAll('\n', lineBreak);
  return paragraphOf(parseParagraph(source, options), source, gap, undefined, options);
}

function lineBreakOf(paragraph: Paragraph): string {
  return /\r\n?|\n/.exec(paragraph.gap + paragraph.source)?.[0] ?? '\n';
}

export interface DialogChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface DialogEdits {
  readonly changes: readonly DialogChange[];
  readonly linesBefore: number;
  readonly linesAfter: number;
}

/** Returns edits that combine turns of two roles into dialogs, or split dialogs, in paragraphs that touch `range`. */
export function dialogEdits(
  text: string,
  options: ScriptOptions,
  action: 'group' | 'ungroup',
  range: { readonly from: number; readonly to: number } = { from: 0, to: text.length },
): DialogEdits {
  const all = parseScript(text, options);
  let start = 0;
  let first = 0;
  const concerned = all.filter((paragraph) => {
    const end = start + paragraph.source.length;
    const isConcerned = start <= range.to && end >= range.from;
    if (end < range.from) first = end + paragraph.gap.length;
    start = end + paragraph.gap.length;
    return isConcerned;
  });
  const after = action === 'group' ? groupDialogs(concerned, options) : ungroupDialogs(concerned, options);
  return {
    changes: findChanges(concerned, after, first),
    linesBefore: countLines(concerned),
    linesAfter: countLines(after),
  };
}

/** Unchanged paragraphs are the same objects in both lists, so each run of changed paragraphs is one replacement. */
function findChanges(before: readonly Paragraph[], after: readonly Paragraph[], start: number): DialogChange[] {
  const stays = new Set<Paragraph>(before);
  const changes: DialogChange[] = [];
  let position = start;
  let at = 0;
  for (let next = 0; next < after.length; ) {
    const run: Paragraph[] = [];
    for (let paragraph = after[next]; paragraph && !stays.has(paragraph); paragraph = after[next]) {
      run.push(paragraph);
      next += 1;
    }
    const anchor = after[next];
    const from = position;
    while (at < before.length && before[at] !== anchor) position += lengthOf(before[at++]);
    if (run.length > 0) changes.push(withoutLastGap(from, position, run));
    if (anchor) position += lengthOf(before[at++]);
    next += 1;
  }
  return changes;
}

function withoutLastGap(from: number, to: number, run: readonly Paragraph[]): DialogChange {
  const insert = run.map(({ source, gap }) => source + gap).join('');
  const gap = run.at(-1)?.gap.length ?? 0;
  return { from, to: to - gap, insert: insert.slice(0, insert.length - gap) };
}

const lengthOf = (paragraph: Paragraph | undefined): number =>
  paragraph ? paragraph.source.length + paragraph.gap.length : 0;

const countLines = (paragraphs: readonly Paragraph[]): number =>
  paragraphs.reduce((sum, { lines }) => sum + lines.length, 0);
