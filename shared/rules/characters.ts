// The one place that counts characters.

/**
 * The characters of a text, as the limits count them: Unicode code points. A lone surrogate counts as one.
 * @returns 0 or more
 */
export function countCharacters(text: string): number {
  return countCharactersBetween(text, 0, text.length);
}

/** The characters of `text.slice(start, end)`, without making the slice. Positions are UTF-16 code units. */
export function countCharactersBetween(text: string, start: number, end: number): number {
  let pairs = 0;
  for (let index = start + 1; index < end; index++) {
    if ((text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800) pairs++;
  }
  return Math.max(0, end - start) - pairs;
}
