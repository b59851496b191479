export interface PastedContent {
  readonly html: string;
  readonly text: string;
}

/** Code editors copy HTML with colours but no structure. */
const STRUCTURE = /<(?:h[1-6]|p|li|blockquote|td)[\s>]/i;
const TABLE = /<table[\s>]/i;

/** Returns the best format in a clipboard's content, or null if the clipboard contains no text. */
export function pastedDocument({
  html,
  text,
}: PastedContent): { readonly extension: 'tsv' | 'html' | 'txt'; readonly text: string } | null {
  // Spreadsheets copy cells as tab-separated text.
  if (TABLE.test(html) && text.split('\n', 1)[0]?.includes('\t')) return { extension: 'tsv', text };
  if (STRUCTURE.test(html)) return { extension: 'html', text: html };
  return text.trim() === '' ? null : { extension: 'txt', text };
}
