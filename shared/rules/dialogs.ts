// Turns of two roles joined into dialog lines, and taken apart again.
import type { Paragraph, Turn } from '../model/script.ts';
import { formatParagraph } from './format-paragraph.ts';
import type { ParagraphContent, SpeechPart } from './paragraph-content.ts';
import { parseParagraph } from './parse-paragraph.ts';
import type { ScriptOptions } from './script-options.ts';
import { paragraphOf } from './script-text.ts';
import { hasCueRow } from './sound-cues.ts';
import { charactersOf, NO_TURNS, type SentSize, withTurns } from './turn-prefix.ts';

/** Paragraphs that may become one dialog, with all their turns. */
interface Stretch {
  readonly paragraphs: Paragraph[];
  readonly turns: Turn[];
  readonly roles: Set<string | null>;
  size: SentSize;
}

const emptyStretch = (): Stretch => ({ paragraphs: [], turns: [], roles: new Set(), size: NO_TURNS });

/**
 * Joins consecutive paragraphs of two marked roles into dialog paragraphs, from the start, each as long as fits into a
 * job. A direction, heading, pause, paragraph without a mark, one that is silent, cut, a dialog already or unfit or has a sound cue ends
 * a stretch; a third role starts the next. A stretch of one role stays as it is. Applied again it changes nothing more.
 *
 * @returns paragraphs with canonical text, whose lines are read from it; the others are the very same objects
 */
export function groupDialogs(paragraphs: readonly Paragraph[], options: ScriptOptions): Paragraph[] {
  const grouped: Paragraph[] = [];
  let stretch = emptyStretch();
  const endStretch = (): void => {
    for (const paragraph of joinStretch(stretch, options)) grouped.push(paragraph);
    stretch = emptyStretch();
  };
  for (const paragraph of paragraphs) {
    const turns = turnsOfOneRole(paragraph);
    if (turns === null) {
      endStretch();
      grouped.push(paragraph);
      continue;
    }
    if (!accepts(stretch, turns, options)) endStretch();
    stretch.paragraphs.push(paragraph);
    for (const turn of turns) {
      stretch.turns.push(turn);
      stretch.roles.add(turn.role);
    }
    stretch.size = withTurns(stretch.size, turns, options);
  }
  endStretch();
  return grouped;
}

/** Takes dialog paragraphs apart: one paragraph for each turn. Pauses keep their place. Others stay the same objects. */
export function ungroupDialogs(paragraphs: readonly Paragraph[], options: ScriptOptions): Paragraph[] {
  return paragraphs.flatMap((paragraph) => {
    if (paragraph.kind !== 'speech' || paragraph.problem?.kind === 'three-roles') return [paragraph];
    // Its rows are no turns, and would be lost.
    if (hasCueRow(paragraph.source)) return [paragraph];
    const content = parseParagraph(paragraph.source, options);
    if (content.kind !== 'speech' || rolesIn(content.parts).size < 2) return [paragraph];
    const pieces = content.parts.map((part): ParagraphContent => {
      return 'text' in part ? { kind: 'speech', parts: [part] } : { kind: 'pause', seconds: part.pauseSeconds };
    });
    const lineBreak = lineBreakOf(paragraph);
    return pieces.map((piece, index) => {
      const isLast = index === pieces.length - 1;
      return written(piece, isLast ? paragraph.gap : lineBreak + lineBreak, lineBreak, options);
    });
  });
}

/** The turns of a paragraph that is one line of one marked role without pauses, else null. */
function turnsOfOneRole(paragraph: Paragraph): readonly Turn[] | null {
  const [line, another] = paragraph.lines;
  if (paragraph.kind !== 'speech' || paragraph.problem !== undefined || hasCueRow(paragraph.source)) return null;
  if (line === undefined || another !== undefined) return null;
  if (line.pauseBeforeSeconds !== undefined || line.pauseAfterSeconds !== undefined) return null;
  const [role, otherRole] = rolesIn(line.turns);
  return role === null || role === undefined || otherRole !== undefined ? null : line.turns;
}

function accepts({ roles, size }: Stretch, turns: readonly Turn[], options: ScriptOptions): boolean {
  const joined = withTurns(size, turns, options);
  return roles.union(rolesIn(turns)).size <= 2 && charactersOf(joined) <= options.lineCharacters;
}

function joinStretch(stretch: Stretch, options: ScriptOptions): Paragraph[] {
  const last = stretch.paragraphs.at(-1);
  if (last === undefined || stretch.roles.size < 2) return stretch.paragraphs;
  return [written({ kind: 'speech', parts: stretch.turns }, last.gap, lineBreakOf(last), options)];
}

function rolesIn(parts: readonly SpeechPart[]): Set<string | null> {
  return new Set(parts.flatMap((part) => ('text' in part ? [part.role] : [])));
}

function written(content: ParagraphContent, gap: string, lineBreak: string, options: ScriptOptions): Paragraph {
  const source = formatParagraph(content, options).replaceAll('\n', lineBreak);
  return paragraphOf(parseParagraph(source, options), source, gap, undefined, options);
}

/** The line break that a paragraph's text uses. */
function lineBreakOf(paragraph: Paragraph): string {
  return /\r\n?|\n/.exec(paragraph.gap + paragraph.source)?.[0] ?? '\n';
}
