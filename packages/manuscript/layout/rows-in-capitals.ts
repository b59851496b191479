// What is done or heard, told in capitals among speeches that are not.
import type { TextLayout } from './find-layout.ts';
import { hasTrait } from './layout-marks.ts';

const WORDS_IN_CAPITALS = /\p{Lu}{2,40}\P{L}{1,4}\p{Lu}{2}/u;
const ENDS_SENTENCE = /[.!?…][)\]"'”’»]{0,2}$/;

/**
 * The places of rows such as `DOOR SLAMS.` in a script whose names stand before their words: two words or more in capitals,
 * behind a whole sentence. A title above all else is none, nor is a cry. None where speeches are in capitals, too.
 */
export function rowsInCapitals({ rows, form }: TextLayout): ReadonlySet<number> {
  const found = new Set<number>();
  if (!hasTrait(form, 'inline')) return found;
  const speeches = rows.map(({ mark }) => mark?.words ?? '').filter((words) => /\p{Lu}/u.test(words));
  if (speeches.filter((words) => /\p{Ll}/u.test(words)).length * 2 <= speeches.length) return found;
  const first = rows.findIndex(({ isBlank }) => !isBlank);
  rows.forEach((row, index) => {
    if (index === first || !WORDS_IN_CAPITALS.test(row.text) || /\p{Ll}|[!?:,;]$/u.test(row.text)) return;
    if (row.mark !== null || row.isPart || row.isHead) return;
    const isWhole = row.isFirst || ENDS_SENTENCE.test(rows[index - 1]?.text ?? '');
    if (isWhole && !/^\p{Ll}/u.test(rows[index + 1]?.text ?? '')) found.add(index);
  });
  return found;
}
