// Languages that are English in disguise, to see which words come from no catalogue, where longer words don't fit
// (`[Ĺîñé ñöţ ŕéñðéŕéð ···]`), and how the window looks where lines begin at the right.
import { PSEUDO_ENGLISH, PSEUDO_RTL } from './languages.ts';
import type { Catalogue } from './words.ts';

const PLAIN = 'aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ';
const ACCENTED = 'áçéĝĥîĵķļñöŕšţûŵýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ';
/** How much longer than English a message gets: German is about as long. */
const EXTRA = 0.4;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** About as each Latin letter sounds, so that a label can be told by those who read Arabic letters. */
const ARABIC = 'ابكديفغهيجكلمنوبقرستوفوخيز';
/** What comes from elsewhere is kept apart, so that a Latin name doesn't move the words around it: FSI and PDI. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

const DISGUISES = { [PSEUDO_ENGLISH]: pseudoMessage, [PSEUDO_RTL]: rtlMessage } as const;
export type PseudoLanguage = keyof typeof DISGUISES;

export const isPseudo = (language: string): language is PseudoLanguage => Object.hasOwn(DISGUISES, language);

/** A catalogue in a pseudo-language, with its parameters and tags as they are. */
export const pseudoCatalogue = (catalogue: Catalogue, language: PseudoLanguage = PSEUDO_ENGLISH): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? DISGUISES[language](entry) : pseudoCatalogue(entry, language),
    ]),
  );

/** One message with accents. Empty ones stay empty. */
export function pseudoMessage(message: string): string {
  if (message === '') return '';
  let letters = 0;
  const accented = textParts(message)
    .map(({ text, isText }) => {
      if (!isText) return text;
      letters += [...text].length;
      return Array.from(text, (letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
    })
    .join('');
  return `[${accented} ${'·'.repeat(Math.max(1, Math.round(letters * EXTRA) - 3))}]`;
}

/** One message in Arabic letters. Empty ones stay empty. */
export function rtlMessage(message: string): string {
  if (message === '') return '';
  const written = textParts(message)
    .map(({ text, isText }) =>
      isText ? Array.from(text, (letter) => ARABIC[LATIN.indexOf(letter.toLowerCase())] ?? letter).join('') : text,
    )
    .join('');
  return `[${written.replace(/\{[A-Za-z]\w*\}/g, (parameter) => ISOLATE + parameter + END_OF_ISOLATE)}]`;
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
