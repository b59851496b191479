// Reads corrections from plain rows, such as `Ch. 3, 12:34 – "the the" repeated`.
import type { LeftOutRow, Pickup, PickupList } from '../../../shared/model/pickups.ts';
import { wordAlternation } from '../../../shared/rules/words/word-lists.ts';
import { phrasesIn, withoutQuotations } from './pickup-phrases.ts';
import { findTime } from './pickup-times.ts';

const LEADER = /^(?:[>\s]*)(?:(?:[-*•–—·▪◦‣]|\[[ xX✓]?\]|[☐☑✓✔]|\(?\d{1,4}[.)]|#\d{1,4}:?)\s+)*/u;
const DONE = /^(?:[>\s\-*•]*)(?:\[[xX✓]\]|[☑✓✔])/u;
const NUMBER = String.raw`(?:\d{1,4}|[IVXLC]{1,7}|\p{L}{3,12}(?:-\p{L}{3,5})?)`;
const CHAPTER = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${wordAlternation('pickup-chapter-marks')}(?:\.\s?|\s|[-_#:]\s?|(?=\d))#?${NUMBER}(?![\p{L}\p{N}])|第\s?\d{1,4}\s?[章話回]`,
  'iu',
);
const PAGE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${wordAlternation('pickup-page-marks')}(?:\.\s?|\s)(\d{1,4})(?:\s?[-–]\s?\d{1,4})?(?![\p{L}\p{N}:])`,
  'iu',
);
const FILE =
  /(?<![^\s,;:"“”()[\]])[^\s,;:"“”()[\]]{1,100}(?: [^\s,;:"“”()[\]]{1,100}){0,6}?\.(?:mp3|wav|m4a|m4b|flac|aiff?|ogg|aac|opus)(?![\p{L}\p{N}])/iu;
const SEPARATORS_AT_START = /^[\s,;:.)\]|@/–—-]+/u;
const SEPARATOR = /[\s,;:([|@/–—-]/u;
const TITLE_MARK = /[:#*=\s]/u;

export const NO_PLACE = {
  chapter: '',
  file: '',
  line: '',
  page: '',
  times: [],
  endSeconds: null,
  take: null,
  takeSeconds: null,
  isDone: false,
} as const;

interface Position {
  readonly from: number;
  readonly to: number;
}

/** Reads one correction. The row may have no place, no quoted words, or neither. */
export function readPickupRow(row: string, number: number): Pickup {
  const text = row.replace(LEADER, '').trim();
  const bare = withoutQuotations(text);
  const file = FILE.exec(bare);
  const chapter = CHAPTER.exec(bare.replace(file?.[0] ?? '\0', (name) => ' '.repeat(name.length)));
  const page = PAGE.exec(bare);
  const time = findTime(bare);
  const matches = [file, chapter, page].map(
    (match) => match && { from: match.index, to: match.index + match[0].length },
  );
  const positions = [...matches, time].filter((position) => position !== null);
  const remark = remarkOf(text, positions);
  const isNamed = time !== null && file === null && chapter === null;
  return {
    ...NO_PLACE,
    number,
    text: row.trim(),
    chapter: chapter?.[0] ?? (isNamed ? leadingName(bare.slice(0, time.from).replace(page?.[0] ?? '\0', ' ')) : ''),
    file: file?.[0] ?? '',
    page: page?.[1] ?? '',
    times: [...(time?.times ?? [])],
    endSeconds: time?.endSeconds ?? null,
    phrases: phrasesIn(remark),
    note: remark || text,
    isDone: DONE.test(row),
  };
}

const MAX_NAME_WORDS = 6;

/** A title before the time, such as `Prologue` in `Prologue, 1:15`. */
function leadingName(text: string): string {
  const name = withoutEnd(text.replace(SEPARATORS_AT_START, ''), SEPARATOR);
  return name.split(/\s+/u).length <= MAX_NAME_WORDS && /\p{L}/u.test(name) ? name : '';
}

/** Removes characters that match from the end. */
function withoutEnd(text: string, marks: RegExp): string {
  let end = text.length;
  while (end > 0 && marks.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Returns the text without the positions at its start and end, and without a name between them. */
function remarkOf(text: string, positions: readonly Position[]): string {
  const inOrder = positions.toSorted((one, other) => one.from - other.from);
  let [start, end] = [0, text.length];
  for (const { from, to } of inOrder) {
    const between = text.slice(start, from);
    if (/[.!?:"“”„«»]\s|["“”„«»]/u.test(between) || between.trim().split(/\s+/u).length > MAX_NAME_WORDS) break;
    start = Math.max(start, to);
  }
  for (const { from, to } of inOrder.toReversed()) {
    if (from < start || /[\p{L}\p{N}]/u.test(text.slice(to, end))) break;
    end = from;
  }
  const rest = text.slice(start, end).replace(SEPARATORS_AT_START, '');
  return (end === text.length ? rest : withoutEnd(rest, SEPARATOR)).trim();
}

const isPlaced = ({ chapter, file, page, times }: Pickup): boolean =>
  times.length > 0 || page !== '' || file !== '' || chapter !== '';
const HEADING = new RegExp(String.raw`^(?:${CHAPTER.source})(?:\s*[:.–—-]?\s*[^"“„]{0,60})?$`, 'iu');
/** In UTF-16 code units. Shorter rows weren't wrapped. */
const MIN_WRAPPED_LENGTH = 55;
const MIN_PLACED_SHARE = 0.5;

/**
 * Reads one correction per row. A row with only a chapter counts for those below it. Rows without a place and without
 * quoted words are left out if other rows have them.
 */
export function readPickupRows(rows: readonly string[]): PickupList {
  let heading = '';
  const found = joinWrapped(rows).flatMap(({ number, text }): Pickup[] => {
    const pickup = readPickupRow(text, number);
    if (isHeading(pickup, text)) {
      heading = pickup.file || pickup.chapter;
      return [];
    }
    const own = pickup.file !== '' || CHAPTER.test(pickup.chapter);
    return [own || heading === '' ? pickup : { ...pickup, chapter: heading }];
  });
  const placed = found.filter((pickup) => pickup.times.length > 0 || pickup.phrases.length > 0);
  if (placed.length < found.length * MIN_PLACED_SHARE && !found.some(isPlaced)) return { pickups: found, leftOut: [] };
  const isPickup = (pickup: Pickup): boolean =>
    placed.includes(pickup) || isPlaced({ ...pickup, chapter: CHAPTER.test(pickup.text) ? pickup.chapter : '' });
  const leftOut = found.filter((pickup) => !isPickup(pickup)).map(({ number, text }): LeftOutRow => ({ number, text }));
  return { pickups: found.filter(isPickup), leftOut };
}

/** Whether a row is the name of a chapter or file above its corrections. */
export function isHeading({ times, phrases, file, page }: Pickup, text: string): boolean {
  const bare = withoutEnd(text.replace(LEADER, ''), TITLE_MARK)
    .replace(/^[#*=\s]+/u, '')
    .trim();
  if (times.length > 0 || phrases.length > 0 || page !== '') return false;
  return (file !== '' && bare === file) || HEADING.test(bare);
}

/** Joins rows that an email program has wrapped. */
function joinWrapped(rows: readonly string[]): { readonly number: number; readonly text: string }[] {
  const joined: { number: number; text: string; last: string }[] = [];
  let isAfterBlank = true;
  for (const [at, row] of rows.entries()) {
    if (row.replace(/^[>\s]+/u, '').trim() === '') {
      isAfterBlank = true;
      continue;
    }
    const before = joined.at(-1);
    const bare = row.replace(/^[>\s]+/u, '');
    const hasLeader = LEADER.exec(bare)?.[0] !== '';
    const { times, chapter, page, file } = readPickupRow(bare, at + 1);
    const startsPlace = times.length > 0 || page !== '' || file !== '' || CHAPTER.test(chapter);
    const isWrapped =
      before &&
      !isAfterBlank &&
      !hasLeader &&
      !startsPlace &&
      before.last.length >= MIN_WRAPPED_LENGTH &&
      /^[\p{Ll}"“'‘(]/u.test(bare);
    if (isWrapped) {
      before.text = `${before.text} ${bare.trim()}`;
      before.last = row;
    } else joined.push({ number: at + 1, text: row, last: row });
    isAfterBlank = false;
  }
  return joined;
}
