import type { Finding } from '../model/proof.ts';
import { trimTo } from './characters.ts';
import { spokenWords } from './spoken-words.ts';

const IN_WORDS = /[\p{L}\p{N}]/u;

/**
 * Returns the words that a finding concerns, in lower case and without surrounding punctuation. For extra speech, this is
 * the word after it, or else the last word.
 */
export function findingWords(text: string, { fromWord, toWord }: Pick<Finding, 'fromWord' | 'toWord'>): string {
  const words = spokenWords(text);
  const concerned = toWord > fromWord ? words.slice(fromWord, toWord) : [words[fromWord] ?? words.at(-1)];
  return concerned
    .map((word) => trimTo((word?.text ?? '').toLowerCase(), IN_WORDS))
    .join(' ')
    .normalize('NFC');
}
