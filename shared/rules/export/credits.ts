import type { BookDetails } from '../../model/book.ts';
import type { ScriptDocument } from '../../model/script.ts';
import type { Credits } from '../../model/settings.ts';

const PLACEHOLDERS = ['title', 'author', 'narrator'] as const;
type Placeholder = (typeof PLACEHOLDERS)[number];

export const DEFAULT_CREDITS: Credits = {
  opening: '{title}. Written by {author}. Narrated by {narrator}.',
  closing: 'This was {title}. Written by {author}. Narrated by {narrator}. The end.',
};

/** Bracketed headings aren't read aloud. */
const HEADINGS = { opening: '# (Opening Credits)', closing: '# (Closing Credits)' } as const;

export interface CreditNames extends Pick<BookDetails, 'authors' | 'narrators'> {
  readonly title: string;
  /** A sentence about synthetic voices, spoken before the opening credits. */
  readonly disclosure?: string | null;
}

const NO_CREDITS: Credits = { opening: '', closing: '' };

/** Fills in placeholders and omits sentences whose names aren't known. */
function fillIn(text: string, { title, authors, narrators }: CreditNames): string {
  const names: Readonly<Record<Placeholder, string>> = {
    title,
    author: authors.join(', '),
    narrator: narrators.join(', '),
  };
  return (text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? [])
    .filter((sentence) => !PLACEHOLDERS.some((part) => sentence.includes(`{${part}}`) && names[part] === ''))
    .map((sentence) => PLACEHOLDERS.reduce((words, part) => words.replaceAll(`{${part}}`, () => names[part]), sentence))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

export type CreditWords = Readonly<Record<keyof Credits, string>>;

export function fillInCredits(credits: Credits | null, names: CreditNames): CreditWords {
  const { opening, closing } = credits ?? NO_CREDITS;
  const words = [names.disclosure ?? '', fillIn(opening, names)].filter((part) => part !== '');
  return { opening: words.join(' '), closing: fillIn(closing, names) };
}

const CREDIT_FIELDS = { title: 'title', author: 'authors', narrator: 'narrators' } as const satisfies Record<
  Placeholder,
  keyof BookDetails
>;
export type CreditField = (typeof CREDIT_FIELDS)[Placeholder];

export function missingCreditFields(
  { opening, closing }: Credits,
  known: Pick<BookDetails, 'title' | 'authors' | 'narrators'>,
): CreditField[] {
  return PLACEHOLDERS.filter((part) => `${opening}${closing}`.includes(`{${part}}`))
    .map((part) => CREDIT_FIELDS[part])
    .filter((field) => known[field] === null || known[field].length === 0);
}

export const withCredits = (script: ScriptDocument, credits: Credits | null, names: CreditNames): ScriptDocument =>
  withCreditWords(script, fillInCredits(credits, names));

export function withCreditWords(script: ScriptDocument, words: CreditWords): ScriptDocument {
  const chapter = (part: keyof Credits): string[] =>
    words[part] === '' ? [] : [`${HEADINGS[part]}\n\n${words[part]}`];
  return [...chapter('opening'), ...script, ...chapter('closing')];
}

export function extractCredits(text: string): CreditWords {
  const paragraphs = text.trim().split(/\n{2,}/);
  const below = (part: keyof Credits): string => {
    const at = paragraphs.findIndex((paragraph) => paragraph.trim() === HEADINGS[part]);
    const words = at < 0 ? undefined : paragraphs[at + 1]?.trim();
    return words === undefined || words.startsWith('#') ? '' : words;
  };
  return { opening: below('opening'), closing: below('closing') };
}

/** Removes credits added by `withCredits`: each credits heading and the paragraph after it. */
export function withoutCredits(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/);
  const kept: string[] = [];
  let isBelow = false;
  for (const paragraph of paragraphs) {
    const isHeading = Object.values(HEADINGS).some((heading) => heading === paragraph.trim());
    if (!isHeading && !(isBelow && !paragraph.startsWith('#'))) kept.push(paragraph);
    isBelow = isHeading;
  }
  return kept.length === paragraphs.length ? text : `${kept.join('\n\n')}\n`;
}
