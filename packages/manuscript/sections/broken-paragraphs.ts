const ENDS = /[.!?…。！？]["'”’»«“)\]」』]*$/u;
const SAID = /^["'“„«»‘「『—–-]\s?\p{L}/u;
const MOSTLY = 0.8;
/** In UTF-16 code units. Lines of verse are shorter. */
const LONG_ROW = 70;

/** Returns whether lines separated by `<br>` or Shift+Enter are paragraphs rather than verse. */
export function areParagraphs(rows: readonly string[]): boolean {
  const ended = rows.slice(0, -1).filter((row) => ENDS.test(row)).length;
  const isProse =
    rows.some((row) => SAID.test(row)) || rows.filter((row) => row.length >= LONG_ROW).length * 2 > rows.length;
  return rows.length > 1 && isProse && ended >= MOSTLY * (rows.length - 1);
}
