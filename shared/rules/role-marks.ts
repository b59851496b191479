// Names before a colon: who speaks a row.
import { NARRATOR } from '../model/cast.ts';
import type { RoleMarkOptions } from '../model/settings.ts';
import { at } from './at.ts';
import { countCharacters } from './characters.ts';
import { leadingPauses } from './pauses.ts';

/** The longest name that capitals before a colon can be, in characters. */
const LONGEST_NAME = 40;

/** Capitals of any script, digits and a few signs, then a colon. The bound keeps a row of capitals cheap. */
const CAPITALS = /^([\p{Lu}\p{Nd}][\p{Lu}\p{Nd}\p{M} \t\u00a0\u202f.'’\-&/]{0,160})([:：])/u;
const LETTER = /\p{Lu}/u;
const COLON = /[:：]/;
const WHITE_SPACE = /\s/;
/** A letter, an opening quotation mark or an opening bracket. */
const WORDS_BEGIN = /^[\p{L}\p{Pi}\p{Ps}"'‚„¿¡]/u;

/** `@Mara:`, `@田中：`: says that any name is a role, as Fountain's `@` does. */
const STATED = /^@(?=[^\s:：])([^\r\n:：]{1,160})[:：]/;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** What a row may begin with that means something else than a name. */
const OTHER_MARK = /^[#([\\]/;

interface RoleMark {
  readonly role: string;
  /** Where the words begin that follow the mark, in UTF-16 code units. */
  readonly end: number;
}

/** Finds the role mark at the very start of a row without leading white space; null where there is none. */
export type RoleMarkReader = (row: string) => RoleMark | null;

/**
 * Reads role marks as a project's settings say: capitals before a colon, and names that were confirmed; or only those.
 * `NARRATOR` always is a role, and so is any name behind an `@`. A colon counts before white space or at the row's end, a full-width colon anywhere; behind
 * capitals also directly before a word, a quotation or a bracket (`LANE:Yes`, but not `HTTP://` or `A:1`).
 */
export function roleMarkReader(options: RoleMarkOptions): RoleMarkReader {
  const confirmed = new Set([NARRATOR, ...options.confirmedRoles.map(tidyName)]);
  const longest = [...confirmed].reduce((most, name) => Math.max(most, name.length), 0);
  // Most rows are told from a name by their first character.
  const initials = new Set([...confirmed].map((name) => name.charAt(0)));
  const capitals = options.roleMarks === 'capitals';
  return (row) => {
    if (isStatedRow(row)) return statedMark(row);
    const mark = capitals ? capitalsMark(row) : null;
    return mark === null && initials.has(row.charAt(0)) ? confirmedMark(row, confirmed, longest) : mark;
  };
}

/** A row as its author meant it, where a backslash before a role mark says that it is none. */
export function withoutEscapedMark(row: string, readMark: RoleMarkReader): string {
  return startsWithMark(row, readMark) ? row.slice(1) : row;
}

/** A row that is to carry no mark, with the backslash that it needs for that. */
export function withEscapedMark(row: string, readMark: RoleMarkReader): string {
  return readMark(row) !== null || startsWithMark(row, readMark) ? `\\${row}` : row;
}

/** Whether a row is a role mark behind one or more backslashes. */
function startsWithMark(row: string, readMark: RoleMarkReader): boolean {
  return row.startsWith('\\') && readMark(row.replace(/^\\+/, '')) !== null;
}

function capitalsMark(row: string): RoleMark | null {
  const match = CAPITALS.exec(row);
  if (match === null) return null;
  const name = tidyName(at(match, 1));
  const end = match[0].length;
  if (!LETTER.test(name) || countCharacters(name) > LONGEST_NAME) return null;
  return colonEnds(row, end) || WORDS_BEGIN.test(row.slice(end)) ? { role: name, end } : null;
}

/** Whether a row begins as one whose role is stated. */
export const isStatedRow = (row: string): boolean => row.startsWith('@');

function statedMark(row: string): RoleMark | null {
  const match = STATED.exec(row);
  if (match === null) return null;
  const name = tidyName(at(match, 1));
  const end = match[0].length;
  const isName = LETTER_OR_DIGIT.test(name) && countCharacters(name) <= LONGEST_NAME;
  return isName && colonEnds(row, end) ? { role: name, end } : null;
}

/** How a role is marked before its words: by its name alone where that reads as a mark; null for a name that can't be marked. */
export const markFor = (role: string, readMark: RoleMarkReader): string | null =>
  [`${role}:`, `@${role}:`].find((mark) => readMark(mark)?.role === role) ?? null;

function confirmedMark(row: string, confirmed: ReadonlySet<string>, longest: number): RoleMark | null {
  // Spaces inside and behind a name may be more than one.
  const colon = row.slice(0, 2 * longest + 2).search(COLON);
  if (colon < 1 || !colonEnds(row, colon + 1) || OTHER_MARK.test(row)) return null;
  const role = tidyName(row.slice(0, colon));
  return confirmed.has(role) ? { role, end: colon + 1 } : null;
}

function colonEnds(row: string, end: number): boolean {
  return row.charAt(end - 1) === '：' || end === row.length || WHITE_SPACE.test(row.charAt(end));
}

function tidyName(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}

export interface MarkRewrite {
  readonly from: string;
  readonly into: string;
  /** How marks are read now, and how they will be: one of the names may be a role only then, or only before. */
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
  /**
   * The marks that are meant, by their place among all marks of the paragraph (0-based), each with the name as it is to be
   * written; absent: all of that role, as `into` is called. Other marks of that role stay as they are.
   */
  readonly only?: ReadonlyMap<number, string>;
}

/** A mark that was rewritten. */
export interface RewrittenMark {
  /** Its place among all marks of the paragraph, 0-based. */
  readonly at: number;
  /** The name as it was written, white space inside it too. */
  readonly name: string;
}

export interface RewrittenSource {
  readonly source: string;
  readonly marks: readonly RewrittenMark[];
}

const ROW = /[^\r\n]+/g;

/**
 * Rewrites the marks of one role in a paragraph's rows. Nothing else changes but backslashes: a row that would be taken
 * for a mark from now on gets one, one that needs it no more loses it.
 *
 * @throws RangeError where the new name would not be read as the mark of a role
 */
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
    if (mark.role !== rewrite.from || wanted === undefined) return row;
    const written = body.slice(0, mark.end - 1);
    const name = written.trimEnd();
    marks.push({ at, name });
    const marked = markedAs(wanted, written.slice(name.length), body.slice(mark.end - 1), rewrite);
    return row.slice(0, start) + marked;
  });
  return { source: rewritten, marks };
}

/**
 * @param space between the name and the colon
 * @param rest from the colon on
 */
function markedAs(name: string, space: string, rest: string, { after, into }: MarkRewrite): string {
  const [colon, words] = [rest.charAt(0), rest.slice(1)];
  // Directly before a word a colon marks capitals only, and not every space may stand before one.
  const plain = [name + space + rest, `${name}${space}${colon} ${words}`, name + rest, `${name}${colon} ${words}`];
  const forms = [...plain, `@${name}${rest}`, `@${name}${colon} ${words}`];
  const read = forms.find((form) => after(form)?.role === into);
  if (read !== undefined) return read;
  throw new RangeError(`"${into}" can't be read as the name of a role.`);
}

/** How Lectern's own script text marks roles: by capitals, without names that were confirmed. */
export const IN_CAPITALS: RoleMarkOptions = { roleMarks: 'capitals', confirmedRoles: [] };

/** Reads such a mark. */
export const readCapitals: RoleMarkReader = roleMarkReader(IN_CAPITALS);
