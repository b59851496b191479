// Voices from elsewhere are as loud as they like: here they are brought to the level of the embedded ones.

/** Of the sound that counts as speech. The embedded voices measure so; see leveller.test.ts. */
const TARGET_DECIBELS = -21.5;
/** What is softer is no speech. */
const FLOOR_DECIBELS = -50;
/** What is this much softer than the mean of what is speech is a pause. */
const GATE_DECIBELS = 10;
/** How far a voice is raised and lowered at most. */
const MOST_GAIN_DECIBELS = 12;
const LEAST_GAIN_DECIBELS = -24;
/** Seconds of one look at the sound. */
const FRAME_SECONDS = 0.03;
/** Seconds of speech that are measured, and of sound that are waited for in all, before the first sample leaves. */
const SPEECH_SECONDS = 2;
const WAIT_SECONDS = 8;
/** Amplitudes: what is higher than the knee is bent, so that nothing goes beyond the ceiling (-2 dBFS). */
const KNEE = 0.6;
const CEILING = 0.79;

const powerOf = (decibels: number): number => 10 ** (decibels / 10);
const amplitudeOf = (decibels: number): number => 10 ** (decibels / 20);

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The factor that brings frames of these powers to the target; 1 where there is no speech. */
function gainFor(powers: readonly number[]): number {
  const speech = powers.filter((power) => power > powerOf(FLOOR_DECIBELS));
  if (speech.length === 0) return 1;
  const gate = mean(speech) / powerOf(GATE_DECIBELS);
  const measured = mean(speech.filter((power) => power > gate));
  const gain = Math.sqrt(powerOf(TARGET_DECIBELS) / measured);
  return Math.max(amplitudeOf(LEAST_GAIN_DECIBELS), Math.min(amplitudeOf(MOST_GAIN_DECIBELS), gain));
}

function bent(value: number): number {
  const size = Math.abs(value);
  if (size <= KNEE) return value;
  const headroom = CEILING - KNEE;
  return Math.sign(value) * (KNEE + headroom * Math.tanh((size - KNEE) / headroom));
}

/**
 * Takes the sound of one turn (one channel, full scale -1 to 1), and gives it as 16-bit samples with one and the same
 * gain from the first to the last, found from its first seconds of speech.
 */
export class Leveller {
  readonly #frame: number;
  #gain: number | undefined;
  #waiting: Float32Array[] = [];
  readonly #powers: number[] = [];
  #spoken = 0;
  #sum = 0;
  #summed = 0;

  /**
   * @param sampleRate Hz
   * @param gainDecibels the gain, where it is not to be found but was set
   */
  constructor(sampleRate: number, gainDecibels?: number) {
    this.#frame = Math.round(FRAME_SECONDS * sampleRate);
    this.#gain = gainDecibels === undefined ? undefined : amplitudeOf(gainDecibels);
  }

  /** @returns what can be given already, in pieces that are the taker's own */
  add(samples: Float32Array): Int16Array[] {
    if (this.#gain !== undefined) return [this.#levelled(samples, this.#gain)];
    this.#waiting.push(samples);
    return this.#measure(samples) ? this.end() : [];
  }

  /** What still waited. */
  end(): Int16Array[] {
    this.#gain ??= gainFor(this.#powers);
    const gain = this.#gain;
    return this.#waiting.splice(0).map((piece) => this.#levelled(piece, gain));
  }

  /** Looks no further than it must, so that the gain does not depend on the pieces. @returns whether that was enough */
  #measure(samples: Float32Array): boolean {
    for (const sample of samples) {
      // A float that is no number is silence.
      this.#sum += sample * sample || 0;
      this.#summed += 1;
      if (this.#summed < this.#frame) continue;
      const power = this.#sum / this.#summed;
      this.#powers.push(power);
      if (power > powerOf(FLOOR_DECIBELS)) this.#spoken += 1;
      this.#sum = 0;
      this.#summed = 0;
      const { length } = this.#powers;
      if (this.#spoken * FRAME_SECONDS >= SPEECH_SECONDS || length * FRAME_SECONDS >= WAIT_SECONDS) return true;
    }
    return false;
  }

  #levelled(samples: Float32Array, gain: number): Int16Array {
    const given = new Int16Array(samples.length);
    // An Int16Array takes what is no number for 0.
    let index = 0;
    for (const sample of samples) {
      given[index] = Math.round(bent(sample * gain) * 32768);
      index += 1;
    }
    return given;
  }
}
