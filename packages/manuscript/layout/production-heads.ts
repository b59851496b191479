// Finds production details at the head of a script: `SHOW: Night Lines`, `HOSTS: Kim & Lou`.
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { countsOf, isNameList } from './layout-names.ts';

/** Keys of details, which are never roles. */
const PRODUCTION = wordSet('production-heads');
/** Keys that may be roles too. */
const PEOPLE = wordSet('people-of-production');
const TITLES = wordSet('title-heads');
const AUTHORS = wordSet('author-heads');

const HEAD =
  /^[*_]{0,3}([\p{L}#][\p{L}\p{M}\p{Nd} .#/:'’-]{0,30}?)[*_]{0,3} ?[:：][*_]{0,3}(?=\s|$|[\p{Lo}\p{Lu}\p{Nd}])\s*(.*)$/u;
const INITIALS = /^\p{Lu}{1,3}$/u;
/** Rules around a head. */
const RULE = /^[-=_*~–—]{3,80}$/;
/** The number of a part in a title: `Episode 12: Tides`. */
const NUMBERED = /\p{L} ?\d+$/u;
/** The most rows above a head, such as a title and credits. */
const MOST_ROWS_ABOVE = 4;
/** The longest unknown detail, such as `Audio engineer: Sam Poe` or `Season 2`, in UTF-16 code units. */
const LONGEST_DETAIL = 80;
/** The end of a speech. */
const SENTENCE_END = /[.!?…。！？]["”’»)]?$/;
const NAMES_APART = /[,;&]| (?:and|und|et|y|e) /;

interface HeadRow {
  readonly text: string;
  readonly isBlank: boolean;
}

/** A row that is a production detail, or may be one. */
interface ProductionHead {
  readonly at: number;
  readonly key: string;
  readonly value: string;
  readonly isSure: boolean;
}

const typedKey = (text: string): string => (HEAD.exec(text)?.[1] ?? '').trim();
const keyOf = (text: string): string => typedKey(text).toUpperCase();
const isCapital = (key: string): boolean => !/\p{Ll}/u.test(key);
const mayBeAbove = (text: string): boolean => text.startsWith('#') || !HEAD.test(text) || NUMBERED.test(typedKey(text));

function headOf(text: string, at: number): ProductionHead | null {
  const parts = text.split(/ [|•·] /);
  // `Host: Sam | Guest: Dr. Lee`
  if (parts.length > 1) {
    const [first, ...others] = parts.map((part) => headOf(part.trim(), at));
    return first && others.every((other) => other !== null) ? { ...first, isSure: true } : null;
  }
  const [key, value] = [keyOf(text), (HEAD.exec(text)?.[2] ?? '').trim()];
  const isSure = PRODUCTION.has(key) && value !== '';
  const mayBe = isSure || ((PEOPLE.has(key) || INITIALS.test(key)) && isNameList(value));
  return mayBe ? { at, key, value, isSure } : null;
}

/**
 * Returns the indexes of rows at the head of a script that are production details. Speeches of a host or a guest look the same:
 * their rows are details only if they contain just names, and either other details are there or they never speak.
 */
export function productionHeads(rows: readonly HeadRow[]): ReadonlySet<number> {
  const heads: ProductionHead[] = [];
  const wrapped: number[] = [];
  let above = 0;
  let end = 0;
  for (; end < rows.length; end += 1) {
    const { text = '', isBlank = true } = rows[end] ?? {};
    if (isBlank || RULE.test(text)) continue;
    const head = headOf(text, end);
    const last = heads.at(-1);
    if (head !== null) heads.push(head);
    // `# Episode 12: The Well` may be the title.
    else if (last === undefined && above < MOST_ROWS_ABOVE && mayBeAbove(text)) above += 1;
    // A long value continues in the next row.
    else if (last?.isSure && last.at === end - 1 && !HEAD.test(text) && !/^\p{P}/u.test(text)) wrapped.push(end);
    else break;
  }
  const again = countsOf(heads.length === 0 ? [] : rows.slice(end).map(({ text }) => keyOf(text)));
  const meant = heads.filter((head) => isMeant(head, heads, again));
  const places = new Set(meant.map(({ at }) => at));
  const beside = wrapped.filter((at) => places.has(at - 1));
  return new Set([...places, ...beside, ...headParagraph(rows, meant)]);
}

/** Whether a row is a detail and not a speech. @param again how many rows below the head begin with each key */
function isMeant(head: ProductionHead, heads: readonly ProductionHead[], again: ReadonlyMap<string, number>): boolean {
  if (head.isSure) return (again.get(head.key) ?? 0) < 2;
  if (INITIALS.test(head.key)) return heads.some(isInitials);
  return heads.some((one) => one.isSure) || !heads.some(({ key }) => again.has(key));
}

/** Whether a detail explains initials: `JS: Jane Smith` */
function isInitials({ key, value }: ProductionHead): boolean {
  const initials = value.split(/\s+/).map((word) => word.charAt(0).toUpperCase());
  return key.length > 1 && initials.join('').startsWith(key);
}

/**
 * Returns the indexes of all rows of the paragraph with the known details, since unknown keys beside them are details too. Returns
 * none if one of the rows may be a speech: its key recurs below, or is one of the names.
 */
function headParagraph(rows: readonly HeadRow[], meant: readonly ProductionHead[]): readonly number[] {
  const sure = meant.filter(({ isSure }) => isSure);
  const [first] = sure;
  if (!first) return [];
  let [start, end] = [first.at, first.at];
  while (rows[start - 1]?.isBlank === false) start -= 1;
  while (rows[end]?.isBlank === false) end += 1;
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const details = places.filter((at) => headOf(rows[at]?.text ?? '', at) !== null).length;
  // If nothing follows, the rows may be speeches.
  const below = rows.slice(end).filter(({ isBlank }) => !isBlank);
  if (below.length === 0 || details < 2 || places.length > 2 * details + 2) return [];
  const known = new Set(sure.map(({ at }) => at));
  const names = meant.flatMap(({ value }) => value.split(NAMES_APART).map((name) => name.trim().toUpperCase()));
  const speakers = new Set([...names, ...below.map(({ text }) => keyOf(text))]);
  const inCapitals = sure.every(({ at }) => isCapital(typedKey(rows[at]?.text ?? '')));
  const isDetail = (text: string): boolean => {
    const typed = typedKey(text);
    const isSpeaker = typed !== '' && (speakers.has(typed.toUpperCase()) || (isCapital(typed) && !inCapitals));
    return !isSpeaker && !SENTENCE_END.test(text) && text.length <= LONGEST_DETAIL;
  };
  return places.every((at) => known.has(at) || isDetail(rows[at]?.text ?? '')) ? places : [];
}

/** The production details of a script. */
export interface ScriptHead {
  /** The number of their rows. */
  readonly rows: number;
  readonly title: string | null;
  readonly author: string | null;
}

/** Reads the production details of a script. @param text rows end at `\n` */
export function scriptHead(text: string): ScriptHead {
  const rows = text.split('\n').map((row) => ({ text: row.trim(), isBlank: row.trim() === '' }));
  const heads = Array.from(productionHeads(rows), (at) => rows[at]?.text ?? '');
  const detail = (keys: ReadonlySet<string>): string | null =>
    HEAD.exec(heads.find((row) => keys.has(keyOf(row))) ?? '')?.[2]?.trim() || null;
  return { rows: heads.length, title: detail(TITLES), author: detail(AUTHORS) };
}
