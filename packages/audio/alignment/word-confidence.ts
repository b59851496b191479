// How likely each word of a take is spoken, according to the path of its alignment.
import { at } from '../../../shared/rules/at.ts';
import type { LineEvidence } from './line-evidence.ts';

/** The excess at which a word is as likely right as wrong. */
const DOUBTFUL_EXCESS = 3;

/** Returns the confidence of each word, 0 to 1. Words without a frame, such as skipped ones, have none. */
export function wordConfidences({ path, wordStarts, wordExcess }: LineEvidence): number[] {
  const confidences: number[] = [];
  let frame = 0;
  for (let word = 0; word < wordStarts.length - 1; word += 1) {
    const first = frame;
    while (frame < path.length && at(path, frame) < at(wordStarts, word + 1)) frame += 1;
    confidences.push(frame > first ? 1 / (1 + Math.exp(at(wordExcess, word) - DOUBTFUL_EXCESS)) : 0);
  }
  return confidences;
}
