// Rows at the head of a script that say what is made, by whom and when: `SHOW: Night Lines`, `HOSTS: Kim & Lou`.

import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { isNameList } from './layout-names.ts';

/** What stands before the colon of such a row, and never before what a role says. */
const PRODUCTION = wordSet('production-heads');
/** Who may speak as well. */
const PEOPLE = wordSet('people-of-production');

const HEAD =
  /^[*_]{0,3}([\p{L}#][\p{L}\p{M}\p{Nd} .#/:'’-]{0,30}?)[*_]{0,3} ?[:：][*_]{0,3}(?=\s|$|[\p{Lo}\p{Lu}\p{Nd}])\s*(.*)$/u;
const INITIALS = /^\p{Lu}{1,3}$/u;

interface HeadRow {
  readonly text: string;
  readonly isBlank: boolean;
}

interface ProductionHead {
  readonly at: number;
  readonly key: string;
  readonly value: string;
  readonly isSure: boolean;
}

/** Rows that part a head from the rest. */
const RULE = /^[-=_*~–—]{3,80}$/;
/** Rows that may stand above a head: a title, and who wrote it. */
const MOST_ROWS_ABOVE = 4;

/**
 * The places of rows at the head of a script that say what is made and by whom. What a host or a guest says has the same
 * form: of them only those are meant that hold nothing but names, beside other data or once in the script.
 */
export function productionHeads(rows: readonly HeadRow[]): ReadonlySet<number> {
  const heads: ProductionHead[] = [];
  const others: number[] = [];
  let at = firstHead(rows);
  for (; at >= 0 && at < rows.length; at += 1) {
    const row = rows[at];
    if (!row || row.isBlank || RULE.test(row.text)) continue;
    const head = headOf(row.text, at);
    if (head !== null) heads.push(head);
    // A long value goes on in the next row.
    else if (heads.at(-1)?.at === at - 1 && heads.at(-1)?.isSure && !HEAD.test(row.text) && !/^\p{P}/u.test(row.text))
      others.push(at);
    else break;
  }
  const later = rows.slice(Math.max(at, 0));
  const again = new Map<string, number>();
  for (const { text } of later) {
    const key = HEAD.exec(text)?.[1]?.trim().toUpperCase() ?? '';
    again.set(key, (again.get(key) ?? 0) + 1);
  }
  const meant = heads.filter((head) => isMeant(head, heads, again));
  const places = new Set(meant.map((head) => head.at));
  const found = new Set([...places, ...others.filter((other) => places.has(other - 1))]);
  for (const place of headParagraph(rows, meant)) found.add(place);
  return found;
}

/** Rows of details beside a known one: `Audio engineer: Sam Poe`, `Season 2`. Longer ones are words, in UTF-16 code units. */
const LONGEST_DETAIL = 80;
/** What speech ends with. */
const SENTENCE_END = /[.!?…。！？]["”’»)]?$/;

/**
 * The places of all rows of the paragraph at the head of a script that has several known details, whatever the others are
 * called. None where one of them may be a speech: its key comes again below, or is the name of somebody.
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
  // Where nothing is set apart from it, its rows may be those of speeches.
  const below = rows.slice(end).filter(({ isBlank }) => !isBlank);
  if (below.length === 0 || details < 2 || places.length > 2 * details + 2) return [];
  const known = new Set(sure.map(({ at }) => at));
  const names = new Set(
    meant.flatMap(({ value }) => value.split(NAMES_APART).map((name) => name.trim().toUpperCase())),
  );
  const keys = new Set(below.map(({ text }) => keyOf(text)));
  const inCapitals = sure.every(({ at }) => isCapital(HEAD.exec(rows[at]?.text ?? '')?.[1] ?? ''));
  const isDetail = (text: string): boolean => {
    const typed = HEAD.exec(text)?.[1] ?? '';
    const key = keyOf(text);
    const isName = key !== '' && (keys.has(key) || names.has(key) || (isCapital(typed) && !inCapitals));
    return !isName && !SENTENCE_END.test(text) && text.length <= LONGEST_DETAIL;
  };
  return places.every((at) => known.has(at) || isDetail(rows[at]?.text ?? '')) ? places : [];
}

const NAMES_APART = /[,;&]| (?:and|und|et|y|e) /;
const keyOf = (text: string): string => (HEAD.exec(text)?.[1] ?? '').trim().toUpperCase();
const isCapital = (key: string): boolean => !/\p{Ll}/u.test(key);

const TITLES = wordSet('title-heads');
const AUTHORS = wordSet('author-heads');

/** What a script says of itself at its head. */
export interface ScriptHead {
  /** How many rows say it. */
  readonly rows: number;
  readonly title: string | null;
  readonly author: string | null;
}

/** @param text rows end at `\n` */
export function scriptHead(text: string): ScriptHead {
  const rows = text.split('\n').map((row) => ({ text: row.trim(), isBlank: row.trim() === '' }));
  const places = productionHeads(rows);
  const detail = (keys: ReadonlySet<string>): string | null => {
    const found = [...places]
      .map((at) => HEAD.exec(rows[at]?.text ?? ''))
      .find((match) => keys.has(keyOf(match?.[0] ?? '')));
    return found?.[2]?.trim() || null;
  };
  return { rows: places.size, title: detail(TITLES), author: detail(AUTHORS) };
}

/** The first row with a colon, near the start; -1 where none is. */
function firstHead(rows: readonly HeadRow[]): number {
  let above = 0;
  for (const [at, { text, isBlank }] of rows.entries()) {
    if (isBlank || RULE.test(text)) continue;
    if (headOf(text, at) !== null) return at;
    above += 1;
    // `# Episode 12: The Well` may be the title.
    if (above > MOST_ROWS_ABOVE || (HEAD.test(text) && !text.startsWith('#'))) return -1;
  }
  return -1;
}

function headOf(text: string, at: number): ProductionHead | null {
  const parts = text.split(/ [|•·] /);
  // `Host: Sam | Guest: Dr. Lee`
  if (parts.length > 1) {
    const [first, ...others] = parts.map((part) => headOf(part.trim(), at));
    return first && others.every((other) => other !== null) ? { ...first, isSure: true } : null;
  }
  const match = HEAD.exec(text);
  if (match === null) return null;
  const key = (match[1] ?? '').trim().toUpperCase();
  const value = (match[2] ?? '').trim();
  if (PRODUCTION.has(key) && value !== '') return { at, key, value, isSure: true };
  return (PEOPLE.has(key) || INITIALS.test(key)) && isNameList(value) ? { at, key, value, isSure: false } : null;
}

/** @param again how many rows behind the head begin with each */
function isMeant(head: ProductionHead, heads: readonly ProductionHead[], again: ReadonlyMap<string, number>): boolean {
  if (head.isSure) return (again.get(head.key) ?? 0) < 2;
  if (INITIALS.test(head.key)) return heads.some(isInitials);
  return heads.some((one) => one.isSure) || !heads.some(({ key }) => again.has(key));
}

/** `JS: Jane Smith` */
const isInitials = ({ key, value }: ProductionHead): boolean =>
  key.length > 1 &&
  value
    .split(/\s+/)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .startsWith(key);
