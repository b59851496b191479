// Finds English in texts of a language with another script.

/** A command in quotation marks, or a mark of a script in square brackets. */
const TYPED = /[「“"]lectern [^」”"]*[」”"]|\[[^\]]*\]/g;
const LATIN = /[\p{Script=Latin}\p{N}./\\:@_+–-]+/gu;
/** Names, formats, units, figures and codes have a capital letter or a digit; files, addresses and columns a sign. */
const NAME = /[\p{Lu}\p{N}]|\p{L}[./\\:@_]\p{L}|[./\\:@_]{2}|^(?:--|[./])\p{L}|\p{L}\/$/u;
const FOUR_IN_A_ROW = /(?:[\p{Script=Latin}\p{N}./\\:@_+–-]+ ){3}[\p{Script=Latin}\p{N}./\\:@_+–-]+/gu;

/**
 * Returns the English words of a text in another script. Names of products, formats, files and the like are not
 * English: they have capital letters, digits, or signs. More than three of them in a row are.
 */
export function englishIn(text: string): string[] {
  const plain = text.replace(TYPED, '');
  const words = Array.from(plain.matchAll(LATIN), ([word]) => word.replace(/[.:]+$/, '')).filter(
    (word) => /\p{L}{3}/u.test(word) && !NAME.test(word),
  );
  return [...words, ...(plain.match(FOUR_IN_A_ROW) ?? [])];
}
