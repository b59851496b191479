import type { Finding } from '../model/proof.ts';
import { spokenWords } from './spoken-words.ts';

const AROUND = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/**
 * Returns the words that a finding concerns, in lower case and without punctuation around them. For something extra, it
 * is the word that follows, or the last one.
 */
export function findingWords(text: string, { fromWord, toWord }: Pick<Finding, 'fromWord' | 'toWord'>): string {
  const words = spokenWords(text);
  const concerned = toWord > fromWord ? words.slice(fromWord, toWord) : [words[fromWord] ?? words.at(-1)];
  return concerned
    .map((word) => (word?.text ?? '').toLowerCase().replaceAll(AROUND, ''))
    .join(' ')
    .normalize('NFC');
}
