// Decoding low-bitrate AAC raises the peaks by several decibels, and this increase can't be predicted.

import { at } from '../../../shared/rules/at.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { AacDecoder } from '../aac/aac-decode.ts';
import { AAC_FRAME, requirePackets } from '../aac/adts.ts';
import type { EncoderInput } from '../codecs/audio-encoder.ts';
import { loudestOf, TruePeak } from '../meters/true-peak.ts';

/** Frames more than 4 dB below the loudest frame so far can't contain the highest peak. */
const PEAK_RATIO = 10 ** (-4 / 20);

/**
 * Measures the true peak of encoded audio from the samples and their ADTS frames. Decodes only frames near the
 * loudest frames.
 */
export class EncodedPeak {
  readonly #input: EncoderInput;
  readonly #decoder: AacDecoder;
  readonly #levels: number[] = [];
  #frames = 0;
  #loudest = 0;
  #next = 0;
  #previousPacket: Uint8Array | null = null;
  #peaks: readonly TruePeak[] | null = null;
  #peak = 0;

  constructor(input: EncoderInput) {
    this.#input = input;
    this.#decoder = new AacDecoder(input.sampleRate, input.channels === 2 ? 2 : 1);
  }

  addSamples(channels: readonly Float32Array[]): void {
    const total = channels[0]?.length ?? 0;
    for (let from = 0; from < total; ) {
      const frame = Math.floor(this.#frames / AAC_FRAME);
      const to = Math.min(total, from + (frame + 1) * AAC_FRAME - this.#frames);
      let level = this.#levels[frame] ?? 0;
      for (const samples of channels) level = Math.max(level, loudestOf(samples, from, to));
      this.#levels[frame] = level;
      this.#loudest = Math.max(this.#loudest, level);
      this.#frames += to - from;
      from = to;
    }
  }

  addStream(stream: Uint8Array): void {
    for (const { from, to } of requirePackets(stream)) {
      const packet = stream.subarray(from, to);
      if (this.#isNearPeak()) this.#decode(packet);
      else this.#closePeaks();
      this.#previousPacket = packet;
      this.#next += 1;
    }
  }

  /** Returns the true peak in dBTP, or null if all audio is silent. Don't add audio after this call. */
  finish(): number | null {
    this.#closePeaks();
    return this.#peak === 0 ? null : 20 * Math.log10(this.#peak);
  }

  /**
   * Checks the neighbouring frames too: a packet decodes to the previous frame of the input, and a peak may be at a
   * frame's edge.
   */
  #isNearPeak(): boolean {
    const frame = this.#next - 1;
    const level = largest([frame - 1, frame, frame + 1].map((place) => this.#levels[place] ?? 0));
    return level > 0 && level >= this.#loudest * PEAK_RATIO;
  }

  #decode(packet: Uint8Array): void {
    if (this.#peaks === null) {
      const { channels, sampleRate } = this.#input;
      this.#peaks = Array.from({ length: channels }, () => new TruePeak(sampleRate));
      // Decode the previous packet first, because packets overlap.
      if (this.#previousPacket) this.#decoder.decode(this.#previousPacket);
    }
    const sounds = this.#decoder.decode(packet);
    for (const [index, peak] of this.#peaks.entries()) peak.add(at(sounds, index));
  }

  #closePeaks(): void {
    for (const peak of this.#peaks ?? []) this.#peak = Math.max(this.#peak, peak.finish());
    this.#peaks = null;
  }
}
