// Raised characters that are no links: powers, or signs of notes.

const POWER = /^[-−–+]?\d{1,4}$|^n$/;
const NOTE_SIGN = /^(?:\d{1,4}|[*†‡§¶‖]{1,4}|[a-z])$/;
/** What powers are of: a number, a bracket, a unit, a single letter. */
const BASE =
  /(?:[\d)\]]|(?<![\p{L}\p{N}])(?:[\p{L}]|[mcdk]m|mi|ft|in|yd|kg|mc)|(?<=\d[ {2}]?)(?:[mcdkµ]?m|mi|ft|in|yd|[smh]))$/u;
/** Notes hardly ever stand behind these. */
const SURE_BASE = /(?<![\d.,])(?:10|2|e)$|\)$|(?<![\p{L}\p{N}])(?:[mcdk]?m|[b-hj-z])$/u;
const RAISED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (raised, digit) => [String(digit), raised])),
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '+': '⁺',
  n: 'ⁿ',
};

/**
 * Returns what a raised word is written as, '' if it is the sign of a note, or null if it is read as it stands.
 *
 * @param before what precedes it in its paragraph
 * @param signs those that the document's notes begin with
 */
export function readSuperscript(before: string, raised: string, signs: ReadonlySet<string>): string | null {
  const word = raised.trim().replace(/^[[(](.*)[\])]$/, '$1');
  const isPower = POWER.test(word) && BASE.test(before);
  if (signs.has(word) && NOTE_SIGN.test(word) && !(isPower && SURE_BASE.test(before))) return '';
  return isPower ? Array.from(word, (sign) => RAISED[sign] ?? sign).join('') : null;
}
