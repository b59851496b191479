// What a clipboard holds, as a document.

/** What programs put on the clipboard: the same words as a page and as plain text. */
export interface Pasted {
  readonly html: string;
  readonly text: string;
}

/** Tags that say something about a text; editors of code mark nothing but colours. */
const STRUCTURE = /<(?:h[1-6]|p|li|blockquote|td)[\s>]/i;
const TABLE = /<table[\s>]/i;

/** @returns null where there are no words on it */
export function pastedDocument({
  html,
  text,
}: Pasted): { readonly extension: 'tsv' | 'html' | 'txt'; readonly text: string } | null {
  // Spreadsheets put cells there that are parted by tabs.
  if (TABLE.test(html) && text.split('\n', 1)[0]?.includes('\t')) return { extension: 'tsv', text };
  if (STRUCTURE.test(html)) return { extension: 'html', text: html };
  return text.trim() === '' ? null : { extension: 'txt', text };
}
