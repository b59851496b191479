import { encodeWav, type Pcm, resample } from '@lectern/audio';
import { DECISIONS } from '../common/decisions.ts';

/** About -50 dBFS, the same threshold as for silent samples. */
const AUDIBLE_AMPLITUDE = 0.003;
/** Maximum useful sample rate in Hz for models that imitate a voice. */
const MAX_SAMPLE_RATE = 24_000;

export class SampleStart {
  readonly #kept: Float32Array[] = [];
  #length = 0;
  #sampleRate = 0;

  /** @param samples mono samples from -1 to 1, which are copied */
  add(samples: Float32Array, sampleRate: number): void {
    this.#sampleRate = sampleRate;
    const wanted = DECISIONS.packs.referenceSeconds * sampleRate - this.#length;
    const first = this.#length > 0 ? 0 : samples.findIndex((sample) => Math.abs(sample) >= AUDIBLE_AMPLITUDE);
    if (wanted <= 0 || first < 0) return;
    const taken = samples.slice(first, first + wanted);
    this.#kept.push(taken);
    this.#length += taken.length;
  }

  /** Returns the kept audio as a 16-bit WAV file of at most 24 kHz. */
  finish(): Uint8Array {
    const whole = new Float32Array(this.#length);
    let at = 0;
    for (const part of this.#kept) {
      whole.set(part, at);
      at += part.length;
    }
    const sound: Pcm = { sampleRate: this.#sampleRate, channels: [whole] };
    return encodeWav(resample(sound, Math.min(MAX_SAMPLE_RATE, this.#sampleRate)));
  }
}
