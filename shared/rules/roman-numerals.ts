/** Matches the numerals from I to MMMCMXCIX in capitals. Use with an edge on both sides. */
export const ROMAN_NUMERAL = '(?=[MDCLXVI])M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})';

const VALID = new RegExp(`^${ROMAN_NUMERAL}$`);
const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Returns the value of a numeral in capitals, or null if it isn't one. */
export function romanValue(numeral: string): number | null {
  if (!VALID.test(numeral)) return null;
  let sum = 0;
  for (let at = 0; at < numeral.length; at += 1) {
    const value = VALUES[numeral.charAt(at)] ?? 0;
    sum += value < (VALUES[numeral.charAt(at + 1)] ?? 0) ? -value : value;
  }
  return sum;
}
