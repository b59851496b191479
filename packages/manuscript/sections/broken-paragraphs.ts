const SENTENCE_END = /[.!?…。！？]["'”’»«“)\]」』]*$/u;
const SPEECH_START = /^["'“„«»‘「『—–-]\s?\p{L}/u;
const MIN_SENTENCE_SHARE = 0.8;
/** In UTF-16 code units. Verse lines are shorter. */
const LONG_ROW_LENGTH = 70;

/** Returns whether lines separated by `<br>` or Shift+Enter are paragraphs rather than verse. */
export function areParagraphs(rows: readonly string[]): boolean {
  const ended = rows.slice(0, -1).filter((row) => SENTENCE_END.test(row)).length;
  const isProse =
    rows.some((row) => SPEECH_START.test(row)) ||
    rows.filter((row) => row.length >= LONG_ROW_LENGTH).length * 2 > rows.length;
  return rows.length > 1 && isProse && ended >= MIN_SENTENCE_SHARE * (rows.length - 1);
}
