// Numbers that put paragraphs in order, with room between them, so that an insertion renumbers no other paragraph.
import { longestRising } from '../../../../shared/rules/align-matching.ts';

/** Between paragraphs that were imported together. 2^23 of them fit. */
const STEP = 2 ** 30;
/** Between a paragraph and one that is typed after it: small, so that many can follow one another. */
const TYPING_STEP = 2 ** 15;

/**
 * Gives every paragraph its number. Those that have one keep it wherever the order allows: as few as possible change.
 *
 * @param present the numbers in the order wanted; null: it has none yet
 * @param low the number before all, or null where nothing comes before
 * @param high the number after all, or null where nothing comes after
 * @returns rising numbers, strictly between `low` and `high`; null where there is no room
 */
export function putInOrder(
  present: readonly (number | null)[],
  low: number | null,
  high: number | null,
): number[] | null {
  const result = new Array<number | null>(present.length).fill(null);
  const numbered = present.flatMap((ord, at) =>
    ord !== null && (low === null || ord > low) && (high === null || ord < high) ? [{ ord, at }] : [],
  );
  for (const index of longestRising(numbered.map(({ ord }) => ord))) {
    const kept = numbered[index];
    if (kept) result[kept.at] = kept.ord;
  }
  for (let at = 0; at < result.length; at += 1) {
    if (result[at] !== null) continue;
    let end = at;
    while (end < result.length && result[end] === null) end += 1;
    const ords = between(
      (at === 0 ? low : result[at - 1]) ?? null,
      (end === result.length ? high : result[end]) ?? null,
      end - at,
    );
    if (!ords) return null;
    for (const ord of ords) result[at++] = ord;
  }
  return result.map((ord) => ord ?? 0);
}

function between(low: number | null, high: number | null, count: number): number[] | null {
  if (low === null || high === null) {
    const first = low !== null ? low + STEP : high !== null ? high - count * STEP : 0;
    return Array.from({ length: count }, (_, index) => first + index * STEP);
  }
  const room = Math.floor((high - low) / (count + 1));
  if (room < 1) return null;
  const step = Math.min(room, TYPING_STEP);
  return Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}

/** Numbers spread evenly between two others; null where there is no room. */
export function spreadEvenly(count: number, low: number | null, high: number | null): number[] | null {
  if (low === null || high === null) return between(low, high, count);
  const step = Math.floor((high - low) / (count + 1));
  return step < 1 ? null : Array.from({ length: count }, (_, index) => low + (index + 1) * step);
}
