// Opening and closing credits: chapters of their own around a script, spoken by the narrator as everything else.
import type { BookDetails } from '../model/book.ts';
import type { Credits } from '../model/settings.ts';

/** What credits may name in braces. */
const NAMED = ['title', 'author', 'narrator'] as const;
type NamedPart = (typeof NAMED)[number];

export const USUAL_CREDITS: Credits = {
  opening: '{title}. Written by {author}. Narrated by {narrator}.',
  closing: 'This was {title}. Written by {author}. Narrated by {narrator}. The end.',
};

/** Headings in brackets are not read aloud. */
const HEADINGS = { opening: '# (Opening Credits)', closing: '# (Closing Credits)' } as const;

export interface CreditNames extends Pick<BookDetails, 'authors' | 'narrators'> {
  readonly title: string;
}

/** Sentences that name something that is not known are left out. */
function filled(text: string, { title, authors, narrators }: CreditNames): string {
  const names: Readonly<Record<NamedPart, string>> = {
    title,
    author: authors.join(', '),
    narrator: narrators.join(', '),
  };
  return (text.match(/[^.!?。！？]+[.!?。！？]*\s*/gu) ?? [])
    .filter((sentence) => !NAMED.some((part) => sentence.includes(`{${part}}`) && names[part] === ''))
    .map((sentence) => NAMED.reduce((words, part) => words.replaceAll(`{${part}}`, () => names[part]), sentence))
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A script's text with its credits around it. */
export function withCredits(text: string, credits: Credits | null, names: CreditNames): string {
  if (credits === null) return text;
  const chapter = (part: keyof Credits): string[] => {
    const words = filled(credits[part], names);
    return words === '' ? [] : [`${HEADINGS[part]}\n\n${words}`];
  };
  return `${[...chapter('opening'), text.trimEnd(), ...chapter('closing')].join('\n\n')}\n`;
}

/**
 * A script's text without the credits that `withCredits` put around it: the heading and the paragraph below it. What was
 * written further below stays.
 */
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
