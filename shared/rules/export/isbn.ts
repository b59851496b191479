// International Standard Book Numbers (ISO 2108).

const weightedSum = (digits: string, weightOf: (place: number) => number): number =>
  Array.from(digits).reduce((sum, digit, place) => sum + (digit === 'X' ? 10 : Number(digit)) * weightOf(place), 0);

const isbn13Weight = (place: number): number => (place % 2 === 0 ? 1 : 3);

const checkDigit = (digits: string): number => (10 - (weightedSum(digits, isbn13Weight) % 10)) % 10;

/**
 * Parses an ISBN-10 or ISBN-13 and returns 13 digits. Returns null if the number is invalid or doesn't start with 978
 * or 979.
 */
export function parseIsbn(text: string): string | null {
  const digits = text
    .slice(0, 60)
    .replace(/^\s*(?:urn:)?isbn(?:-1[03])?:?/i, '')
    .replace(/[\s\u2010-\u2015-]/g, '')
    .toUpperCase();
  if (/^97[89]\d{10}$/.test(digits)) return weightedSum(digits, isbn13Weight) % 10 === 0 ? digits : null;
  if (!/^\d{9}[\dX]$/.test(digits) || weightedSum(digits, (place) => 10 - place) % 11 !== 0) return null;
  const unchecked = `978${digits.slice(0, 9)}`;
  return `${unchecked}${checkDigit(unchecked)}`;
}
