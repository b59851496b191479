// Rows that end in nothing but `\n`.

const OTHER_ENDS = /\r\n?/g;
/** A run of white space with a row break in it. It is looked for where a run begins only, which keeps long runs cheap. */
const ROW_BREAKS = /(?<!\s)\s*[\r\n]\s*/g;

/** A text whose rows end at `\n`, whatever they ended with: `\r\n`, or `\r` alone. */
export const withPlainRows = (text: string): string => text.replace(OTHER_ENDS, '\n');

/** A text in one row: its rows are joined by a space, without white space around them or at the ends of the text. */
export const joinedRows = (text: string): string => text.replace(ROW_BREAKS, ' ').trim();

/** The changes that make it so, as places of the text before them all, in UTF-16 code units, rising. */
export const plainRowChanges = (text: string): { from: number; to: number; insert: string }[] =>
  Array.from(text.matchAll(OTHER_ENDS), ({ index, 0: end }) => ({
    from: index,
    to: index + 1,
    insert: end === '\r' ? '\n' : '',
  }));
