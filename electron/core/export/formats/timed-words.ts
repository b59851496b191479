// Places the words of a line on the timeline of a production or of a finished file.
import { at } from '../../../../shared/rules/at.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { type SpokenWord, spokenWords } from '../../../../shared/rules/spoken-words.ts';
import { commonWords } from '../../../../shared/rules/word-changes.ts';
import type { SequenceClip, SequenceTurn, TakeWords } from './sequence.ts';

/** A word with its position in the turn's text, in code units, and its times, in seconds. */
export interface TimedWord {
  readonly from: number;
  readonly to: number;
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface TimedTurn extends Pick<SequenceTurn, 'role' | 'text'> {
  readonly words: readonly TimedWord[];
}

export interface WordTimedLine {
  readonly turns: readonly TimedTurn[];
  /** Whether the words were spread evenly over the line, because the take has no usable word times. */
  readonly isEstimated: boolean;
}

interface CueSpan {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** With more pairs of words, only the common start and end of a line are matched. */
const MAX_PAIRS = 4_000_000;

/** If a smaller share of the words is found in a take, its times are ignored. */
const MIN_FOUND_SHARE = 0.5;

type TimedClip = Pick<SequenceClip, 'turns' | 'audible' | 'startSeconds' | 'fromSeconds' | 'takeWords'>;

/** Returns the words of a clip with their times. Times never decrease, and stay within the clip's audible span. */
export function timeWords(clip: TimedClip): WordTimedLine {
  const words = clip.turns.map(({ text }) => spokenWords(text));
  const all = words.flat();
  const known = clip.takeWords ? timesOf(all, clip.takeWords) : null;
  const spans = known ? placed(known, clip) : spread(all, clip.audible);
  let first = 0;
  const turns = clip.turns.map(({ role, text }, index): TimedTurn => {
    const own = words[index] ?? [];
    const timed = own.map(({ from, to }, word) => ({ from, to, ...at(spans, first + word) }));
    first += own.length;
    return { role, text, words: timed };
  });
  return { turns, isEstimated: known === null };
}

const lettersOf = ({ text }: SpokenWord): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the times in the take's file; null if the take has a different text. */
function timesOf(words: readonly SpokenWord[], { text, words: times }: TakeWords): CueSpan[] | null {
  const spoken = spokenWords(text);
  if (spoken.length !== times.length || words.length === 0) return null;
  const spans: (CueSpan | null)[] = words.map(() => null);
  const pairs = commonWords(words.map(lettersOf), spoken.map(lettersOf), MAX_PAIRS);
  let found = 0;
  for (const [word, other] of pairs) {
    const time = at(times, other);
    // The comparison didn't find the word.
    if (time.confidence === 0) continue;
    spans[word] = time;
    found += 1;
  }
  if (found === 0 || found < MIN_FOUND_SHARE * words.length) return null;
  return withGapsFilled(words, spans, times);
}

/** Spreads words without a time over the time between their neighbours. */
function withGapsFilled(
  words: readonly SpokenWord[],
  known: readonly (CueSpan | null)[],
  times: readonly CueSpan[],
): CueSpan[] {
  const spans: CueSpan[] = [];
  for (let word = 0; word < words.length; word += 1) {
    const span = known[word];
    if (span) {
      spans.push(span);
      continue;
    }
    let end = word;
    while (end < words.length && !known[end]) end += 1;
    const startSeconds = spans.at(-1)?.endSeconds ?? times[0]?.startSeconds ?? 0;
    const endSeconds = known[end]?.startSeconds ?? times.at(-1)?.endSeconds ?? startSeconds;
    append(spans, spread(words.slice(word, end), { startSeconds, endSeconds: Math.max(startSeconds, endSeconds) }));
    word = end - 1;
  }
  return spans;
}

function placed(
  spans: readonly CueSpan[],
  { audible, startSeconds, fromSeconds }: Pick<TimedClip, 'audible' | 'startSeconds' | 'fromSeconds'>,
): CueSpan[] {
  let least = audible.startSeconds;
  const placeOf = (seconds: number): number => {
    least = Math.max(least, Math.min(audible.endSeconds, startSeconds + seconds - fromSeconds));
    return least;
  };
  return spans.map((span) => {
    const start = placeOf(span.startSeconds);
    return { startSeconds: start, endSeconds: placeOf(span.endSeconds) };
  });
}

/** Divides a span in proportion to the words' lengths. */
function spread(words: readonly SpokenWord[], { startSeconds, endSeconds }: CueSpan): CueSpan[] {
  const total = words.reduce((sum, { text }) => sum + text.length, 0);
  const placeOf = (length: number): number => startSeconds + ((endSeconds - startSeconds) * length) / total;
  let before = 0;
  return words.map(({ text }) => {
    const start = placeOf(before);
    before += text.length;
    return { startSeconds: start, endSeconds: placeOf(before) };
  });
}
