// What is decided about a script before a project is made of it: whether it is one, who speaks in it, and which spellings
// are one role.
import { z } from 'zod';
import { NARRATOR } from '../model/cast.ts';
import { countCharacters } from './characters.ts';
import { leadingPauses } from './pauses.ts';
import { rewriteMarks } from './rewrite-marks.ts';
import { type RoleMarkReader, roleMarkReader, withEscapedMark } from './role-marks.ts';
import { tidyRoleName } from './role-names.ts';
import type { RoleMarkOptions } from './script-options.ts';

export const importChoicesSchema = z.object({
  kind: z.enum(['script', 'prose']),
  /** Names that are roles; null: all that stand before a colon in a script, none in prose. */
  roles: z.array(z.string()).nullable(),
  /** Spellings of one role: what stands under `from` is spoken by `into`. */
  merges: z.array(z.object({ from: z.string(), into: z.string() })),
});
export type ImportChoices = z.infer<typeof importChoicesSchema>;

/** A name that stands before a colon at the start of rows. */
export interface RoleCandidate {
  readonly name: string;
  /** Rows that it begins, and the characters that follow it in them. */
  readonly rows: number;
  readonly characters: number;
}

/** `Algernon Moncrieff: …`: up to three words, each with a capital. */
const NAME_BEFORE_COLON = /^((?:\p{Lu}[\p{L}\p{M}'’.-]*)(?:[ \t]+\p{Lu}[\p{L}\p{M}'’.-]*){0,2}):(?=\s|$)/u;
/** In prose a name in small letters is a role only where it comes again and again. */
const RECURRING = 3;
/** Two names that are so alike may be two spellings of one. */
const MOST_EDITS = 2;
const SHORTEST_ALIKE = 5;

/** Who may be meant to speak in a text, the most frequent first. In prose nobody is, until somebody says so. */
export function roleCandidates(text: string, kind: ImportChoices['kind']): RoleCandidate[] {
  const capitals = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
  const found = new Map<string, { rows: number; characters: number; isCapital: boolean }>();
  for (const [row] of text.matchAll(/[^\r\n]+/g)) {
    const body = withoutPauses(row);
    const mark = capitals(body);
    const name = mark?.role ?? (kind === 'prose' ? tidyRoleName(NAME_BEFORE_COLON.exec(body)?.[1] ?? '') : '');
    if (name === '') continue;
    const candidate = found.get(name) ?? { rows: 0, characters: 0, isCapital: mark !== null };
    candidate.rows += 1;
    candidate.characters += countCharacters(body.slice(body.search(/[:：]/) + 1).trim());
    found.set(name, candidate);
  }
  return Array.from(found, ([name, { isCapital, ...counts }]) => ({ name, ...counts, isCapital }))
    .filter(({ rows, isCapital }) => isCapital || rows >= RECURRING)
    .map(({ name, rows, characters }) => ({ name, rows, characters }))
    .toSorted((a, b) => b.rows - a.rows);
}

/** A text as the choices read it. Only marks change, and backslashes before what is to be no mark. */
export function applyChoices(
  text: string,
  { kind, roles, merges }: ImportChoices,
): RoleMarkOptions & { readonly text: string } {
  const candidates = roleCandidates(text, kind).map(({ name }) => name);
  const chosen = new Set(roles ?? (kind === 'script' ? candidates : []));
  const into = new Map(merges.map((merge) => [merge.from, merge.into]));
  // Who is merged is a role, be it ticked or not: it speaks as the other.
  const speaking = [...chosen].filter((name) => !into.has(name)).concat(merges.map((merge) => merge.into));
  const confirmedRoles = kind === 'script' ? [] : [...new Set(speaking)].filter((name) => name !== NARRATOR);
  const options = { roleMarks: kind === 'script' ? 'capitals' : 'confirmed', confirmedRoles } as const;
  const readers = {
    // Every candidate is a mark while they are told apart.
    before: roleMarkReader({ roleMarks: 'capitals', confirmedRoles: candidates }),
    after: roleMarkReader(options),
  };
  const isSilent = (name: string) => kind === 'script' && name !== NARRATOR && !chosen.has(name) && !into.has(name);
  const silent = new Set(candidates.filter(isSilent));
  if (silent.size === 0 && into.size === 0) return { ...options, text };
  return { ...options, text: text.replaceAll(/[^\r\n]+/g, (row) => readRow(row, silent, into, readers)) };
}

interface Readers {
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
}

function readRow(
  row: string,
  silent: ReadonlySet<string>,
  into: ReadonlyMap<string, string>,
  readers: Readers,
): string {
  const body = withoutPauses(row);
  const role = readers.before(body)?.role;
  if (role === undefined) return row;
  const start = row.length - body.length;
  if (silent.has(role)) return row.slice(0, start) + withEscapedMark(body, readers.before);
  const merged = into.get(role);
  if (merged === undefined || merged === role) return row;
  const only = new Map([[0, merged]]);
  return row.slice(0, start) + rewriteMarks(body, { from: role, into: merged, ...readers, only }).source;
}

/** A row from its mark on. */
function withoutPauses(row: string): string {
  const words = row.trimStart();
  return words.slice(leadingPauses(words).length);
}

/**
 * Names that may be other spellings of more frequent ones: a letter or two apart, or one a part of the other
 * (`ALGERNON`, `ALGERNON MONCRIEFF`).
 *
 * @param names the most frequent first
 * @returns by the rarer name, the one that it is like
 */
export function alikeNames(names: readonly string[]): Map<string, string> {
  const alike = new Map<string, string>();
  names.forEach((name, at) => {
    if (name === NARRATOR) return;
    const like = names.slice(0, at).find((other) => other !== NARRATOR && isAlike(name, other));
    if (like !== undefined) alike.set(name, like);
  });
  return alike;
}

function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  if (a === b) return true;
  // A first name, or a name with a title; but a number tells two apart.
  if (/\d/.test(a + b)) return false;
  if (a.startsWith(`${b} `) || b.startsWith(`${a} `)) return true;
  return Math.min(a.length, b.length) >= SHORTEST_ALIKE && editsWithin(a, b, MOST_EDITS);
}

/** Whether one text becomes the other by so many letters put in, left out or changed. */
function editsWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let before = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let row = 1; row <= a.length; row += 1) {
    const now = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const change = (before[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      now.push(Math.min(change, (before[column] ?? 0) + 1, (now[column - 1] ?? 0) + 1));
    }
    before = now;
  }
  return (before[b.length] ?? 0) <= most;
}
