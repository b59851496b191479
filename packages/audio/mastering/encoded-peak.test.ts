import { describe, expect, it } from 'vitest';
import { at } from '../../../shared/rules/at.ts';
import { AacDecoder } from '../aac/aac-decode.ts';
import { openAacEncoder } from '../aac/aac-encoder.ts';
import { requirePackets } from '../aac/adts.ts';
import { TruePeak } from '../meters/true-peak.ts';
import { seededNumbers } from '../testing/tones.ts';
import { EncodedPeak } from './encoded-peak.ts';

const RATE = 44_100;

/** Of all that a stream holds, in dBTP. */
function wholePeak(stream: Uint8Array, channels: 1 | 2): number {
  const decoder = new AacDecoder(RATE, channels);
  const peaks = Array.from({ length: channels }, () => new TruePeak(RATE));
  for (const { from, to } of requirePackets(stream)) {
    const sounds = decoder.decode(stream.subarray(from, to));
    for (const [index, peak] of peaks.entries()) peak.add(at(sounds, index));
  }
  return 20 * Math.log10(Math.max(...peaks.map((peak) => peak.finish())));
}

/** Bursts of tones of all levels, in blocks of a length that is not a frame's. */
function* bursts(channels: number, seconds: number): Generator<Float32Array[]> {
  const random = seededNumbers(11);
  const voices = Array.from({ length: channels }, () => ({ level: 0, step: 0, phase: 0, left: 0 }));
  for (let block = 0; block < (seconds * RATE) / 3_000; block += 1) {
    yield voices.map((voice) =>
      Float32Array.from({ length: 3_000 }, () => {
        if (voice.left === 0) {
          const [level, step, left] = [random() ** 2 * 0.8, 0.02 + random() * 0.3, Math.ceil(random() * 4_000)];
          Object.assign(voice, { level, step, left });
        }
        voice.left -= 1;
        voice.phase += voice.step;
        return voice.level * Math.sin(voice.phase);
      }),
    );
  }
}

describe('the true peak of AAC as it is decoded', () => {
  it.each([1, 2] as const)('is that of the whole stream, with %i channels', async (channels) => {
    const sound = { sampleRate: RATE, channels };
    const encoder = await openAacEncoder(64 * channels, sound);
    const peak = new EncodedPeak(sound);
    const streams: Uint8Array[] = [];
    const take = (stream: Uint8Array) => {
      peak.addStream(stream);
      streams.push(stream);
    };
    for (const block of bursts(channels, 12)) {
      peak.addSamples(block);
      take(await encoder.add(block));
    }
    take(await encoder.end());
    // AAC stores some noise as a level only: each decoding fills in other samples.
    expect(peak.finish()).toBeCloseTo(wholePeak(Buffer.concat(streams), channels), 1);
  });

  it('is none where all of it is silent', async () => {
    const sound = { sampleRate: RATE, channels: 1 };
    const encoder = await openAacEncoder(64, sound);
    const peak = new EncodedPeak(sound);
    const silence = [new Float32Array(5_000)];
    peak.addSamples(silence);
    peak.addStream(await encoder.add(silence));
    peak.addStream(await encoder.end());
    expect(peak.finish()).toBeNull();
  });
});
