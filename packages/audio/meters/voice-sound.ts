// Measures a voice's pitch and timbre, to notice when a service changes the voice.
import { VOICE_SOUND_VERSION, type VoiceSound } from '../../../shared/model/voice-sound.ts';
import { at } from '../../../shared/rules/at.ts';
import { meanCepstrum, WINDOW } from '../alignment/cepstra.ts';
import { ALIGNMENT_RATE, toSixteenKilohertz } from '../alignment/to-sixteen-khz.ts';
import { frameCount, type Pcm } from '../codecs/pcm.ts';

/** Only the beginning of long takes is measured, to limit time and memory. */
const MAX_SECONDS = 30;
const HOP = ALIGNMENT_RATE / 100;
/** Frames that are measured, spread evenly over the take's loud frames. */
const MAX_FRAMES = 64;
/** With fewer voiced frames than this, the voice is unknown. */
const MIN_VOICED = 12;
/** Frames within this range below the loud frames count as speech. */
const SPEECH_RANGE_DB = 18;
const LOUD_SHARE = 0.95;
const SILENT_DB = -60;

const PITCH_RATE = 8_000;
const LOWEST_HZ = 60;
const HIGHEST_HZ = 500;
const SHORTEST_LAG = Math.floor(PITCH_RATE / HIGHEST_HZ);
const LONGEST_LAG = Math.ceil(PITCH_RATE / LOWEST_HZ);
/** 40 ms: at least two periods of all but the lowest voices. */
const PITCH_WINDOW = 320;
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
  const gain = TIMBRE_LEVEL / Math.sqrt(meanOf(voiced.map((start) => energyOf(samples, start) / PITCH_WINDOW)));
  // The first coefficient is the level.
  const windows = voiced.map((start) => samples.slice(start, start + WINDOW).map((sample) => gain * sample));
  const timbre = meanCepstrum(windows).subarray(1);
  return { version: VOICE_SOUND_VERSION, pitchSemitones: medianOf(pitches), timbre };
}

/** The first sample of frames with speech. */
function speechFrames(samples: Float32Array): number[] {
  const span = 2 * (PITCH_WINDOW + LONGEST_LAG);
  const count = Math.max(0, Math.floor((samples.length - span) / HOP) + 1);
  const levels = Float64Array.from({ length: count }, (_, frame) => levelOf(samples, frame * HOP, span));
  const loud = levels.slice().sort()[Math.floor(LOUD_SHARE * count)] ?? SILENT_DB;
  const gate = Math.max(SILENT_DB, loud - SPEECH_RANGE_DB);
  const speech = Array.from(levels.keys()).filter((frame) => at(levels, frame) >= gate);
  const chosen = Math.min(MAX_FRAMES, speech.length);
  return Array.from(
    { length: chosen },
    (_, index) => HOP * (speech[Math.floor((index * speech.length) / chosen)] ?? 0),
  );
}

/** Level of a span in dBFS, from every fourth sample, which is precise enough to find speech. */
function levelOf(samples: Float32Array, start: number, length: number): number {
  let sum = 1e-12;
  for (let index = start; index < start + length; index += 4) sum += at(samples, index) ** 2;
  return 10 * Math.log10((4 * sum) / length);
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
  const half = halved(samples, start, PITCH_WINDOW + LONGEST_LAG);
  const correlations = new Float64Array(LONGEST_LAG + 1);
  const energy = energyOf(half, 0);
  let shifted = energyOf(half, SHORTEST_LAG - 1);
  let best = 0;
  for (let lag = SHORTEST_LAG; lag <= LONGEST_LAG; lag += 1) {
    shifted += at(half, lag + PITCH_WINDOW - 1) ** 2 - at(half, lag - 1) ** 2;
    let sum = 0;
    // Indexing with `as` halves the time; all indexes are within the window.
    for (let index = 0; index < PITCH_WINDOW; index += 1)
      sum += (half[index] as number) * (half[index + lag] as number);
    const correlation = sum / Math.sqrt(energy * shifted + 1e-20);
    correlations[lag] = correlation;
    best = Math.max(best, correlation);
  }
  if (best < VOICED_CORRELATION) return null;
  for (let lag = SHORTEST_LAG + 1; lag < LONGEST_LAG; lag += 1) {
    const [before, here, after] = [at(correlations, lag - 1), at(correlations, lag), at(correlations, lag + 1)];
    if (here < NEARLY_BEST * best || here < before || here < after) continue;
    const curvature = before - 2 * here + after;
    return PITCH_RATE / (lag + (curvature === 0 ? 0 : (before - after) / (2 * curvature)));
  }
  return null;
}

function energyOf(samples: Float32Array, start: number): number {
  let sum = 0;
  for (let index = start; index < start + PITCH_WINDOW; index += 1) sum += at(samples, index) ** 2;
  return sum;
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function medianOf(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? at(sorted, middle) : (at(sorted, middle) + at(sorted, middle - 1)) / 2;
}
