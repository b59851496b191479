/** The target mean level of speech, which is that of the embedded voices; see leveller.test.ts. */
const TARGET_DECIBELS = -21.5;
/** Frames below this level aren't speech. */
const FLOOR_DECIBELS = -50;
/** Frames this far below the mean speech level are pauses. */
const GATE_DECIBELS = 10;
const MAX_GAIN_DECIBELS = 12;
const MIN_GAIN_DECIBELS = -24;
const FRAME_SECONDS = 0.03;
/**
 * Seconds of speech to measure before any samples are output, and the maximum seconds of audio to wait for that much
 * speech.
 */
const SPEECH_SECONDS = 2;
const WAIT_SECONDS = 8;
/** Soft limiter: amplitudes above the knee are compressed to stay below the ceiling (-2 dBFS). */
const KNEE = 0.6;
const CEILING = 0.79;

const decibelsToPower = (decibels: number): number => 10 ** (decibels / 10);
const decibelsToAmplitude = (decibels: number): number => 10 ** (decibels / 20);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function gainFor(powers: readonly number[]): number {
  const speech = powers.filter((power) => power > decibelsToPower(FLOOR_DECIBELS));
  if (speech.length === 0) return 1;
  const gate = mean(speech) / decibelsToPower(GATE_DECIBELS);
  const measured = mean(speech.filter((power) => power > gate));
  const gain = Math.sqrt(decibelsToPower(TARGET_DECIBELS) / measured);
  return Math.max(decibelsToAmplitude(MIN_GAIN_DECIBELS), Math.min(decibelsToAmplitude(MAX_GAIN_DECIBELS), gain));
}

function softLimit(value: number): number {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  const headroom = CEILING - KNEE;
  return Math.sign(value) * (KNEE + headroom * Math.tanh((size - KNEE) / headroom));
}

/** Levels one turn with a constant gain measured from its first seconds of speech. */
export class Leveller {
  readonly #frame: number;
  #gain: number | undefined;
  #waiting: Float32Array[] = [];
  readonly #powers: number[] = [];
  #spoken = 0;
  #sum = 0;
  #summed = 0;

  /** @param gainDecibels fixed gain instead of a measured one */
  constructor(sampleRate: number, gainDecibels?: number) {
    this.#frame = Math.round(FRAME_SECONDS * sampleRate);
    this.#gain = gainDecibels === undefined ? undefined : decibelsToAmplitude(gainDecibels);
  }

  add(samples: Float32Array): Int16Array[] {
    if (this.#gain !== undefined) return [this.#applyGain(samples, this.#gain)];
    this.#waiting.push(samples);
    return this.#measure(samples) ? this.end() : [];
  }

  end(): Int16Array[] {
    this.#gain ??= gainFor(this.#powers);
    const gain = this.#gain;
    return this.#waiting.splice(0).map((piece) => this.#applyGain(piece, gain));
  }

  /**
   * Returns as soon as enough has been measured, even within a chunk, so that the gain doesn't depend on the chunk
   * size.
   */
  #measure(samples: Float32Array): boolean {
    for (const sample of samples) {
      // Treat NaN as silence.
      this.#sum += sample * sample || 0;
      this.#summed += 1;
      if (this.#summed < this.#frame) continue;
      const power = this.#sum / this.#summed;
      this.#powers.push(power);
      if (power > decibelsToPower(FLOOR_DECIBELS)) this.#spoken += 1;
      this.#sum = 0;
      this.#summed = 0;
      const { length } = this.#powers;
      if (this.#spoken * FRAME_SECONDS >= SPEECH_SECONDS || length * FRAME_SECONDS >= WAIT_SECONDS) return true;
    }
    return false;
  }

  #applyGain(samples: Float32Array, gain: number): Int16Array {
    const given = new Int16Array(samples.length);
    // Int16Array converts NaN to 0.
    let index = 0;
    for (const sample of samples) {
      given[index] = Math.round(softLimit(sample * gain) * 32768);
      index += 1;
    }
    return given;
  }
}
