// International Standard Book Numbers (ISO 2108): ten or thirteen digits, of which the last one checks the others.

const weighted = (digits: string, weightOf: (place: number) => number): number =>
  Array.from(digits).reduce((sum, digit, place) => sum + (digit === 'X' ? 10 : Number(digit)) * weightOf(place), 0);

const thirteenWeight = (place: number): number => (place % 2 === 0 ? 1 : 3);

/** The last digit of a number of thirteen. @param twelve the digits before it */
const checkDigit = (twelve: string): number => (10 - (weighted(twelve, thirteenWeight) % 10)) % 10;

/**
 * An ISBN as its thirteen digits, however it is written: with dashes or blanks, with “ISBN” or `urn:isbn:` in front, with
 * ten digits or thirteen.
 *
 * @returns null where it is none: another length, another prefix than 978 and 979, or a wrong check digit
 */
export function readIsbn(text: string): string | null {
  const digits = text
    .slice(0, 60)
    .replace(/^\s*(?:urn:)?isbn(?:-1[03])?:?/i, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return weighted(digits, thirteenWeight) % 10 === 0 ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || weighted(digits, (place) => 10 - place) % 11 !== 0) return null;
  const twelve = `978${digits.slice(0, 9)}`;
  return `${twelve}${checkDigit(twelve)}`;
}
