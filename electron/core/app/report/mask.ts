export interface PrivateData {
  readonly keys: readonly string[];
  readonly userIds: readonly string[];
  /** Folders with their replacements, such as `~` for the home folder. Longer paths are replaced first. */
  readonly folders: readonly { readonly path: string; readonly as: string }[];
  readonly names: readonly string[];
}

/** Shorter names would also match inside other words. */
const MIN_NAME_LENGTH = 4;

/** Keeps the first and last characters of a user id, so that only someone who knows the id can recognise it. */
export const maskUserId = (userId: string): string =>
  userId.length < 10 ? '•••' : `${userId.slice(0, 2)}•••${userId.slice(-2)}`;

export function maskPrivateData(text: string, { keys, userIds, folders, names }: PrivateData): string {
  const longFirst = (a: string, b: string) => b.length - a.length;
  let left = text;
  for (const key of keys.filter(Boolean).toSorted(longFirst)) left = left.replaceAll(key, '[key]');
  for (const { path, as } of folders.toSorted((a, b) => longFirst(a.path, b.path))) {
    // In plain form, and escaped for JSON and for URLs.
    for (const form of new Set([path, JSON.stringify(path).slice(1, -1), encodeURI(path)])) {
      if (form.length > 1) left = left.replaceAll(form, as);
    }
  }
  for (const id of userIds.filter(Boolean).toSorted(longFirst)) left = left.replaceAll(id, maskUserId(id));
  for (const name of names.filter(({ length }) => length >= MIN_NAME_LENGTH).toSorted(longFirst)) {
    left = left.replaceAll(name, '[name]');
  }
  return left;
}

/** This many consecutive words that also occur in the script count as a quotation. */
const MIN_QUOTED_WORDS = 3;
/** Shorter script lines are matched as a whole if they have at least this many letters. */
const MIN_QUOTED_LETTERS = 10;
const MARK = /^[^:]{1,60}:\s+/;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Replaces any log line that quotes the script with a note. Logs shouldn't contain script text; this is a safeguard.
 */
export function redactQuotations(script: string, rows: readonly string[]): string[] {
  const rowsWith = new Map<string, Set<number>>();
  const plain = rows.map((row, at) => {
    const words = wordsOf(row);
    for (let from = 0; from + MIN_QUOTED_WORDS <= words.length; from += 1) {
      const run = words.slice(from, from + MIN_QUOTED_WORDS).join(' ');
      rowsWith.set(run, (rowsWith.get(run) ?? new Set()).add(at));
    }
    return ` ${words.join(' ')} `;
  });
  const telling = new Set<number>();
  for (const line of script.split('\n')) {
    const words = wordsOf(line);
    for (let from = 0; from + MIN_QUOTED_WORDS <= words.length; from += 1) {
      for (const at of rowsWith.get(words.slice(from, from + MIN_QUOTED_WORDS).join(' ')) ?? []) telling.add(at);
    }
    const spoken = wordsOf(line.replace(MARK, ''));
    const whole = spoken.join(' ');
    if (spoken.length >= MIN_QUOTED_WORDS || whole.length < MIN_QUOTED_LETTERS) continue;
    for (const [at, row] of plain.entries()) if (row.includes(` ${whole} `)) telling.add(at);
  }
  return rows.map((row, at) => (telling.has(at) ? '[a row that holds words of the script]' : row));
}
