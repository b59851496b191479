// Scripts that set names off from words by dots or by a verb: `ANNA..... Hello.`, `Anna says: Hello.`
import { isName } from './layout-names.ts';

/** What parts a name from its words: leaders, or who says it with a colon. */
const PARTINGS: readonly RegExp[] = [
  /^([ \t]{0,40})([^\n.…_]{1,60}?) ?(?:\.{4,80}|…{2,40}|_{3,80}|(?: \.){4,40}) ?(?=[^\n]{0,200}\p{L})/u,
  /^([ \t]{0,40})([^\n:]{1,60}?) (?:says|said|asks|asked|replies|replied|answers|answered|adds|added|continues|continued|sagt|sagte|fragt|fragte|antwortet|antwortete|dit|demande|répond|dice|pregunta|responde|chiede|risponde): ?(?=\S)/u,
];
const LEAST_ROWS = 3;
/** Of all rows that are filled, this part begins so. */
const LEAST_SHARE = 0.6;
/** A table of contents has leaders too, but other words before each. */
const MOST_NAMES_SHARE = 0.7;

/** A text with a colon behind its names; any other as it is. */
export const withNamesSetOff = (text: string): string => PARTINGS.reduce(setOffBy, text);

function setOffBy(text: string, parting: RegExp): string {
  const rows = text.split('\n');
  const found = rows.map((row) => {
    const match = parting.exec(row);
    return match !== null && isName(match[2] ?? '') ? match : null;
  });
  const named = found.filter((match) => match !== null);
  const filled = rows.filter((row) => row.trim() !== '').length;
  if (named.length < LEAST_ROWS || named.length < filled * LEAST_SHARE) return text;
  if (new Set(named.map(([, , name]) => name)).size > named.length * MOST_NAMES_SHARE) return text;
  return rows
    .map((row, at) => {
      const [whole, before = '', name = ''] = found[at] ?? [];
      return whole === undefined ? row : `${before}${name}: ${row.slice(whole.length)}`;
    })
    .join('\n');
}
