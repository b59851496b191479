// What must not leave this machine in a report, taken out of any text.

export interface Private {
  /** Keys: wherever one stands, it is gone. */
  readonly keys: readonly string[];
  readonly userIds: readonly string[];
  /** Folders and what is written for each, such as the home folder and `~`. Longer ones go first. */
  readonly folders: readonly { readonly path: string; readonly as: string }[];
  /** Names that producers gave, such as a project's. */
  readonly names: readonly string[];
}

/** Shorter ones would be found in other words. */
const SHORTEST_NAME = 4;

/** The ends of a user id: enough to tell it from another for those who know it, and only for them. */
export const maskedUserId = (userId: string): string =>
  userId.length < 10 ? '•••' : `${userId.slice(0, 2)}•••${userId.slice(-2)}`;

/** A text without what is private. */
export function masked(text: string, { keys, userIds, folders, names }: Private): string {
  const longFirst = (a: string, b: string) => b.length - a.length;
  let left = text;
  for (const key of keys.filter(Boolean).toSorted(longFirst)) left = left.replaceAll(key, '[key]');
  for (const { path, as } of folders.toSorted((a, b) => longFirst(a.path, b.path))) {
    // As it stands, and as JSON and addresses write it.
    for (const form of new Set([path, JSON.stringify(path).slice(1, -1), encodeURI(path)])) {
      if (form.length > 1) left = left.replaceAll(form, as);
    }
  }
  for (const id of userIds.filter(Boolean).toSorted(longFirst)) left = left.replaceAll(id, maskedUserId(id));
  for (const name of names.filter(({ length }) => length >= SHORTEST_NAME).toSorted(longFirst)) {
    left = left.replaceAll(name, '[name]');
  }
  return left;
}

/** This many words in a row that are also in the script count as a quote from it. */
const TELLING_WORDS = 3;
/** A line of fewer words is looked for as a whole if it has at least this many letters. */
const TELLING_LETTERS = 10;
/** Who speaks: it is no part of the words. */
const MARK = /^[^:]{1,60}:\s+/;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Rows of a log in which a script is quoted are replaced by a note. A log holds none; this makes sure of it. */
export function withoutWordsOf(script: string, rows: readonly string[]): string[] {
  const rowsWith = new Map<string, Set<number>>();
  const plain = rows.map((row, at) => {
    const words = wordsOf(row);
    for (let from = 0; from + TELLING_WORDS <= words.length; from += 1) {
      const run = words.slice(from, from + TELLING_WORDS).join(' ');
      rowsWith.set(run, (rowsWith.get(run) ?? new Set()).add(at));
    }
    return ` ${words.join(' ')} `;
  });
  const telling = new Set<number>();
  for (const line of script.split('\n')) {
    const words = wordsOf(line);
    for (let from = 0; from + TELLING_WORDS <= words.length; from += 1) {
      for (const at of rowsWith.get(words.slice(from, from + TELLING_WORDS).join(' ')) ?? []) telling.add(at);
    }
    const spoken = wordsOf(line.replace(MARK, ''));
    const whole = spoken.join(' ');
    if (spoken.length >= TELLING_WORDS || whole.length < TELLING_LETTERS) continue;
    for (const [at, row] of plain.entries()) if (row.includes(` ${whole} `)) telling.add(at);
  }
  return rows.map((row, at) => (telling.has(at) ? '[a row that holds words of the script]' : row));
}
