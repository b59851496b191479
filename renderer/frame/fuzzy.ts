// Finding by a few letters: all of them in order, the better the closer they stand and the more they begin words.

const STARTS_WORD = 8;
const FOLLOWS = 5;
const STARTS_TEXT = 6;

/**
 * How well a text answers what was typed: the higher the better, null where it does not. Case and spaces of the query
 * count for nothing.
 */
export function fuzzyScore(query: string, text: string): number | null {
  const wanted = [...query.toLowerCase().replace(/\s+/g, '')];
  if (wanted.length === 0) return 0;
  const letters = [...text.toLowerCase()];
  let best: number | null = null;
  for (let start = 0; start < letters.length; start++) {
    if (letters[start] !== wanted[0]) continue;
    const score = scoreFrom(wanted, letters, start);
    if (score === null) break;
    if (best === null || score > best) best = score;
  }
  // Of two texts that match equally well, the shorter one is meant.
  // Letters scattered inside words were hardly meant.
  return best === null || best <= 0 ? null : best - letters.length / 100;
}

/** Takes each letter where it comes first, from an index on; null where the text ends before the query. */
function scoreFrom(wanted: readonly string[], letters: readonly string[], start: number): number | null {
  let score = start === 0 ? STARTS_TEXT : 0;
  let at = start;
  let before = start - 1;
  for (const letter of wanted) {
    const found = letters.indexOf(letter, at);
    if (found < 0) return null;
    if (found === 0 || /[\s\-_.:]/.test(letters[found - 1] ?? '')) score += STARTS_WORD;
    if (found > start && found === before + 1) score += FOLLOWS;
    score -= Math.min(found - before - 1, FOLLOWS);
    before = found;
    at = found + 1;
  }
  return score;
}

/** The items that answer a query, best first; all in their order where nothing was typed. At most `limit`. */
export function fuzzyFilter<T>(query: string, items: readonly T[], textOf: (item: T) => string, limit: number): T[] {
  if (query.trim() === '') return items.slice(0, limit);
  return items
    .flatMap((item) => {
      const score = fuzzyScore(query, textOf(item));
      return score === null ? [] : [{ item, score }];
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
