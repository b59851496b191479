// A dialog's text, taken apart into turns ("POST /api/v2/tts/stream": each turn starts with the speaker's prefix).

/** A stretch of text of one of the two speakers, without its prefix. */
export interface DialogTurn {
  readonly speaker: 1 | 2;
  readonly text: string;
}

/** Something that is spoken: a letter, a number, a picture. A row of asterisks between two scenes is not. */
const SPEAKABLE = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

interface Mark {
  readonly speaker: 1 | 2;
  readonly prefix: string;
}

/** A prefix that ends in a letter or digit is only meant where the word ends with it: `AL` is not in `ALGERNON`. */
const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Where a prefix was given without the colon behind it, the colon is its own all the same: it would be read aloud. */
const COLON = /^\s*[:：]/;

function markAt(row: string, marks: readonly Mark[]): { mark: Mark; rest: string } | undefined {
  const trimmed = row.trimStart();
  for (const mark of marks) {
    if (!trimmed.startsWith(mark.prefix)) continue;
    const rest = trimmed.slice(mark.prefix.length);
    const last = [...mark.prefix].at(-1) ?? '';
    const next = rest === '' ? '' : String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (WORD.test(last) && WORD.test(next)) continue;
    return { mark, rest: rest.replace(COLON, '').trimStart() };
  }
  return undefined;
}

/**
 * The turns of a text in order. A turn starts at the start of the text or of a row that begins with a prefix (blanks
 * before it do not count); rows without one go on with the turn before. Text before the first prefix is the first
 * speaker's. Where both prefixes fit, the longer one is meant. Turns with nothing to speak in them are left out.
 *
 * @param prefix the first speaker's prefix, `prefix2` the second's; absent ones mark nothing
 */
export function turnsOf(text: string, prefix: string | undefined, prefix2: string | undefined): DialogTurn[] {
  const marks: Mark[] = [];
  if (prefix !== undefined) marks.push({ speaker: 1, prefix: prefix.trim() });
  if (prefix2 !== undefined) marks.push({ speaker: 2, prefix: prefix2.trim() });
  marks.sort((a, b) => b.prefix.length - a.prefix.length);
  const turns: { speaker: 1 | 2; rows: string[] }[] = [{ speaker: 1, rows: [] }];
  for (const row of text.split(/\r\n|[\n\r\u2028\u2029]/)) {
    const found = markAt(row, marks);
    if (found) turns.push({ speaker: found.mark.speaker, rows: [found.rest] });
    else turns.at(-1)?.rows.push(row);
  }
  return turns
    .map(({ speaker, rows }) => ({ speaker, text: rows.join('\n').trim() }))
    .filter((turn) => SPEAKABLE.test(turn.text));
}
