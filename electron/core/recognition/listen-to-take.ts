import { type DecodeHint, decode, mixToMono } from '@lectern/audio';
import { at } from '../../../shared/rules/at.ts';
import { compareWords, type WordComparison, type WordComparisonInput } from '../rules/proof/compare-words.ts';
import { hotwordsOf } from './hotwords.ts';
import type { Recogniser } from './recogniser.ts';

export interface TakeToHear extends Omit<WordComparisonInput, 'heard'> {
  /** The take's file, in any format that services produce. */
  readonly audio: Uint8Array;
  /** Needed for formats without a header. */
  readonly hint?: DecodeHint;
}

/**
 * Recognises a take's words and compares them with its text.
 * @throws RecogniserError; AudioFormatError; the signal's reason
 */
export async function listenToTake(
  recogniser: Recogniser,
  { audio, hint, ...words }: TakeToHear,
  signal?: AbortSignal,
): Promise<WordComparison> {
  const { sampleRate, channels } = mixToMono(await decode(audio, hint));
  const names = [...(words.names ?? []), ...(words.respellings ?? []).map(({ from }) => from)];
  const hotwords = hotwordsOf(words.text, words.languageCode, names);
  const speech = { samples: at(channels, 0), sampleRate, languageCode: words.languageCode, hotwords };
  const { words: heard } = await recogniser.recognise(speech, signal);
  return compareWords({ ...words, heard });
}
