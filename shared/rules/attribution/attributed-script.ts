// A book's script text with lines for those who speak in it: only marks are added, no word changes.
import { NARRATOR } from '../../model/cast.ts';
import type { Paragraph } from '../../model/script.ts';
import { DEFAULT_PROJECT_SETTINGS, type ScriptOptions } from '../../model/settings.ts';
import { formatParagraph } from '../format-paragraph.ts';
import { readParagraph } from '../parse-paragraph.ts';
import { type RoleMarkReader, rewriteMarks, roleMarkReader } from '../role-marks.ts';
import { LONGEST_ROLE_NAME, tidyRoleName } from '../role-names.ts';
import { parseScript } from '../script-text.ts';
import { type Attribution, attributeQuotations, CLAIMED_FROM } from './attribute.ts';

/** As the text of a book is read before anybody speaks in it. */
const PLAIN: ScriptOptions = { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles: [] };
const READ_PLAIN = roleMarkReader(PLAIN);
const SOUNDS = /[\p{L}\p{N}\p{S}]/u;

export interface AttributedScript {
  /** Script text whose marks are read where `roles` are confirmed. */
  readonly text: string;
  /** Who speaks, the most frequent first. */
  readonly roles: readonly string[];
  /** Quotations in the text, and those of them that became a role's lines. */
  readonly quotations: number;
  readonly claimed: number;
}

/**
 * The paragraphs of a script text as quotations are looked for in them: null for headings, directions and pauses of
 * their own.
 */
export const scriptPassages = (text: string): (string | null)[] => parseScript(text, PLAIN).map(passageOf);

function passageOf({ kind, source }: Paragraph): string | null {
  if (kind !== 'speech') return null;
  const content = readParagraph(source, READ_PLAIN);
  if (content.kind !== 'speech') return null;
  return content.parts.map((part) => ('text' in part ? part.text : '')).join(' ');
}

/**
 * Gives those quotations of a book to roles whose speakers are known with confidence: a paragraph that mixes narration
 * and speech becomes paragraphs of the narrator and of roles. All else stays with the narrator.
 *
 * @param text script text in which no roles are confirmed
 */
export function attributeScript(text: string): AttributedScript {
  const paragraphs = parseScript(text, PLAIN);
  const passages = paragraphs.map(passageOf);
  const attributions = attributeQuotations(passages);
  const uses = new Map<string, number>();
  for (const attribution of attributions.flat()) {
    const role = roleOf(attribution);
    if (role !== null) uses.set(role, (uses.get(role) ?? 0) + 1);
  }
  const roles = [...uses].sort((a, b) => b[1] - a[1]).map(([role]) => role);
  const readMark = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: roles });
  const written = paragraphs.map((paragraph, at) => {
    const passage = passages[at] ?? null;
    if (passage === null) return paragraph.source + paragraph.gap;
    return writeParagraph(paragraph.source, passage, attributions[at] ?? [], readMark) + paragraph.gap;
  });
  const quotations = attributions.flat().filter(({ evidence }) => evidence !== 'mention').length;
  const claimed = [...uses.values()].reduce((sum, count) => sum + count, 0);
  return { text: written.join(''), roles, quotations, claimed };
}

/** The role that a quotation goes to; null where it stays with the narrator. */
function roleOf({ speaker, confidence }: Attribution): string | null {
  if (speaker === null || confidence < CLAIMED_FROM) return null;
  const role = tidyRoleName(speaker.charAt(0).toUpperCase() + speaker.slice(1));
  if (role === NARRATOR || role.length > LONGEST_ROLE_NAME) return null;
  return roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: [role] })(`${role}: `)?.role === role ? role : null;
}

interface RolePiece {
  readonly role: string | null;
  text: string;
}

function writeParagraph(
  source: string,
  passage: string,
  attributions: readonly Attribution[],
  readMark: RoleMarkReader,
): string {
  const isPlain = readParagraph(source, READ_PLAIN);
  const hasOneTurn = isPlain.kind === 'speech' && isPlain.parts.length === 1;
  const pieces = hasOneTurn ? piecesOf(passage, attributions) : [];
  if (!pieces.some(({ role }) => role !== null)) return withoutMarks(source, readMark);
  return pieces
    .map(({ role, text }) => {
      // In a role's turn brackets would be directions.
      const words = role === null ? text : text.replaceAll('(', '\\(');
      const options = { roleMarks: 'confirmed', confirmedRoles: role === null ? [] : [role] } as const;
      const row = formatParagraph({ kind: 'speech', parts: [{ role, text: words }] }, options);
      return role === null ? withoutMarks(row, readMark) : row;
    })
    .join('\n\n');
}

/** The narrator's rows, escaped where they would be read as a role's from now on. */
const withoutMarks = (source: string, after: RoleMarkReader): string =>
  rewriteMarks(source, { from: '', into: '', before: READ_PLAIN, after, only: new Map() }).source;

function piecesOf(passage: string, attributions: readonly Attribution[]): RolePiece[] {
  const pieces: RolePiece[] = [];
  const add = (role: string | null, text: string): void => {
    const last = pieces.at(-1);
    // Signs between two quotations are no line of their own.
    if (last && (last.role === role || !SOUNDS.test(text))) last.text += text;
    else if (text.trim() !== '') pieces.push({ role, text });
  };
  let position = 0;
  for (const attribution of attributions) {
    add(null, passage.slice(position, attribution.start));
    add(roleOf(attribution), passage.slice(attribution.start, attribution.end));
    position = attribution.end;
  }
  add(null, passage.slice(position));
  return joinSilent(pieces).map(({ role, text }) => ({ role, text: text.trim() }));
}

/** A first piece without words goes with the one behind it. */
function joinSilent([first, second, ...others]: RolePiece[]): RolePiece[] {
  if (first === undefined || second === undefined || SOUNDS.test(first.text)) {
    return [first, second, ...others].filter((piece) => piece !== undefined);
  }
  return [{ ...second, text: first.text + second.text }, ...others];
}
