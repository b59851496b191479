// A language that is English in disguise, to see which words come from no catalogue and where longer words don't fit:
// `[Ĺîñé ñöţ ŕéñðéŕéð ···]`.
import type { Catalogue } from './words.ts';

/** Its name: English for accents, a code that is kept for private use. */
export const PSEUDO_LANGUAGE = 'en-XA';

const PLAIN = 'aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ';
const ACCENTED = 'áçéĝĥîĵķļñöŕšţûŵýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ';
/** How much longer than English a message gets: German is about as long. */
const EXTRA = 0.4;

/** A catalogue in the pseudo-language: accented, longer and in brackets, with its parameters and tags as they are. */
export const pseudoCatalogue = (catalogue: Catalogue): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? pseudoMessage(entry) : pseudoCatalogue(entry),
    ]),
  );

/** One message in the pseudo-language. Empty ones stay empty. */
export function pseudoMessage(message: string): string {
  if (message === '') return '';
  let letters = 0;
  const disguised = textParts(message)
    .map(({ text, isText }) => {
      if (!isText) return text;
      letters += [...text].length;
      return Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
    })
    .join('');
  return `[${disguised} ${'·'.repeat(Math.max(1, Math.round(letters * EXTRA) - 3))}]`;
}

/** A message cut into what is read and what isn't: arguments with their braces, the heads of choices, and tags. */
function textParts(message: string): readonly { readonly text: string; readonly isText: boolean }[] {
  // Text and arguments lie in each other, so that each brace leads from the one into the other.
  let isText = true;
  return message
    .split(/([{}]|<[^<>]*>)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{' || part === '}') isText = !isText;
      return { text: part, isText: isText && !/^[{}<]/.test(part) };
    });
}
