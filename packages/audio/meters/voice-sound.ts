// Measures a voice's pitch and timbre, to notice when a service changes the voice.
import { ALIGNMENT_RATE } from '../../../shared/model/proof.ts';
import { VOICE_SOUND_VERSION, type VoiceSound } from '../../../shared/model/voice-sound.ts';
import { at } from '../../../shared/rules/at.ts';
import { meanCepstrum } from '../alignment/cepstra.ts';
import { toSixteenKilohertz } from '../alignment/to-sixteen-khz.ts';
import { frameCount, type Pcm } from '../codecs/pcm.ts';

/** Only the beginning of long takes is measured, to limit time and memory. */
const MAX_SECONDS = 30;
const HOP = ALIGNMENT_RATE / 100;
/** Frames that are measured, spread evenly over the take's loud frames. */
const MAX_FRAMES = 48;
/** With fewer voiced frames than this, the voice is unknown. */
const MIN_VOICED = 12;
/** Frames within this range below the loud frames count as speech. */
const SPEECH_RANGE_DB = 18;
const LOUD_SHARE = 0.95;
const SILENT_DB = -60;

const PITCH_RATE = 8_000;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 500;
/** 40 ms: at least two periods of all but the lowest voices. */
const PITCH_WINDOW = 320;
/** Number of samples from which the pitch of a frame is measured, at `PITCH_RATE`. */
const PITCH_SPAN = PITCH_WINDOW + Math.ceil(PITCH_RATE / LOWEST_HZ) + 2;
/** Length of a frame in hops. */
const FRAME_HOPS = Math.ceil((2 * PITCH_SPAN) / HOP);
/** Periods are first estimated at half of `PITCH_RATE`, which takes a quarter of the time, and then refined. */
const COARSE_WINDOW = PITCH_WINDOW / 2;
const SHORTEST_COARSE_LAG = Math.floor(PITCH_RATE / 2 / HIGHEST_HZ);
const LONGEST_COARSE_LAG = Math.ceil(PITCH_RATE / 2 / LOWEST_HZ);
/** A frame whose normalised correlation stays below this is unvoiced. */
const VOICED_CORRELATION = 0.7;
/** Of the lags that correlate nearly as well as the best one, the shortest is the period; the others are multiples. */
const NEARLY_BEST = 0.92;

/** RMS to which speech is amplified before its timbre is measured. */
const TIMBRE_LEVEL = 0.1;

/** Collects the beginning of a take, in blocks. */
export class VoiceSoundMeter {
  #samples = new Float32Array(0);
  #sampleRate = 0;
  #length = 0;

  /** Adds the next block. The first block determines the sample rate. */
  add(block: Pcm): void {
    if (this.#sampleRate === 0) this.#sampleRate = block.sampleRate;
    const room = Math.max(0, MAX_SECONDS * this.#sampleRate - this.#length);
    const count = Math.min(room, frameCount(block));
    if (count === 0) return;
    this.#reserve(this.#length + count);
    for (const channel of block.channels) {
      for (let index = 0; index < count; index += 1) {
        const place = this.#length + index;
        this.#samples[place] = at(this.#samples, place) + at(channel, index) / block.channels.length;
      }
    }
    this.#length += count;
  }

  finish(): VoiceSound {
    if (this.#length === 0) return UNKNOWN;
    return measureVoice(toSixteenKilohertz(this.#samples.subarray(0, this.#length), this.#sampleRate));
  }

  #reserve(length: number): void {
    if (length <= this.#samples.length) return;
    const larger = new Float32Array(Math.max(length, 2 * this.#samples.length));
    larger.set(this.#samples);
    this.#samples = larger;
  }
}

const UNKNOWN: VoiceSound = { version: VOICE_SOUND_VERSION, pitchSemitones: null, timbre: null };

/** @param samples mono, 16,000 Hz */
export function measureVoice(samples: Float32Array): VoiceSound {
  const voiced: number[] = [];
  const pitches: number[] = [];
  for (const start of speechFrames(samples)) {
    const hertz = pitchAt(samples, start);
    if (hertz === null) continue;
    voiced.push(start);
    pitches.push(12 * Math.log2(hertz));
  }
  if (voiced.length < MIN_VOICED) return UNKNOWN;
  // Cepstra contain an absolute noise floor, so their timbre would depend on the level.
  const gain = TIMBRE_LEVEL / Math.sqrt(meanOf(voiced.map((start) => energyOf(samples, start, HOP) / HOP)));
  // The first coefficient is the level.
  const timbre = meanCepstrum(samples, voiced, gain).subarray(1);
  return { version: VOICE_SOUND_VERSION, pitchSemitones: medianOf(pitches), timbre };
}

/** The first sample of frames with speech. */
function speechFrames(samples: Float32Array): number[] {
  const hopEnergies = Float64Array.from({ length: Math.floor(samples.length / HOP) }, (_, hop) =>
    energyOf(samples, hop * HOP, HOP),
  );
  const count = Math.max(0, hopEnergies.length - FRAME_HOPS + 1);
  const levels = Float64Array.from({ length: count }, (_, frame) => {
    const energy = hopEnergies.subarray(frame, frame + FRAME_HOPS).reduce((sum, part) => sum + part, 1e-12);
    return 10 * Math.log10(energy / (FRAME_HOPS * HOP));
  });
  const loud = levels.slice().sort()[Math.floor(LOUD_SHARE * count)] ?? SILENT_DB;
  const gate = Math.max(SILENT_DB, loud - SPEECH_RANGE_DB);
  const speech = Array.from(levels.keys()).filter((frame) => at(levels, frame) >= gate);
  const chosen = Math.min(MAX_FRAMES, speech.length);
  return Array.from(
    { length: chosen },
    (_, index) => HOP * (speech[Math.floor((index * speech.length) / chosen)] ?? 0),
  );
}

/** Halves the sampling rate, after a low-pass filter. */
function halved(samples: Float32Array, start: number, length: number): Float32Array {
  const half = new Float32Array(length);
  for (let index = 0; index < length; index += 1) {
    const middle = start + 2 * index;
    half[index] = at(samples, middle) / 2 + ((samples[middle - 1] ?? 0) + (samples[middle + 1] ?? 0)) / 4;
  }
  return half;
}

/** Returns the pitch in Hz by normalised cross-correlation, or null if the frame is unvoiced. */
function pitchAt(samples: Float32Array, start: number): number | null {
  const frame = halved(samples, start, PITCH_SPAN);
  const coarsePeriod = shortestPeriod(halved(frame, 0, PITCH_SPAN / 2));
  if (coarsePeriod === null) return null;
  const shortest = 2 * coarsePeriod - 2;
  const correlations = correlate(frame, PITCH_WINDOW, shortest, 2 * coarsePeriod + 2);
  const top = correlations.indexOf(correlations.reduce((most, correlation) => Math.max(most, correlation)));
  const [before = -1, here = -1, after = -1] = correlations.subarray(Math.max(0, top - 1), top + 2);
  const curvature = before - 2 * here + after;
  const isPeak = top > 0 && top < correlations.length - 1 && curvature < 0;
  return PITCH_RATE / (shortest + top + (isPeak ? (before - after) / (2 * curvature) : 0));
}

/** Returns the period of a frame at half of `PITCH_RATE`, in samples, or null if the frame is unvoiced. */
function shortestPeriod(samples: Float32Array): number | null {
  const correlations = correlate(samples, COARSE_WINDOW, SHORTEST_COARSE_LAG, LONGEST_COARSE_LAG);
  const best = correlations.reduce((most, correlation) => Math.max(most, correlation));
  if (best < VOICED_CORRELATION) return null;
  for (let index = 1; index < correlations.length - 1; index += 1) {
    const here = at(correlations, index);
    const isPeak = here >= at(correlations, index - 1) && here >= at(correlations, index + 1);
    if (isPeak && here >= NEARLY_BEST * best) return SHORTEST_COARSE_LAG + index;
  }
  return null;
}

/** Returns the normalised correlations of the first `length` samples with those `shortest` to `longest` samples later. */
function correlate(samples: Float32Array, length: number, shortest: number, longest: number): Float64Array {
  const energy = energyOf(samples, 0, length);
  let later = energyOf(samples, shortest, length);
  return new Float64Array(longest - shortest + 1).map((_, index) => {
    const lag = shortest + index;
    let product = 0;
    // Indexing with `as` halves the time; all indexes are within the frame.
    for (let place = 0; place < length; place += 1)
      product += (samples[place] as number) * (samples[place + lag] as number);
    const correlation = product / Math.sqrt(energy * later + 1e-20);
    later += (samples[lag + length] ?? 0) ** 2 - (samples[lag] ?? 0) ** 2;
    return correlation;
  });
}

function energyOf(samples: Float32Array, start: number, length: number): number {
  let sum = 0;
  for (let index = start; index < start + length; index += 1) {
    const sample = samples[index] as number;
    sum += sample * sample;
  }
  return sum;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle) + at(sorted, middle - 1)) / 2;
}
