let byName: Intl.Collator | undefined;

/** Compares file names with natural number order: `Chapter 2` before `Chapter 10`. */
export function compareParts(a: string, b: string): number {
  byName ??= new Intl.Collator('en', { numeric: true });
  return byName.compare(a, b);
}

export function areBookParts(names: readonly string[]): boolean {
  const unnumbered = new Set(names.map((name) => name.toLowerCase().replace(/\d+/g, '#')));
  const allNumbered = names.every((name) => /\d/.test(name));
  return allNumbered && (unnumbered.size === 1 || names.every((name) => /^\d/.test(name)));
}

const MIN_NAME_LENGTH = 3;

/** Derives a book's title from the common prefix of its file names. Returns null if there is no common prefix. */
export function commonTitle(names: readonly string[]): string | null {
  const [first = '', ...others] = names;
  let length = first.length;
  for (const name of others) while (!name.startsWith(first.slice(0, length))) length -= 1;
  const common = first.slice(0, length).replace(/\d/g, ' ').trim();
  const bare = trimPunctuationEnd(common).replace(/(?:chapter|part|kapitel|teil|chapitre|capítulo)$/i, '');
  const name = trimPunctuationEnd(bare.trim());
  return name.length < MIN_NAME_LENGTH ? null : name;
}

function trimPunctuationEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s_.,–—-]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
