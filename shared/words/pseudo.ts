// Pseudo-locales based on English. They reveal hard-coded text, truncation (`[Ĺîñé ñöţ ŕéñðéŕéð ···]`) and problems
// in right-to-left layouts.
import { PSEUDO_ENGLISH, PSEUDO_RTL } from './languages.ts';
import type { Areas, Catalogue } from './words.ts';

const PLAIN = 'aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ';
const ACCENTED = 'áçéĝĥîĵķļñöŕšţûŵýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ';
/** How much longer the text is than in English. German is similar. */
const EXTRA_LENGTH = 0.4;

const LATIN = 'abcdefghijklmnopqrstuvwxyz';
/** Arabic letters with a similar sound, so that readers of Arabic can recognise labels. */
const ARABIC = 'ابكديفغهيجكلمنوبقرستوفوخيز';
/** Unicode isolates (FSI and PDI) around parameters prevent Latin names from reordering the surrounding text. */
const [ISOLATE, END_OF_ISOLATE] = ['\u2068', '\u2069'];

const TRANSFORMS = { [PSEUDO_ENGLISH]: pseudoMessage, [PSEUDO_RTL]: rtlMessage } as const;
export type PseudoLanguage = keyof typeof TRANSFORMS;

export const isPseudo = (language: string): language is PseudoLanguage => Object.hasOwn(TRANSFORMS, language);

export const pseudoCatalogue = (catalogue: Catalogue, language: PseudoLanguage = PSEUDO_ENGLISH): Catalogue =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, entry]) => [
      name,
      typeof entry === 'string' ? TRANSFORMS[language](entry) : pseudoCatalogue(entry, language),
    ]),
  );

export const pseudoAreas = (areas: Areas, language: PseudoLanguage): Areas =>
  Object.fromEntries(Object.entries(areas).map(([area, messages]) => [area, pseudoCatalogue(messages, language)]));

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
  return `[${accented} ${'·'.repeat(Math.max(1, Math.round(letters * EXTRA_LENGTH) - 3))}]`;
}

export function rtlMessage(message: string): string {
  if (message === '') return '';
  const written = textParts(message)
    .map(({ text, isText }) =>
      isText ? Array.from(text, (letter) => ARABIC[LATIN.indexOf(letter.toLowerCase())] ?? letter).join('') : text,
    )
    .join('');
  return `[${written.replace(/\{[A-Za-z]\w*\}/g, (parameter) => ISOLATE + parameter + END_OF_ISOLATE)}]`;
}

/** Splits a message into displayed text and syntax: arguments, selectors and tags. */
function textParts(message: string): readonly { readonly text: string; readonly isText: boolean }[] {
  // Text and arguments alternate with each nesting level, so every brace switches between them.
  let isText = true;
  return message
    .split(/([{}]|<[^<>]*>)/)
    .filter((part) => part !== '')
    .map((part) => {
      if (part === '{' || part === '}') isText = !isText;
      return { text: part, isText: isText && !/^[{}<]/.test(part) };
    });
}
