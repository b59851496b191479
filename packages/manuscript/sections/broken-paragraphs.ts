// Paragraphs that a document parts by line breaks (`<br>`, Shift+Enter), where verse has its rows.
/** The end of a sentence, or of what someone says. */
const ENDS = /[.!?…。！？]["'”’»«“)\]」』]*$/u;
/** What someone says, at the start of a row. */
const SAID = /^["'“„«»‘「『—–-]\s?\p{L}/u;
/** At least this part of the rows end with a sentence; rows of verse end anywhere. */
const MOSTLY = 0.8;
/** Rows of this many UTF-16 code units are longer than verse. */
const LONG_ROW = 70;

/** Whether rows are paragraphs: they end with sentences, and some of them are said, or too long for verse. */
export function areParagraphs(rows: readonly string[]): boolean {
  const ended = rows.slice(0, -1).filter((row) => ENDS.test(row)).length;
  const isProse =
    rows.some((row) => SAID.test(row)) || rows.filter((row) => row.length >= LONG_ROW).length * 2 > rows.length;
  return rows.length > 1 && isProse && ended >= MOSTLY * (rows.length - 1);
}
