// Finds when each word of a take is spoken, by aligning it with a synthesizer's reading of the same text.
import { ALIGNMENT_RATE, type WordTime } from '../../../shared/model/proof.ts';
import { at } from '../../../shared/rules/at.ts';
import type { SpokenWord } from '../../../shared/rules/spoken-words.ts';
import { type Cepstra, frameAtSeconds, frameSeconds, measureCepstra } from './cepstra.ts';
import { withDeltas } from './features.ts';
import { findPauses, type Pause } from './pauses.ts';
import { medianPitch } from './pitch.ts';
import { type MeasuredReading, measureTake, type SpokenTake, type TakeAndReading } from './prepared-line.ts';
import { DEFAULT_RATE, type ReferenceReader, type ReferenceReading } from './reference-reading.ts';
import { type Warping, warp } from './warping.ts';

export interface TakeWithReader extends SpokenTake {
  readonly reader: ReferenceReader;
}

/** Above this pitch in Hz, a take is compared with a woman's reading. */
const HIGH_PITCH = 155;
const HIGH_VARIANT = 'f2';

/** A reading is repeated at the take's pace if its own differs by more than this factor. */
const MAX_PACE_DIFFERENCE = 1.13;

/**
 * Finds when each word of a take is spoken, in the order of `spokenWords`. A word's end is the end of its sound, so a
 * pause belongs to no word. Words that aren't spoken get a low confidence. Takes about 1/40 of the take's duration.
 * @param measured from `measureTake`, to avoid measuring the take again
 * @throws RangeError if the text isn't readable (`isReadable`)
 */
export function wordTimes(
  { reader, ...take }: TakeWithReader,
  measured: TakeAndReading = measureTake(reader, take),
): WordTime[] {
  const { samples, cepstra: spoken } = measured;
  const { text, language } = take;
  const { reading, cepstra } = readLike(measured, { text, language, reader });
  const path = warp(withDeltas(cepstra), withDeltas(spoken));
  const mapped = reading.wordStarts.map((seconds) => mapSeconds(seconds, cepstra, spoken, path));
  const times = separateWords(mapped, reading.words, findPauses(samples), samples.length / ALIGNMENT_RATE);
  const confidences = rateWords(reading, cepstra, spoken, path);
  return times.map((time, word) => ({ ...time, confidence: at(confidences, word) }));
}

/** Returns a reading at the take's pitch and pace: the one that was measured, if it is similar enough. */
function readLike(
  { samples, cepstra: take, reading: measured }: TakeAndReading,
  { reader, text, language }: Pick<TakeWithReader, 'reader' | 'text' | 'language'>,
): MeasuredReading {
  const isHigh = (medianPitch(samples) ?? 0) > HIGH_PITCH;
  const pace = measured.cepstra.keptCount / Math.max(1, take.keptCount);
  const isAtPace = Math.max(pace, 1 / pace) <= MAX_PACE_DIFFERENCE;
  if (!isHigh && isAtPace) return measured;
  const reading = reader.read({
    text,
    language,
    ...(isHigh && { voiceVariant: HIGH_VARIANT }),
    ...(!isAtPace && { rate: DEFAULT_RATE * pace }),
  });
  return { reading, cepstra: measureCepstra(reading.samples) };
}

/** Frames averaged on each side of a word's start, because the alignment of single frames is imprecise. */
const SMOOTHING = 2;

function mapSeconds(seconds: number, reading: Cepstra, take: Cepstra, path: Warping): number {
  const kept = keptFrameAt(reading, seconds);
  let sum = 0;
  let count = 0;
  for (let offset = -SMOOTHING; offset <= SMOOTHING; offset += 1) {
    const frame = kept + offset;
    if (frame < 0 || frame >= reading.keptCount) continue;
    sum += (at(path.first, frame) + at(path.last, frame)) / 2 - offset;
    count += 1;
  }
  const frame = Math.max(0, Math.min(take.keptCount - 1, sum / count));
  const whole = Math.floor(frame);
  const before = at(take.originalOfKept, whole);
  const after = at(take.originalOfKept, Math.min(take.keptCount - 1, whole + 1));
  // Between the two sides of a shortened silence, choose the nearer one.
  const share = after - before <= 1 ? frame - whole : Math.round(frame - whole) * (after - before);
  return frameSeconds(before + share);
}

/** Shorter pauses also occur inside words, before p, t and k. */
const MIN_PAUSE = 0.1;
/** Maximum distance of a word's start from the pause before it, in seconds. */
const PAUSE_TOLERANCE = { afterPunctuation: 0.3, otherwise: 0.15 } as const;
/** Maximum distance of the first word's start from the end of the initial silence, in seconds. */
const LEAD_TOLERANCE = 0.15;
/** Pauses this close to the start or end of the take, in seconds, count as the silence there. */
const EDGE = 0.02;

const ENDS_WITH_PUNCTUATION = /[^\p{L}\p{N}]$/u;

interface Interval {
  startSeconds: number;
  endSeconds: number;
}

/** Turns the starts of words into intervals, without the pauses between them. */
function separateWords(
  mapped: readonly number[],
  words: readonly SpokenWord[],
  pauses: readonly Pause[],
  duration: number,
): Interval[] {
  const lead = pauses.find(({ startSeconds }) => startSeconds <= EDGE)?.endSeconds ?? 0;
  const tail = pauses.find(({ endSeconds }) => endSeconds >= duration - EDGE)?.startSeconds ?? duration;
  const before = pausesBeforeWords(mapped, words, pauses, duration);
  const starts: number[] = [];
  for (const [word, start] of mapped.entries()) {
    const moved = before[word]?.endSeconds ?? Math.min(duration, Math.max(start, lead));
    const isLead = word === 0 && Math.abs(moved - lead) < LEAD_TOLERANCE;
    starts.push(Math.max(isLead ? lead : moved, starts.at(-1) ?? 0));
  }
  return starts.map((startSeconds, word) => {
    const next = starts[word + 1];
    const end = next === undefined ? tail : (before[word + 1]?.startSeconds ?? next);
    return { startSeconds, endSeconds: Math.max(startSeconds, Math.min(end, next ?? duration)) };
  });
}

/** Assigns each pause to the nearest start of a word, and to each word the longest of its pauses. */
function pausesBeforeWords(
  mapped: readonly number[],
  words: readonly SpokenWord[],
  pauses: readonly Pause[],
  duration: number,
): (Pause | undefined)[] {
  const before: (Pause | undefined)[] = mapped.map(() => undefined);
  for (const pause of pauses) {
    const isAtEdge = pause.startSeconds <= EDGE || pause.endSeconds >= duration - EDGE;
    if (isAtEdge || lengthOf(pause) < MIN_PAUSE) continue;
    let nearest = 0;
    let least = 1;
    for (let word = 1; word < mapped.length; word += 1) {
      const start = at(mapped, word);
      const distance = Math.max(0, pause.startSeconds - start, start - pause.endSeconds);
      const isPunctuated = ENDS_WITH_PUNCTUATION.test(at(words, word - 1).text);
      const relative = distance / PAUSE_TOLERANCE[isPunctuated ? 'afterPunctuation' : 'otherwise'];
      if (relative >= least) continue;
      least = relative;
      nearest = word;
    }
    const other = before[nearest];
    if (nearest > 0 && (!other || lengthOf(other) < lengthOf(pause))) before[nearest] = pause;
  }
  return before;
}

const lengthOf = ({ startSeconds, endSeconds }: Pause): number => endSeconds - startSeconds;

/** Frames added to both lengths of a word before they are compared, because the lengths of short words vary. */
const LENGTH_ALLOWANCE = 4;
/** Weight of a word's shortness, a log ratio to its length in the reading, relative to its spectral distance. */
const SHORTNESS_WEIGHT = 6;
/** The weighted sum of both at which the confidence is 0.5, and the slope of the confidence. */
const DOUBTFUL = 2.6;
const DOUBT_SLOPE = 1.5;

/**
 * Returns the likelihood that each word is spoken where it was found. The alignment compresses missing words, and they
 * sound more different from the reading than the line's other words.
 */
function rateWords({ wordStarts }: ReferenceReading, reading: Cepstra, take: Cepstra, path: Warping): number[] {
  const usual = mean(path.distances, 0, reading.keptCount);
  const pace = reading.keptCount / Math.max(1, take.keptCount);
  return wordStarts.map((seconds, word) => {
    const from = keptFrameAt(reading, seconds);
    const to = Math.max(from + 1, keptFrameAt(reading, wordStarts[word + 1] ?? Infinity));
    const length =
      to >= reading.keptCount ? take.keptCount - at(path.first, from) : at(path.first, to) - at(path.first, from);
    const ratio = (length * pace + LENGTH_ALLOWANCE) / (to - from + LENGTH_ALLOWANCE);
    const shortness = Math.max(0, -Math.log(ratio));
    const doubt = mean(path.distances, from, to) - usual + SHORTNESS_WEIGHT * shortness;
    return 1 / (1 + Math.exp(DOUBT_SLOPE * (doubt - DOUBTFUL)));
  });
}

function mean(values: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index += 1) sum += at(values, index);
  return sum / (to - from);
}

const keptFrameAt = (cepstra: Cepstra, seconds: number): number =>
  at(cepstra.keptOfOriginal, Math.max(0, Math.min(cepstra.originalCount - 1, frameAtSeconds(seconds))));
