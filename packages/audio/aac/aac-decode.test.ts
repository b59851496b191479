import { describe, expect, it } from 'vitest';
import { AudioFormatError } from '../codecs/audio-format-error.ts';
import { joinBytes } from '../codecs/bytes.ts';
import type { Pcm } from '../codecs/pcm.ts';
import { channelOf, murmur, seededNumbers } from '../testing/tones.ts';
import { AacDecoder } from './aac-decode.ts';
import { openAacEncoder } from './aac-encoder.ts';
import { AAC_FRAME, requirePackets } from './adts.ts';

async function packetsOf({ sampleRate, channels }: Pcm, kilobits: number): Promise<Uint8Array[]> {
  const encoder = await openAacEncoder(kilobits, { sampleRate, channels: channels.length });
  const stream = joinBytes([await encoder.add(channels), await encoder.end()]);
  encoder.close();
  const packets = requirePackets(stream).map(({ from, to }) => stream.subarray(from, to));
  return packets;
}

function decoded(packets: readonly Uint8Array[], sampleRate: number, channels: 1 | 2): Float32Array[] {
  const decoder = new AacDecoder(sampleRate, channels);
  const sounds = Array.from({ length: channels }, () => new Float32Array(packets.length * AAC_FRAME));
  for (const [index, packet] of packets.entries()) {
    for (const [side, samples] of decoder.decode(packet).entries()) sounds[side]?.set(samples, index * AAC_FRAME);
  }
  return sounds;
}

function correlation(one: Float32Array, other: Float32Array): number {
  const sumOf = (of: (index: number) => number): number => one.reduce((sum, _, index) => sum + of(index), 0);
  const product = sumOf((index) => (one[index] ?? 0) * (other[index] ?? 0));
  const squares = (samples: Float32Array) => sumOf((index) => (samples[index] ?? 0) ** 2);
  return product / Math.sqrt(squares(one) * squares(other));
}

/** Silence, with a burst now and then: it takes short windows. */
function bursts(seconds: number): Float32Array {
  const random = seededNumbers(7);
  return Float32Array.from({ length: seconds * 44_100 }, (_, index) =>
    index % 9_000 < 900 ? (random() - 0.5) * Math.exp(-(index % 9_000) / 150) : 0,
  );
}

describe('AAC', () => {
  it('is decoded to what was encoded, a frame later, in one channel and in two', async () => {
    for (const [rate, width] of [
      [44_100, 1],
      [44_100, 2],
      [24_000, 1],
    ] as const) {
      const { channels } = murmur(rate, 1, width);
      const whole = channels.map((samples) => samples.subarray(0, Math.floor(samples.length / AAC_FRAME) * AAC_FRAME));
      const sounds = decoded(await packetsOf({ sampleRate: rate, channels: whole }, 96 * width), rate, width);
      for (const [side, sound] of sounds.entries()) {
        expect(sound.subarray(0, AAC_FRAME - 100).every((sample) => Math.abs(sample) < 0.01)).toBe(true);
        const wanted = channelOf({ sampleRate: rate, channels: whole }, side);
        expect(sound).toHaveLength(wanted.length + AAC_FRAME);
        expect(correlation(sound.subarray(AAC_FRAME), wanted)).toBeGreaterThan(0.99);
      }
    }
  });

  it('is decoded where short windows and noise shaping follow bursts', async () => {
    const sound = bursts(1).subarray(0, 43 * AAC_FRAME);
    const [made] = decoded(await packetsOf({ sampleRate: 44_100, channels: [sound] }, 192), 44_100, 1);
    expect(correlation(made?.subarray(AAC_FRAME) ?? sound, sound)).toBeGreaterThan(0.8);
  });

  it('is refused where a packet is cut or made up, and nothing worse happens', async () => {
    const packets = await packetsOf(murmur(44_100, 1), 64);
    const decoder = new AacDecoder(44_100, 1);
    const packet = packets[20] ?? new Uint8Array(0);
    expect(() => decoder.decode(packet.subarray(0, 40))).toThrow(AudioFormatError);
    const random = seededNumbers(1);
    for (let round = 0; round < 300; round += 1) {
      const noise = Uint8Array.from({ length: 60 }, (_, index) => (index === 0 ? 1 : Math.floor(random() * 256)));
      try {
        decoder.decode(noise);
      } catch (error) {
        expect(error).toBeInstanceOf(AudioFormatError);
      }
    }
    expect(() => new AacDecoder(44_101, 1)).toThrow('44101 Hz');
  });
});
