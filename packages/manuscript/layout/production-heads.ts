// Finds production details at the start of a script: `SHOW: Night Lines`, `HOSTS: Kim & Lou`.
import { wordSet } from '../../../shared/rules/words/word-lists.ts';
import { countNames, isNameList } from './layout-names.ts';

/** Keys that are never roles. */
const PRODUCTION_KEYS = wordSet('production-heads');
/** Keys that may also be roles. */
const PEOPLE_KEYS = wordSet('people-of-production');
const TITLE_KEYS = wordSet('title-heads');
const AUTHOR_KEYS = wordSet('author-heads');

const DETAIL =
  /^[*_]{0,3}([\p{L}#][\p{L}\p{M}\p{Nd} .#/:'’-]{0,30}?)[*_]{0,3} ?[:：][*_]{0,3}(?=\s|$|[\p{Lo}\p{Lu}\p{Nd}])\s*(.*)$/u;
const INITIALS = /^\p{Lu}{1,3}$/u;
const RULE = /^[-=_*~–—]{3,80}$/;
/** `Episode 12: Tides` */
const NUMBERED_KEY = /\p{L} ?\d+$/u;
const MAX_ROWS_ABOVE = 4;
/** Maximum length of unknown details such as `Audio engineer: Sam Poe`, in UTF-16 code units. */
const MAX_DETAIL_LENGTH = 80;
const SENTENCE_END = /[.!?…。！？]["”’»)]?$/;
const NAME_SEPARATOR = /[,;&]| (?:and|und|et|y|e) /;

interface HeadRow {
  readonly text: string;
  readonly isBlank: boolean;
}

interface ProductionDetail {
  readonly at: number;
  readonly key: string;
  readonly value: string;
  readonly isSure: boolean;
}

const keyText = (text: string): string => (DETAIL.exec(text)?.[1] ?? '').trim();
const detailKey = (text: string): string => keyText(text).toUpperCase();
const isCapital = (key: string): boolean => !/\p{Ll}/u.test(key);
const canPrecedeDetails = (text: string): boolean =>
  text.startsWith('#') || !DETAIL.test(text) || NUMBERED_KEY.test(keyText(text));

function readDetail(text: string, at: number): ProductionDetail | null {
  const parts = text.split(/ [|•·] /);
  // `Host: Sam | Guest: Dr. Lee`
  if (parts.length > 1) {
    const [first, ...others] = parts.map((part) => readDetail(part.trim(), at));
    return first && others.every((other) => other !== null) ? { ...first, isSure: true } : null;
  }
  const [key, value] = [detailKey(text), (DETAIL.exec(text)?.[2] ?? '').trim()];
  const isSure = PRODUCTION_KEYS.has(key) && value !== '';
  const mayBe = isSure || ((PEOPLE_KEYS.has(key) || INITIALS.test(key)) && isNameList(value));
  return mayBe ? { at, key, value, isSure } : null;
}

/**
 * Finds production details. A host or guest line counts only if it lists names and there are other details, or if the
 * person never speaks.
 */
export function findProductionDetails(rows: readonly HeadRow[]): ReadonlySet<number> {
  const heads: ProductionDetail[] = [];
  const wrapped: number[] = [];
  let above = 0;
  let end = 0;
  for (; end < rows.length; end += 1) {
    const { text = '', isBlank = true } = rows[end] ?? {};
    if (isBlank || RULE.test(text)) continue;
    const head = readDetail(text, end);
    const last = heads.at(-1);
    if (head !== null) heads.push(head);
    // `# Episode 12: The Well` may be the title.
    else if (last === undefined && above < MAX_ROWS_ABOVE && canPrecedeDetails(text)) above += 1;
    // A long value continues on the next line.
    else if (last?.isSure && last.at === end - 1 && !DETAIL.test(text) && !/^\p{P}/u.test(text)) wrapped.push(end);
    else break;
  }
  const recurrences = countNames(heads.length === 0 ? [] : rows.slice(end).map(({ text }) => detailKey(text)));
  const certainDetails = heads.filter((head) => isProductionDetail(head, heads, recurrences));
  const places = new Set(certainDetails.map(({ at }) => at));
  const beside = wrapped.filter((at) => places.has(at - 1));
  return new Set([...places, ...beside, ...detailParagraph(rows, certainDetails)]);
}

/** @param recurrences number of lines below the details that start with each key */
function isProductionDetail(
  head: ProductionDetail,
  heads: readonly ProductionDetail[],
  recurrences: ReadonlyMap<string, number>,
): boolean {
  if (head.isSure) return (recurrences.get(head.key) ?? 0) < 2;
  if (INITIALS.test(head.key)) return heads.some(isInitials);
  return heads.some((one) => one.isSure) || !heads.some(({ key }) => recurrences.has(key));
}

/** `JS: Jane Smith` */
function isInitials({ key, value }: ProductionDetail): boolean {
  const initials = value.split(/\s+/).map((word) => word.charAt(0).toUpperCase());
  return key.length > 1 && initials.join('').startsWith(key);
}

/** Includes unknown keys in the same paragraph, unless one of its lines may be a speech. */
function detailParagraph(rows: readonly HeadRow[], certainDetails: readonly ProductionDetail[]): readonly number[] {
  const sure = certainDetails.filter(({ isSure }) => isSure);
  const [first] = sure;
  if (!first) return [];
  let [start, end] = [first.at, first.at];
  while (rows[start - 1]?.isBlank === false) start -= 1;
  while (rows[end]?.isBlank === false) end += 1;
  const places = Array.from({ length: end - start }, (_, index) => start + index);
  const details = places.filter((at) => readDetail(rows[at]?.text ?? '', at) !== null).length;
  // If nothing follows the paragraph, the lines may be speeches.
  const below = rows.slice(end).filter(({ isBlank }) => !isBlank);
  if (below.length === 0 || details < 2 || places.length > 2 * details + 2) return [];
  const known = new Set(sure.map(({ at }) => at));
  const names = certainDetails.flatMap(({ value }) =>
    value.split(NAME_SEPARATOR).map((name) => name.trim().toUpperCase()),
  );
  const speakers = new Set([...names, ...below.map(({ text }) => detailKey(text))]);
  const inCapitals = sure.every(({ at }) => isCapital(keyText(rows[at]?.text ?? '')));
  const isDetail = (text: string): boolean => {
    const typed = keyText(text);
    const isSpeaker = typed !== '' && (speakers.has(typed.toUpperCase()) || (isCapital(typed) && !inCapitals));
    return !isSpeaker && !SENTENCE_END.test(text) && text.length <= MAX_DETAIL_LENGTH;
  };
  return places.every((at) => known.has(at) || isDetail(rows[at]?.text ?? '')) ? places : [];
}

export interface ScriptHead {
  readonly rows: number;
  readonly title: string | null;
  readonly author: string | null;
}

/** @param text lines end at `\n` */
export function readScriptHead(text: string): ScriptHead {
  const rows = text.split('\n').map((row) => ({ text: row.trim(), isBlank: row.trim() === '' }));
  const heads = Array.from(findProductionDetails(rows), (at) => rows[at]?.text ?? '');
  const detail = (keys: ReadonlySet<string>): string | null =>
    DETAIL.exec(heads.find((row) => keys.has(detailKey(row))) ?? '')?.[2]?.trim() || null;
  return { rows: heads.length, title: detail(TITLE_KEYS), author: detail(AUTHOR_KEYS) };
}
