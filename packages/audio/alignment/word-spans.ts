// When each word of a take is spoken, according to the path of its alignment.
import type { WordTime } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import type { LineEvidence } from './line-evidence.ts';
import type { PreparedLine } from './prepared-line.ts';

/** Half of a frame, in seconds. */
const HALF_FRAME = 0.005;
/** The excess at which a word is as likely right as wrong. */
const DOUBTFUL_EXCESS = 3;

/** Returns the time of each word. Words without a frame, such as skipped ones, have no length and no confidence. */
export function wordTimes({ frameTimes, takeSeconds }: PreparedLine, evidence: LineEvidence): WordTime[] {
  const { path, wordStarts, wordExcess } = evidence;
  const words = wordStarts.length - 1;
  const times: WordTime[] = [];
  let frame = 0;
  const within = (seconds: number): number => Math.max(0, Math.min(takeSeconds, seconds));
  for (let word = 0; word < words; word += 1) {
    const first = frame;
    while (frame < path.length && at(path, frame) < at(wordStarts, word + 1)) frame += 1;
    const start = within((frameTimes[first] ?? takeSeconds) - HALF_FRAME);
    const end = frame > first ? within(at(frameTimes, frame - 1) + HALF_FRAME) : start;
    const confidence = frame > first ? 1 / (1 + Math.exp(at(wordExcess, word) - DOUBTFUL_EXCESS)) : 0;
    times.push({ startSeconds: start, endSeconds: Math.max(start, end), confidence });
  }
  return times;
}
