const EXPONENT = /^[-−–+]?\d{1,4}$|^n$/;
const NOTE_MARK = /^(?:\d{1,4}|[*†‡§¶‖]{1,4}|[a-z])$/;
/** A number, bracket, unit or single letter, which may be the base of a power. */
const POSSIBLE_BASE =
  /(?:[\d)\]]|(?<![\p{L}\p{N}])(?:[\p{L}]|[mcdk]m|mi|ft|in|yd|kg|mc)|(?<=\d[ {2}]?)(?:[mcdkµ]?m|mi|ft|in|yd|[smh]))$/u;
/** Bases that are rarely followed by a note reference. */
const SURE_BASE = /(?<![\d.,])(?:10|2|e)$|\)$|(?<![\p{L}\p{N}])(?:[mcdk]?m|[b-hj-z])$/u;
const SUPERSCRIPT_CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹', (raised, digit) => [String(digit), raised])),
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '+': '⁺',
  n: 'ⁿ',
};

/**
 * Returns the text of a superscript, '' for a note reference, or null if the superscript should be read as plain text.
 */
export function readSuperscript(before: string, raised: string, marks: ReadonlySet<string>): string | null {
  const word = raised.trim().replace(/^[[(](.*)[\])]$/, '$1');
  const isPower = EXPONENT.test(word) && POSSIBLE_BASE.test(before);
  if (marks.has(word) && NOTE_MARK.test(word) && !(isPower && SURE_BASE.test(before))) return '';
  return isPower ? Array.from(word, (mark) => SUPERSCRIPT_CHARACTERS[mark] ?? mark).join('') : null;
}
