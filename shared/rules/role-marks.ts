import { NARRATOR } from '../model/cast.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { at } from './at.ts';
import { countCharacters } from './characters.ts';
import { isCueLabel } from './cue-labels.ts';
import { leadingPauses } from './pauses.ts';

/** Longer names need an `@`, because long rows in capitals are mostly headings or shouted words. */
export const MAX_CAPITALS_LENGTH = 40;
/** In characters. */
export const MAX_ROLE_NAME_LENGTH = 120;

/** Capitals in any script, digits and some punctuation, then a colon. The length limit keeps matching cheap. */
const CAPITALS = /^([\p{Lu}\p{Nd}][\p{Lu}\p{Nd}\p{M} \t\u00a0\u202f.'’\-&/]{0,160})([:：])/u;
const LETTER = /\p{Lu}/u;
const COLON = /[:：]/;
const WHITE_SPACE = /\s/;
const STARTS_WORDS = /^[\p{L}\p{Pi}\p{Ps}"'‚„¿¡]/u;

/** `@Mara:` or `@田中：` marks any name as a role, like `@` in Fountain. */
const STATED = /^@(?=[^\s:：])([^\r\n:：]{1,480})[:：]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

const OTHER_MARK = /^[#([\\]/;

interface RoleMark {
  readonly role: string;
  readonly end: number;
  /** Whether the name is the label of a cue, such as `SFX:`. Such a line isn't spoken, and `@SFX:` is a role. */
  readonly isCue?: boolean;
}

/** Finds a role mark at the start of a line without leading white space. Returns null if the line has no role mark. */
export type RoleMarkReader = (row: string) => RoleMark | null;

/**
 * Creates a reader for confirmed names, `NARRATOR`, names after `@` and, if allowed, capitals before a colon. After
 * capitals, the colon may also be directly before a word (`LANE:Yes`, but not `HTTP://` or `A:1`).
 */
export function roleMarkReader(options: RoleMarkOptions): RoleMarkReader {
  const confirmed = new Set([NARRATOR, ...options.confirmedRoles.map(normaliseName)]);
  const maxLength = [...confirmed].reduce((most, name) => Math.max(most, name.length), 0);
  // The first character is enough to rule out most lines.
  const initials = new Set([...confirmed].map((name) => name.charAt(0)));
  const capitals = options.roleMarks === 'capitals';
  return (row) => {
    if (startsWithAtMark(row)) return statedMark(row);
    const mark = capitals ? capitalsMark(row) : null;
    if (mark !== null) return isCueLabel(mark.role) && !confirmed.has(mark.role) ? { ...mark, isCue: true } : mark;
    return initials.has(row.charAt(0)) ? confirmedMark(row, confirmed, maxLength) : null;
  };
}

export function withoutEscapedMark(row: string, readMark: RoleMarkReader): string {
  return startsWithMark(row, readMark) ? row.slice(1) : row;
}

export function withEscapedMark(row: string, readMark: RoleMarkReader): string {
  return readMark(row) !== null || startsWithMark(row, readMark) ? `\\${row}` : row;
}

function startsWithMark(row: string, readMark: RoleMarkReader): boolean {
  return row.startsWith('\\') && readMark(row.replace(/^\\+/, '')) !== null;
}

function capitalsMark(row: string): RoleMark | null {
  const match = CAPITALS.exec(row);
  if (match === null) return null;
  const name = normaliseName(at(match, 1));
  const end = match[0].length;
  if (!LETTER.test(name) || countCharacters(name) > MAX_CAPITALS_LENGTH) return null;
  return isMarkColon(row, end) || STARTS_WORDS.test(row.slice(end)) ? { role: name, end } : null;
}

export const startsWithAtMark = (row: string): boolean => row.startsWith('@');

function statedMark(row: string): RoleMark | null {
  const match = STATED.exec(row);
  if (match === null) return null;
  const name = normaliseName(at(match, 1));
  const end = match[0].length;
  const isName = LETTER_OR_DIGIT.test(name) && countCharacters(name) <= MAX_ROLE_NAME_LENGTH;
  return isName && isMarkColon(row, end) ? { role: name, end } : null;
}

/** Returns the mark for a role, without `@` if possible. Returns null if the name can't be written as a mark. */
export const markFor = (role: string, readMark: RoleMarkReader): string | null =>
  [`${role}:`, `@${role}:`].find((mark) => isMarkOf(role, readMark(mark))) ?? null;

const isMarkOf = (role: string, mark: RoleMark | null): boolean => mark?.role === role && mark.isCue !== true;

function confirmedMark(row: string, confirmed: ReadonlySet<string>, maxLength: number): RoleMark | null {
  const colon = row.slice(0, 2 * maxLength + 2).search(COLON);
  if (colon < 1 || !isMarkColon(row, colon + 1) || OTHER_MARK.test(row)) return null;
  const role = normaliseName(row.slice(0, colon));
  return confirmed.has(role) ? { role, end: colon + 1 } : null;
}

function isMarkColon(row: string, end: number): boolean {
  return row.charAt(end - 1) === '：' || end === row.length || WHITE_SPACE.test(row.charAt(end));
}

function normaliseName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

export interface MarkRewrite {
  readonly from: string;
  readonly into: string;
  /** There are two readers, because a name may be a role only before or only after the rewrite. */
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
  /** Positions of the marks to rewrite, each with the new spelling. If undefined, all marks become `into`. */
  readonly only?: ReadonlyMap<number, string>;
}

export interface RewrittenMark {
  readonly at: number;
  readonly name: string;
}

export interface RewrittenSource {
  readonly source: string;
  readonly marks: readonly RewrittenMark[];
}

const ROW = /[^\r\n]+/g;

/** Renames a role in a paragraph's marks. Throws a RangeError if the new name can't be read as a role mark. */
export function rewriteMarks(source: string, rewrite: MarkRewrite): RewrittenSource {
  const marks: RewrittenMark[] = [];
  let count = 0;
  const rewritten = source.replaceAll(ROW, (row) => {
    const words = row.trimStart();
    const start = row.length - words.length + leadingPauses(words).length;
    const body = row.slice(start);
    const mark = rewrite.before(body);
    if (mark === null) {
      return row.slice(0, start) + withEscapedMark(withoutEscapedMark(body, rewrite.before), rewrite.after);
    }
    const at = count;
    count += 1;
    const wanted = rewrite.only ? rewrite.only.get(at) : rewrite.into;
    if (!isMarkOf(rewrite.from, mark) || wanted === undefined) return row;
    const written = body.slice(0, mark.end - 1);
    const name = written.trimEnd();
    marks.push({ at, name });
    const marked = rewrittenMark(wanted, written.slice(name.length), body.slice(mark.end - 1), rewrite);
    return row.slice(0, start) + marked;
  });
  return { source: rewritten, marks };
}

function rewrittenMark(name: string, space: string, rest: string, { after, into }: MarkRewrite): string {
  const [colon, words] = [rest.charAt(0), rest.slice(1)];
  // Directly before a word, a colon counts only after capitals, and some kinds of white space aren't allowed before
  // the colon.
  const plain = [name + space + rest, `${name}${space}${colon} ${words}`, name + rest, `${name}${colon} ${words}`];
  const forms = [...plain, `@${name}${rest}`, `@${name}${colon} ${words}`];
  const read = forms.find((form) => isMarkOf(into, after(form)));
  if (read !== undefined) return read;
  throw new RangeError(`"${into}" can't be read as the name of a role.`);
}

export const IN_CAPITALS: RoleMarkOptions = { roleMarks: 'capitals', confirmedRoles: [] };

export const readCapitals: RoleMarkReader = roleMarkReader(IN_CAPITALS);
