// What is kept of a sample, so that a model that speaks like any recording can speak like it: ten seconds of it.
import type { Pcm } from '../../codecs/pcm.ts';
import { resample } from '../../codecs/resample.ts';
import { encodeWav } from '../../codecs/wav-encode.ts';
import { DECISIONS } from '../common/decisions.ts';

/** The part of full scale above which something is heard: about -50 dBFS, as where samples count as silent. */
const AUDIBLE = 0.003;
/** Hz above which nothing counts for such a model. */
const MOST_RATE = 24_000;

/** Takes in a sample from its start, and keeps its first seconds from the first sound on. */
export class SampleStart {
  readonly #kept: Float32Array[] = [];
  #length = 0;
  #sampleRate = 0;

  /**
   * @param samples one channel, full scale -1 to 1; they are copied
   * @param sampleRate Hz; the same each time
   */
  add(samples: Float32Array, sampleRate: number): void {
    this.#sampleRate = sampleRate;
    const wanted = DECISIONS.packs.referenceSeconds * sampleRate - this.#length;
    const first = this.#length > 0 ? 0 : samples.findIndex((sample) => Math.abs(sample) >= AUDIBLE);
    if (wanted <= 0 || first < 0) return;
    const taken = samples.slice(first, first + wanted);
    this.#kept.push(taken);
    this.#length += taken.length;
  }

  /** What was kept, as a WAV file of 16 bits at 24,000 Hz at most. */
  finish(): Uint8Array {
    const whole = new Float32Array(this.#length);
    let at = 0;
    for (const part of this.#kept) {
      whole.set(part, at);
      at += part.length;
    }
    const sound: Pcm = { sampleRate: this.#sampleRate, channels: [whole] };
    return encodeWav(resample(sound, Math.min(MOST_RATE, this.#sampleRate)));
  }
}
