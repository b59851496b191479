/** Words that make sentences hard to read, with replacements. */
export const ODD_WORDS: Readonly<Record<string, string>> = {
  anew: 'again',
  whoever: 'name the subject: callers, the producer, the dispatcher',
  nobody: 'name the subject, or say what does not happen',
  'so many': 'up to N, at most N',
  meanwhile: 'leave it out, or say what happens at the same time',
  'otherwise than': 'differently than',
  'in the midst': 'during',
  'as like as not': 'usually',
};

export interface OddWord {
  /** 1-based. */
  readonly row: number;
  readonly word: string;
  readonly instead: string;
}

const PATTERN = new RegExp(`\\b(${Object.keys(ODD_WORDS).join('|').replaceAll(' ', '\\s+')})\\b`, 'giu');

export function oddWords(text: string): OddWord[] {
  return text.split('\n').flatMap((line, at) =>
    Array.from(line.matchAll(PATTERN), ([found]) => {
      const word = found.toLowerCase().replace(/\s+/g, ' ');
      return { row: at + 1, word, instead: ODD_WORDS[word] ?? '' };
    }),
  );
}
