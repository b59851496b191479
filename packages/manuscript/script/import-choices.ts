// What is decided about a script before a project is made of it: whether it is one, who speaks in it, and which spellings
// are one role.
import { NARRATOR } from '../../../shared/model/cast.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ScriptDocument } from '../../../shared/model/script.ts';
import type { RoleMarkOptions } from '../../../shared/model/settings.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import {
  isStatedRow,
  type RoleMarkReader,
  readCapitals,
  rewriteMarks,
  roleMarkReader,
  withEscapedMark,
} from '../../../shared/rules/role-marks.ts';
import { tidyRoleName } from '../../../shared/rules/role-names.ts';
import { scriptText } from '../../../shared/rules/script-text.ts';
import { isNoName } from '../layout/layout-words.ts';

/** A name that stands before a colon at the start of rows. */
export interface RoleCandidate {
  readonly name: string;
  /** Rows that it begins, and the characters that follow it in them. */
  readonly rows: number;
  readonly characters: number;
  /** The text says that it is a role: `@Mara:`. */
  readonly isStated?: true;
  /** It has no capitals, and nearly all rows of the text are sentences behind such names. */
  readonly isLikely?: true;
}

/** `Algernon Moncrieff: …`: up to three words, each with a capital. */
const NAME_BEFORE_COLON = /^((?:\p{Lu}[\p{L}\p{M}'’.-]*)(?:[ \t]+\p{Lu}[\p{L}\p{M}'’.-]*){0,2}):(?=\s|$)/u;
/** Words before a colon, and whether they may be a name. */
const BEFORE_COLON = /^([^\r\n:：]{1,62})(?:：|:(?=\s|$))/;
const NAME_WORDS = /^[\p{L}\p{M}\p{Nd}'’・·_.-]{1,20}(?:[ \t][\p{L}\p{M}\p{Nd}'’・·_.-]{1,20}){0,2}$/u;
/** A letter of a writing system without capitals; the ordinal signs are none. */
const CASELESS_LETTER = /(?![ªº])\p{Lo}/u;
/** Chinese verbs of saying, behind which a colon begins a quotation. */
const SAYS = /[说說道问問答喊叫曰]$/;

/** `田中：…`, `村人A：…`, `أحمد: …`: a name with letters that have no capitals. */
function caselessName(row: string): string | null {
  const [, name = ''] = BEFORE_COLON.exec(row) ?? [];
  return CASELESS_LETTER.test(name) && NAME_WORDS.test(name) && !SAYS.test(name) ? name : null;
}
/** Names without capitals may be titles of what follows, `材料：小麦粉`, unless sentences stand behind nearly all of them. */
const ENDS_SENTENCE = /[.!?…。！？」』）؟।]\s*$/u;
const LEAST_SPEECHES = 3;
const SPEECH_SHARE = 0.75;
/** In prose a name in ordinary case is offered only where it comes again and again. */
const RECURRING = 3;
/** In a script one that comes this often is taken for a role. */
const REPEATING = 2;
/** Two names that are so alike may be two spellings of one. */
const MOST_EDITS = 2;
const SHORTEST_ALIKE = 5;

/** Who may be meant to speak in a script, the most frequent first: `usualRoles` says who is taken to. */
export function roleCandidates(script: string | ScriptDocument, kind: ImportChoices['kind']): RoleCandidate[] {
  const found = new Map<string, { rows: number; characters: number; isCapital: boolean; isStated: boolean }>();
  const caseless = new Set<string>();
  let [rows, sentences] = [0, 0];
  const count = (name: string, words: string, marked: { readonly isCapital: boolean; readonly isStated: boolean }) => {
    const candidate = found.get(name) ?? { rows: 0, characters: 0, isCapital: marked.isCapital, isStated: false };
    candidate.isStated ||= marked.isStated;
    candidate.rows += 1;
    candidate.characters += countCharacters(words.trim());
    found.set(name, candidate);
  };
  const countRow = (row: string): void => {
    const body = withoutPauses(row);
    const mark = readCapitals(body);
    const bare = mark ? null : caselessName(body);
    const name = mark?.role ?? tidyRoleName(NAME_BEFORE_COLON.exec(body)?.[1] ?? bare ?? '');
    if (body.trim() !== '' && !body.startsWith('#')) rows += 1;
    if (bare !== null) caseless.add(name);
    if (bare !== null && ENDS_SENTENCE.test(body)) sentences += 1;
    if (name === '') return;
    const isStated = isStatedRow(body) && mark !== null;
    count(name, body.slice(body.search(/[:：]/) + 1), { isCapital: mark !== null, isStated });
  };
  for (const piece of typeof script === 'string' ? [script] : script) {
    if (typeof piece === 'string') for (const [row] of piece.matchAll(/[^\r\n]+/g)) countRow(row);
    else {
      rows += 1;
      count(piece.role, piece.words, { isCapital: isInCapitals(piece.role), isStated: true });
    }
  }
  const areSpeeches = sentences >= LEAST_SPEECHES && sentences >= rows * SPEECH_SHARE;
  return Array.from(found, ([name, { isCapital, ...counts }]) => ({ name, ...counts, isCapital }))
    .filter(({ rows, isCapital }) => isCapital || kind === 'script' || rows >= RECURRING)
    .map(({ name, isCapital: _, isStated, ...counts }) => ({
      ...{ name, ...counts, ...(isStated && { isStated }) },
      ...(areSpeeches && caseless.has(name) && !isNoName(name) && { isLikely: true as const }),
    }))
    .toSorted((a, b) => b.rows - a.rows);
}

/**
 * The names that are roles until the producer chooses: those that the text states, in a script all in capitals, and those in
 * ordinary case that repeat.
 */
export function usualRoles(candidates: readonly RoleCandidate[], kind: ImportChoices['kind']): string[] {
  if (kind === 'prose') return candidates.flatMap(({ name, isStated }) => (isStated ? [name] : []));
  const isCaseless = ({ name }: RoleCandidate) => caselessName(`${name}：`) !== null && !isNoName(name);
  const caseless = candidates.filter(isCaseless);
  const recurring = caseless.reduce((sum, { rows }) => sum + (rows >= REPEATING ? rows : 0), 0);
  // Where most marks are of names that come again, one that doesn't is a name, too.
  const areNames = recurring >= caseless.filter(({ rows }) => rows < REPEATING).length && recurring > 0;
  const isUsual = (candidate: RoleCandidate) =>
    candidate.isStated ||
    candidate.isLikely ||
    isInCapitals(candidate.name) ||
    (candidate.rows >= REPEATING && !isNoName(candidate.name)) ||
    (areNames && isCaseless(candidate));
  return candidates.filter(isUsual).map(({ name }) => name);
}

const isInCapitals = (name: string): boolean => readCapitals(`${name}: `)?.role === name;

/** A script as choices about its roles read it. */
interface ChosenScript extends RoleMarkOptions {
  readonly document: ScriptDocument;
  /** Its script text. */
  readonly text: string;
}

/**
 * Applies choices about roles to a script. In text only marks change, and backslashes before what is to be no mark; a mark that
 * states a role loses its `@` where the name alone reads as one. A stated speech goes to another role, or becomes the narrator's.
 */
export function applyChoices(
  script: string | ScriptDocument,
  { kind, roles, offered, merges }: ImportChoices,
): ChosenScript {
  const pieces = typeof script === 'string' ? [script] : script;
  const found = roleCandidates(pieces, kind);
  const candidates = found.map(({ name }) => name);
  const usual = usualRoles(found, kind);
  const isOffered = (name: string) => offered?.includes(name) ?? true;
  const chosen = new Set(roles ? [...roles, ...usual.filter((name) => !isOffered(name))] : usual);
  const into = new Map(merges.map((merge) => [merge.from, merge.into]));
  // Who is merged is a role, be it ticked or not: it speaks as the other.
  const speaking = [...chosen].filter((name) => !into.has(name)).concat(merges.map((merge) => merge.into));
  // In a script, names in capitals need no confirmation.
  const needsConfirming = (name: string) => name !== NARRATOR && (kind === 'prose' || !isInCapitals(name));
  const confirmedRoles = [...new Set(speaking)].filter(needsConfirming);
  const options = { roleMarks: kind === 'script' ? 'capitals' : 'confirmed', confirmedRoles } as const;
  const readers = {
    // Every candidate is a mark while they are told apart.
    before: roleMarkReader({ roleMarks: 'capitals', confirmedRoles: candidates.filter(needsConfirming) }),
    after: roleMarkReader(options),
  };
  // Capitals are read as a mark unless they are escaped.
  const stated = new Set(found.flatMap(({ name, isStated }) => (isStated ? [name] : [])));
  const isMarked = (name: string) => stated.has(name) || (kind === 'script' && isInCapitals(name));
  const isSilent = (name: string) => name !== NARRATOR && isMarked(name) && !chosen.has(name) && !into.has(name);
  const silent = new Set(candidates.filter(isSilent));
  const isUnchanged = silent.size + into.size + stated.size === 0;
  const document = isUnchanged ? pieces : pieces.map((piece) => chosenPiece(piece, silent, into, readers));
  return { ...options, document, text: scriptText(document, options) };
}

function chosenPiece(
  piece: ScriptDocument[number],
  silent: ReadonlySet<string>,
  into: ReadonlyMap<string, string>,
  readers: Readers,
): ScriptDocument[number] {
  if (typeof piece === 'string') return piece.replaceAll(/[^\r\n]+/g, (row) => readRow(row, silent, into, readers));
  const { role, words } = piece;
  if (silent.has(role)) return withEscapedMark(`${role}: ${words}`, readers.after);
  return { role: into.get(role) ?? role, words };
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
  const isStated = isStatedRow(body);
  if (silent.has(role)) {
    const words = isStated ? withEscapedMark(body.slice(1), readers.after) : withEscapedMark(body, readers.before);
    return row.slice(0, start) + words;
  }
  const merged = into.get(role) ?? role;
  if (merged === role && !isStated) return row;
  const only = new Map([[0, merged]]);
  return row.slice(0, start) + rewriteMarks(body, { from: role, into: merged, ...readers, only }).source;
}

/** A row from its mark on. */
function withoutPauses(row: string): string {
  const words = row.trimStart();
  return words.slice(leadingPauses(words).length);
}

/** Steps that comparing names letter by letter may take in all: enough for about 4,000 names. */
const COMPARING_BUDGET = 10_000_000;

/**
 * Names that may be other spellings of more frequent ones: a letter or two apart, or one a part of the other
 * (`ALGERNON`, `ALGERNON MONCRIEFF`). Where there are many thousands of names, the rarest are not compared letter by
 * letter, so that the time stays in proportion to the text.
 *
 * @param names the most frequent first
 * @returns by the rarer name, the one that it is like
 */
export function alikeNames(names: readonly string[]): Map<string, string> {
  const alike = new Map<string, string>();
  const known = new KnownNames();
  for (const name of names) {
    if (name === NARRATOR) continue;
    const like = known.firstLike(name);
    if (like !== null) alike.set(name, like);
    known.add(name);
  }
  return alike;
}

/** Names to which others are compared, in their order. */
class KnownNames {
  readonly #names: {
    readonly name: string;
    readonly capitals: string;
    readonly numbered: boolean;
    readonly letters: number;
  }[] = [];
  /** The first name by its capitals; and the first without a number that begins with some words, by these. */
  readonly #byCapitals = new Map<string, number>();
  readonly #byFirstWords = new Map<string, number>();
  #budget = COMPARING_BUDGET;

  add(name: string): void {
    const capitals = name.toUpperCase();
    const at = this.#names.length;
    const numbered = /\d/.test(capitals);
    this.#names.push({ name, capitals, numbered, letters: lettersOf(capitals) });
    if (!this.#byCapitals.has(capitals)) this.#byCapitals.set(capitals, at);
    if (numbered) return;
    for (const words of firstWordsOf(capitals)) if (!this.#byFirstWords.has(words)) this.#byFirstWords.set(words, at);
  }

  /** The first name that may be the same role; null where there is none. */
  firstLike(name: string): string | null {
    const capitals = name.toUpperCase();
    let first = this.#byCapitals.get(capitals) ?? this.#names.length;
    // A first name, or a name with a title; but a number tells two apart.
    if (!/\d/.test(capitals)) {
      first = Math.min(first, this.#byFirstWords.get(capitals) ?? first);
      for (const words of firstWordsOf(capitals)) first = Math.min(first, this.#byCapitals.get(words) ?? first);
      first = this.#firstSpelledLike(capitals, first);
    }
    return this.#names[first]?.name ?? null;
  }

  /** @returns `end` where none before it is spelled like the name */
  #firstSpelledLike(capitals: string, end: number): number {
    if (capitals.length < SHORTEST_ALIKE) return end;
    const letters = lettersOf(capitals);
    for (let at = 0; at < end && this.#budget > 0; at += 1) {
      const other = this.#names[at];
      this.#budget -= 1;
      if (!other || other.numbered || other.capitals.length < SHORTEST_ALIKE) continue;
      if (Math.abs(other.capitals.length - capitals.length) > MOST_EDITS) continue;
      // Each edit removes one letter of the name and adds one at most.
      if (hasMoreBits(other.letters ^ letters, 2 * MOST_EDITS)) continue;
      this.#budget -= capitals.length;
      if (editsWithin(capitals, other.capitals, MOST_EDITS)) return at;
    }
    return end;
  }
}

/** Returns a set of a name's letters in 32 bits. Different letters may share a bit. */
function lettersOf(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) & 31);
  return letters;
}

/** Whether more than `most` bits are set. */
function hasMoreBits(bits: number, most: number): boolean {
  let left = bits;
  for (let count = 0; left !== 0; count += 1) {
    if (count === most) return true;
    left &= left - 1;
  }
  return false;
}

/** The words that a name begins with, before each of its spaces. */
function* firstWordsOf(name: string): Generator<string> {
  for (let space = name.indexOf(' '); space >= 0; space = name.indexOf(' ', space + 1)) yield name.slice(0, space);
}

/** Whether one text becomes the other by up to `most` letters put in, left out or changed. */
function editsWithin(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  const TOO_MANY = most + 1;
  // Only places whose offsets differ by that many can be reached: a band along the diagonal, from -most to +most.
  let before = Array.from({ length: 2 * most + 1 }, (_, at) => (at < most ? TOO_MANY : at - most));
  for (let row = 1; row <= a.length; row += 1) {
    const now: number[] = [];
    for (let offset = -most; offset <= most; offset += 1) {
      const column = row + offset;
      const at = offset + most;
      if (column < 0 || column > b.length) now.push(TOO_MANY);
      else if (column === 0) now.push(row);
      else {
        const change = (before[at] ?? TOO_MANY) + (a[row - 1] === b[column - 1] ? 0 : 1);
        now.push(Math.min(change, (before[at + 1] ?? TOO_MANY) + 1, (now[at - 1] ?? TOO_MANY) + 1));
      }
    }
    if (now.every((edits) => edits > most)) return false;
    before = now;
  }
  return (before[b.length - a.length + most] ?? TOO_MANY) <= most;
}
