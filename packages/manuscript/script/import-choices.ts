import { NARRATOR } from '../../../shared/model/cast.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import type { ScriptDocument } from '../../../shared/model/script.ts';
import type { RoleMarkOptions } from '../../../shared/model/settings.ts';
import { mayBeSamePerson } from '../../../shared/rules/cast/same-person.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { leadingPauses } from '../../../shared/rules/pauses.ts';
import {
  type RoleMarkReader,
  readCapitals,
  rewriteMarks,
  roleMarkReader,
  startsWithAtMark,
  withEscapedMark,
} from '../../../shared/rules/role-marks.ts';
import { normaliseRoleName } from '../../../shared/rules/role-names.ts';
import { scriptText } from '../../../shared/rules/script-text.ts';
import { isNonName } from '../layout/layout-words.ts';

export interface RoleCandidate {
  readonly name: string;
  readonly rows: number;
  readonly characters: number;
  /** Whether the file itself marks the role: `@Mara:`, or a format that states roles. */
  readonly isStated?: true;
  /** A name without capitals in a script where nearly every line is `NAME: sentence.` */
  readonly isLikely?: true;
}

/** Matches up to three capitalised words: `Algernon Moncrieff: …` */
const NAME_BEFORE_COLON = /^((?:\p{Lu}[\p{L}\p{M}'’.-]*)(?:[ \t]+\p{Lu}[\p{L}\p{M}'’.-]*){0,2}):(?=\s|$)/u;
const BEFORE_COLON = /^([^\r\n:：]{1,62})(?:：|:(?=\s|$))/;
const NAME_WORDS = /^[\p{L}\p{M}\p{Nd}'’・·_.-]{1,20}(?:[ \t][\p{L}\p{M}\p{Nd}'’・·_.-]{1,20}){0,2}$/u;
const CASELESS_LETTER = /(?![ªº])\p{Lo}/u;
/** After a Chinese verb of speech, a colon introduces a quotation. */
const SPEECH_VERB_END = /[说說道问問答喊叫曰]$/;

function caselessName(row: string): string | null {
  const [, name = ''] = BEFORE_COLON.exec(row) ?? [];
  return CASELESS_LETTER.test(name) && NAME_WORDS.test(name) && !SPEECH_VERB_END.test(name) ? name : null;
}
/** Tells names without capitals from labels (`材料：小麦粉`), which are rarely followed by sentences. */
const SENTENCE_END = /[.!?…。！？」』）؟।]\s*$/u;
const MIN_SPEECHES = 3;
const MIN_SPEECH_SHARE = 0.75;
const MIN_RECURRING_TIMES = 3;
const MIN_REPEATING_NAMES = 2;
const MAX_EDITS = 2;
const MIN_SIMILAR_LENGTH = 5;

/** Returns all possible roles, most frequent first. */
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
    const name = mark?.role ?? normaliseRoleName(NAME_BEFORE_COLON.exec(body)?.[1] ?? bare ?? '');
    if (body.trim() !== '' && !body.startsWith('#')) rows += 1;
    if (bare !== null) caseless.add(name);
    if (bare !== null && SENTENCE_END.test(body)) sentences += 1;
    if (name === '') return;
    const isStated = startsWithAtMark(body) && mark !== null;
    count(name, body.slice(body.search(/[:：]/) + 1), { isCapital: mark !== null, isStated });
  };
  for (const piece of typeof script === 'string' ? [script] : script) {
    if (typeof piece === 'string') for (const [row] of piece.matchAll(/[^\r\n]+/g)) countRow(row);
    else {
      rows += 1;
      count(piece.role, piece.words, { isCapital: isInCapitals(piece.role), isStated: true });
    }
  }
  const areSpeeches = sentences >= MIN_SPEECHES && sentences >= rows * MIN_SPEECH_SHARE;
  return Array.from(found, ([name, { isCapital, ...counts }]) => ({ name, ...counts, isCapital }))
    .filter(({ rows, isCapital }) => isCapital || kind === 'script' || rows >= MIN_RECURRING_TIMES)
    .map(({ name, isCapital: _, isStated, ...counts }) => ({
      name,
      ...counts,
      ...(isStated && { isStated }),
      ...(areSpeeches && caseless.has(name) && !isNonName(name) && { isLikely: true as const }),
    }))
    .toSorted((a, b) => b.rows - a.rows);
}

/** Returns stated roles. For a script, also returns names in capitals and recurring names. */
export function suggestedRoles(candidates: readonly RoleCandidate[], kind: ImportChoices['kind']): string[] {
  if (kind === 'prose') return candidates.flatMap(({ name, isStated }) => (isStated ? [name] : []));
  const isCaseless = ({ name }: RoleCandidate) => caselessName(`${name}：`) !== null && !isNonName(name);
  const caseless = candidates.filter(isCaseless);
  const recurring = caseless.reduce((sum, { rows }) => sum + (rows >= MIN_REPEATING_NAMES ? rows : 0), 0);
  const areNames = recurring >= caseless.filter(({ rows }) => rows < MIN_REPEATING_NAMES).length && recurring > 0;
  const isUsual = (candidate: RoleCandidate) =>
    candidate.isStated ||
    candidate.isLikely ||
    isInCapitals(candidate.name) ||
    (candidate.rows >= MIN_REPEATING_NAMES && !isNonName(candidate.name)) ||
    (areNames && isCaseless(candidate));
  return candidates.filter(isUsual).map(({ name }) => name);
}

const isInCapitals = (name: string): boolean => readCapitals(`${name}: `)?.role === name;

interface ScriptWithChoices extends RoleMarkOptions {
  readonly document: ScriptDocument;
  readonly text: string;
}

/** Changes only marks and escapes. Removes `@` where the name is recognised as a mark without it. */
export function applyChoices(
  script: string | ScriptDocument,
  { kind, roles, offered, merges }: ImportChoices,
): ScriptWithChoices {
  const pieces = typeof script === 'string' ? [script] : script;
  const found = roleCandidates(pieces, kind);
  const candidates = found.map(({ name }) => name);
  const usual = suggestedRoles(found, kind);
  const isOffered = (name: string) => offered?.includes(name) ?? true;
  const chosen = new Set(roles ? [...roles, ...usual.filter((name) => !isOffered(name))] : usual);
  const into = new Map(merges.map((merge) => [merge.from, merge.into]));
  // The role that others are merged into is a role even if it isn't selected.
  const speaking = [...chosen].filter((name) => !into.has(name)).concat(merges.map((merge) => merge.into));
  const needsConfirming = (name: string) => name !== NARRATOR && (kind === 'prose' || !isInCapitals(name));
  const confirmedRoles = [...new Set(speaking)].filter(needsConfirming);
  const options = { roleMarks: kind === 'script' ? 'capitals' : 'confirmed', confirmedRoles } as const;
  const readers = {
    before: roleMarkReader({ roleMarks: 'capitals', confirmedRoles: candidates.filter(needsConfirming) }),
    after: roleMarkReader(options),
  };
  const stated = new Set(found.flatMap(({ name, isStated }) => (isStated ? [name] : [])));
  const isMarked = (name: string) => stated.has(name) || (kind === 'script' && isInCapitals(name));
  const isSilent = (name: string) => name !== NARRATOR && isMarked(name) && !chosen.has(name) && !into.has(name);
  const silent = new Set(candidates.filter(isSilent));
  const isUnchanged = silent.size + into.size + stated.size === 0;
  const document = isUnchanged ? pieces : pieces.map((piece) => applyToPiece(piece, silent, into, readers));
  return { ...options, document, text: scriptText(document, options) };
}

function applyToPiece(
  piece: ScriptDocument[number],
  silent: ReadonlySet<string>,
  into: ReadonlyMap<string, string>,
  readers: MarkReaders,
): ScriptDocument[number] {
  if (typeof piece === 'string') return piece.replaceAll(/[^\r\n]+/g, (row) => applyToRow(row, silent, into, readers));
  const { role, words } = piece;
  if (silent.has(role)) return withEscapedMark(`${role}: ${words}`, readers.after);
  return { role: into.get(role) ?? role, words };
}

interface MarkReaders {
  readonly before: RoleMarkReader;
  readonly after: RoleMarkReader;
}

function applyToRow(
  row: string,
  silent: ReadonlySet<string>,
  into: ReadonlyMap<string, string>,
  readers: MarkReaders,
): string {
  const body = withoutPauses(row);
  const role = readers.before(body)?.role;
  if (role === undefined) return row;
  const start = row.length - body.length;
  const isStated = startsWithAtMark(body);
  if (silent.has(role)) {
    const words = isStated ? withEscapedMark(body.slice(1), readers.after) : withEscapedMark(body, readers.before);
    return row.slice(0, start) + words;
  }
  const merged = into.get(role) ?? role;
  if (merged === role && !isStated) return row;
  const only = new Map([[0, merged]]);
  return row.slice(0, start) + rewriteMarks(body, { from: role, into: merged, ...readers, only }).source;
}

function withoutPauses(row: string): string {
  const words = row.trimStart();
  return words.slice(leadingPauses(words).length);
}

/** If there are more than about 4,000 names, the rarest ones aren't compared letter by letter, for speed. */
const COMPARISON_BUDGET = 10_000_000;

/**
 * Maps each name to a more frequent one within two edits or with the same first words, unless title, gender or first
 * name make them two people.
 * @param names most frequent first
 */
export function findSimilarNames(names: readonly string[]): Map<string, string> {
  const similar = new Map<string, string>();
  const known = new KnownNames();
  for (const name of names) {
    if (name === NARRATOR) continue;
    const like = known.findSimilar(name);
    if (like !== null) similar.set(name, like);
    known.add(name);
  }
  return similar;
}

class KnownNames {
  readonly #names: {
    readonly name: string;
    readonly capitals: string;
    readonly numbered: boolean;
    readonly letters: number;
  }[] = [];
  readonly #byCapitals = new Map<string, number>();
  readonly #byFirstWords = new Map<string, number>();
  #budget = COMPARISON_BUDGET;

  add(name: string): void {
    const capitals = name.toUpperCase();
    const at = this.#names.length;
    const numbered = /\d/.test(capitals);
    this.#names.push({ name, capitals, numbered, letters: letterSet(capitals) });
    if (!this.#byCapitals.has(capitals)) this.#byCapitals.set(capitals, at);
    if (numbered) return;
    for (const words of firstWordsOf(capitals)) if (!this.#byFirstWords.has(words)) this.#byFirstWords.set(words, at);
  }

  /** Returns the first similar name that may belong to the same person. */
  findSimilar(name: string): string | null {
    const capitals = name.toUpperCase();
    const isPossible = (at: number) => mayBeSamePerson({ name }, { name: this.#names[at]?.name ?? '' });
    const similar = [this.#byCapitals.get(capitals)];
    // A first name matches a full name. Digits distinguish roles.
    const isNumbered = /\d/.test(capitals);
    if (!isNumbered) {
      similar.push(this.#byFirstWords.get(capitals));
      for (const words of firstWordsOf(capitals)) similar.push(this.#byCapitals.get(words));
    }
    const known = similar.filter((at) => at !== undefined && isPossible(at));
    const end = known.reduce<number>((least, at) => Math.min(least, at ?? least), this.#names.length);
    const first = isNumbered ? end : this.#findSimilarSpelling(capitals, end, isPossible);
    return this.#names[first]?.name ?? null;
  }

  #findSimilarSpelling(capitals: string, end: number, isPossible: (at: number) => boolean): number {
    if (capitals.length < MIN_SIMILAR_LENGTH) return end;
    const letters = letterSet(capitals);
    for (let at = 0; at < end && this.#budget > 0; at += 1) {
      const other = this.#names[at];
      this.#budget -= 1;
      if (!other || other.numbered || other.capitals.length < MIN_SIMILAR_LENGTH) continue;
      if (Math.abs(other.capitals.length - capitals.length) > MAX_EDITS) continue;
      if (hasMoreBits(other.letters ^ letters, 2 * MAX_EDITS)) continue;
      this.#budget -= capitals.length;
      if (editsWithin(capitals, other.capitals, MAX_EDITS) && isPossible(at)) return at;
    }
    return end;
  }
}

function letterSet(name: string): number {
  let letters = 0;
  for (let at = 0; at < name.length; at += 1) letters |= 1 << (name.charCodeAt(at) & 31);
  return letters;
}

function hasMoreBits(bits: number, maximum: number): boolean {
  let left = bits;
  for (let count = 0; left !== 0; count += 1) {
    if (count === maximum) return true;
    left &= left - 1;
  }
  return false;
}

function* firstWordsOf(name: string): Generator<string> {
  for (let space = name.indexOf(' '); space >= 0; space = name.indexOf(' ', space + 1)) yield name.slice(0, space);
}

function editsWithin(a: string, b: string, maximum: number): boolean {
  if (Math.abs(a.length - b.length) > maximum) return false;
  const TOO_MANY = maximum + 1;
  let before = Array.from({ length: 2 * maximum + 1 }, (_, at) => (at < maximum ? TOO_MANY : at - maximum));
  for (let row = 1; row <= a.length; row += 1) {
    const now: number[] = [];
    for (let offset = -maximum; offset <= maximum; offset += 1) {
      const column = row + offset;
      const at = offset + maximum;
      if (column < 0 || column > b.length) now.push(TOO_MANY);
      else if (column === 0) now.push(row);
      else {
        const change = (before[at] ?? TOO_MANY) + (a[row - 1] === b[column - 1] ? 0 : 1);
        now.push(Math.min(change, (before[at + 1] ?? TOO_MANY) + 1, (now[at - 1] ?? TOO_MANY) + 1));
      }
    }
    if (now.every((edits) => edits > maximum)) return false;
    before = now;
  }
  return (before[b.length - a.length + maximum] ?? TOO_MANY) <= maximum;
}
