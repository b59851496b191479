/** Characters of a line's first words. */
const EXCERPT = 80;

/** The first words of a line. */
export function excerptOf(text: string): string {
  const characters = [...text.slice(0, EXCERPT * 4).replace(/\s+/g, ' ')];
  return characters.length > EXCERPT ? `${characters.slice(0, EXCERPT).join('').trimEnd()}…` : characters.join('');
}
