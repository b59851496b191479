// How loud the peaks of AAC are once it is decoded: at low bitrates they grow by decibels, and by how much shows only there.
import { AacDecoder } from '../../../codecs/aac-decode.ts';
import { AAC_FRAME, ownPackets } from '../../../codecs/adts.ts';
import type { EncodedSound } from '../../../codecs/audio-encoder.ts';
import { at } from '../../../shared/rules/at.ts';
import { largest } from '../../../shared/rules/lists.ts';
import { loudestOf, TruePeak } from '../audio/true-peak.ts';

/** A frame whose samples stay this far below the loudest ones heard before does not hold the highest peak. Linear: 4 dB. */
const FAR_BELOW = 10 ** (-4 / 20);

/** Takes a sound, and the stream of ADTS frames that was made of it. Decodes what is near the loudest frames alone. */
export class EncodedPeak {
  readonly #sound: EncodedSound;
  readonly #decoder: AacDecoder;
  /** Of each frame of the sound, and of one that is not whole yet. */
  readonly #levels: number[] = [];
  #frames = 0;
  #loudest = 0;
  /** The number of the next packet. */
  #next = 0;
  #before: Uint8Array | null = null;
  #peaks: readonly TruePeak[] | null = null;
  #peak = 0;

  constructor(sound: EncodedSound) {
    this.#sound = sound;
    this.#decoder = new AacDecoder(sound.sampleRate, sound.channels === 2 ? 2 : 1);
  }

  /** Takes what the encoder is given next. */
  hear(channels: readonly Float32Array[]): void {
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

  /** Takes what the encoder made, in whole frames. */
  add(stream: Uint8Array): void {
    for (const { from, to } of ownPackets(stream)) {
      const packet = stream.subarray(from, to);
      if (this.#isNearTheLoudest()) this.#look(packet);
      else this.#leave();
      this.#before = packet;
      this.#next += 1;
    }
  }

  /** dBTP; null where all of it is silent. Nothing can be added afterwards. */
  finish(): number | null {
    this.#leave();
    return this.#peak === 0 ? null : 20 * Math.log10(this.#peak);
  }

  /** A packet is decoded to the frame of the sound before; peaks beside a frame may be those of its edges. */
  #isNearTheLoudest(): boolean {
    const frame = this.#next - 1;
    const level = largest([frame - 1, frame, frame + 1].map((place) => this.#levels[place] ?? 0));
    return level > 0 && level >= this.#loudest * FAR_BELOW;
  }

  #look(packet: Uint8Array): void {
    if (this.#peaks === null) {
      const { channels, sampleRate } = this.#sound;
      this.#peaks = Array.from({ length: channels }, () => new TruePeak(sampleRate));
      // Each packet overlaps the one before.
      if (this.#before) this.#decoder.decode(this.#before);
    }
    const sounds = this.#decoder.decode(packet);
    for (const [index, peak] of this.#peaks.entries()) peak.add(at(sounds, index));
  }

  /** What comes next is not beside what was looked at. */
  #leave(): void {
    for (const peak of this.#peaks ?? []) this.#peak = Math.max(this.#peak, peak.finish());
    this.#peaks = null;
  }
}
