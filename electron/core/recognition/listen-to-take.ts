import { compareWords, type WordComparison, type WordComparisonInput } from '../rules/proof/compare-words.ts';
import { hotwordsOf } from './hotwords.ts';
import type { Recogniser, SpeechToRecognise } from './recogniser.ts';

export interface TakeToHear
  extends Omit<WordComparisonInput, 'heard'>,
    Pick<SpeechToRecognise, 'samples' | 'sampleRate'> {}

/**
 * Recognises a take's words and compares them with its text.
 * @throws RecogniserError; the signal's reason
 */
export async function listenToTake(
  recogniser: Recogniser,
  { samples, sampleRate, ...words }: TakeToHear,
  signal?: AbortSignal,
): Promise<WordComparison> {
  const { text, languageCode } = words;
  const names = [...(words.names ?? []), ...(words.respellings ?? []).map(({ from }) => from)];
  const hotwords = hotwordsOf(text, languageCode, names);
  const { words: heard } = await recogniser.recognise({ samples, sampleRate, languageCode, hotwords }, signal);
  return compareWords({ ...words, heard });
}
