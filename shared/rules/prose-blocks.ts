// A book's plain text as blocks: rows that stand together, between blank ones.

/** Rows without a blank one between them. */
export interface ProseBlock {
  /** Rows without white space behind; white space before is kept, for it tells verse. At least one, none blank. */
  readonly rows: readonly string[];
}

/** Rows longer than this, in UTF-16 code units, are not hard-wrapped: each is a paragraph of its own. */
const LONGEST_WRAPPED_ROW = 120;
/** A block of more rows than this, some of them indented, is one in which an indent begins a paragraph. */
const LONGEST_PLAIN_BLOCK = 40;

const HAN_OR_KANA = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** The rows of a text, whatever ends them, without white space behind. */
export function proseRows(text: string): string[] {
  return text.split(/\r\n?|\n|\f/).map((row) => row.trimEnd());
}

/** The blocks of a text. Unwrapped rows, and indented first rows in a text without blank rows, begin blocks too. */
export function proseBlocks(rows: readonly string[]): ProseBlock[] {
  const stanzas: string[][] = [];
  let current: string[] = [];
  for (const row of rows) {
    if (row !== '') current.push(row);
    else if (current.length > 0) {
      stanzas.push(current);
      current = [];
    }
  }
  if (current.length > 0) stanzas.push(current);
  const wrapped = isWrapped(rows);
  return stanzas.flatMap((stanza) => cutStanza(stanza, wrapped).map((block) => ({ rows: block })));
}

/** Whether the rows of a text are cut at a width: hardly any is longer than a printed one. */
function isWrapped(rows: readonly string[]): boolean {
  let filled = 0;
  let long = 0;
  for (const row of rows) {
    if (row === '') continue;
    filled += 1;
    if (row.length > LONGEST_WRAPPED_ROW) long += 1;
  }
  return long * 20 < filled;
}

function cutStanza(stanza: readonly string[], wrapped: boolean): (readonly string[])[] {
  if (!wrapped) return stanza.map((row) => [row]);
  const indented = stanza.filter(isIndented).length;
  if (stanza.length <= LONGEST_PLAIN_BLOCK || indented === 0 || indented * 2 > stanza.length) return [stanza];
  const blocks: string[][] = [];
  for (const row of stanza) {
    const last = blocks[blocks.length - 1];
    if (last === undefined || isIndented(row)) blocks.push([row]);
    else last.push(row);
  }
  return blocks;
}

/** Whether a row begins with white space. */
export function isIndented(row: string): boolean {
  return /^\s/.test(row);
}

/** Whether a block is verse, a letter's head, a table: two or more rows, all set in, keep their ends. */
export function isVerse(block: ProseBlock): boolean {
  return block.rows.length > 1 && block.rows.every(isIndented);
}

/** A block as one row: rows are joined by a space, by none after a word's hyphen and between Chinese or Japanese. */
export function joinRows(block: ProseBlock): string {
  let joined = '';
  // What `touch` looks at, so that the growing text is not read again for each row.
  let end = '';
  for (const row of block.rows) {
    const words = row.trim();
    const added = end === '' || touch(end, words) ? words : ` ${words}`;
    joined += added;
    end = (end + added).slice(-LONGEST_TOUCH);
  }
  return joined;
}

/** A letter of two code units and a hyphen. */
const LONGEST_TOUCH = 3;

/** Whether nothing stands between two rows, of which the first may be given by its end. */
function touch(before: string, after: string): boolean {
  if (/[\p{L}\p{N}]-$/u.test(before) && /^\p{Ll}/u.test(after)) return true;
  const last = before.slice(-1);
  return HAN_OR_KANA.test(last) && HAN_OR_KANA.test(after.slice(0, 1));
}
