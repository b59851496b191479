// How loud the peaks of AAC are once it is decoded: at low bitrates they grow by decibels, and by how much shows only there.
import { AacDecoder } from '../../../codecs/aac-decode.ts';
import { ownPackets } from '../../../codecs/adts.ts';
import type { EncodedSound } from '../../../codecs/audio-encoder.ts';
import { at } from '../../../shared/rules/at.ts';
import { TruePeak } from '../audio/true-peak.ts';

/** Takes a stream of ADTS frames, in whole frames. */
export class EncodedPeak {
  readonly #decoder: AacDecoder;
  readonly #peaks: readonly TruePeak[];

  constructor({ sampleRate, channels }: EncodedSound) {
    this.#decoder = new AacDecoder(sampleRate, channels === 2 ? 2 : 1);
    this.#peaks = Array.from({ length: channels }, () => new TruePeak(sampleRate));
  }

  add(stream: Uint8Array): void {
    for (const { from, to } of ownPackets(stream)) {
      const sounds = this.#decoder.decode(stream.subarray(from, to));
      for (const [index, peak] of this.#peaks.entries()) peak.add(at(sounds, index));
    }
  }

  /** dBTP; null where all of it is silent. Nothing can be added afterwards. */
  finish(): number | null {
    const peak = Math.max(...this.#peaks.map((one) => one.finish()));
    return peak === 0 ? null : 20 * Math.log10(peak);
  }
}
