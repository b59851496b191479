import { describe, expect, it } from 'vitest';
import { openAacEncoder } from '../aac/aac-encoder.ts';
import { AAC_FRAME, requirePackets } from '../aac/adts.ts';
import { encode } from '../codecs/encode.ts';
import { m4bParts } from '../mp4/m4b.ts';
import { openOpusFile } from '../ogg/opus-encoder.ts';
import { measureFile } from './measure-file.ts';

const RATE = 44_100;

/** A sound of several stretches, each of a level and a length in seconds; `hz` null: noise that is the same in every run. */
function sound(...parts: readonly { readonly seconds: number; readonly level: number; readonly hz: number | null }[]) {
  const samples = new Float32Array(Math.round(parts.reduce((sum, { seconds }) => sum + seconds, 0) * RATE));
  let index = 0;
  let seed = 1;
  for (const { seconds, level, hz } of parts) {
    for (const end = index + Math.round(seconds * RATE); index < end && index < samples.length; index += 1) {
      seed = (seed * 48_271) % 2_147_483_647;
      const noise = (seed / 2_147_483_647) * 2 - 1;
      samples[index] = level * (hz === null ? noise : Math.sin((2 * Math.PI * hz * index) / RATE));
    }
  }
  return samples;
}
const tone = (seconds: number, level: number) => ({ seconds, level, hz: 441 });
const hiss = (seconds: number, level: number) => ({ seconds, level, hz: null });
const measure = async (...channels: Float32Array[]) =>
  measureFile(await encode({ sampleRate: RATE, channels }, 'wav', {}));

describe('a finished file', () => {
  it('has the levels of its samples', async () => {
    const found = await measure(sound(tone(4, 0.5)));
    expect(found.rmsDbfs).toBeCloseTo(-9.03, 2);
    expect(found.samplePeakDbfs).toBeCloseTo(-6.02, 1);
    expect(found).toMatchObject({ packedAs: 'wav', sampleRate: RATE, channels: 1, durationSeconds: 4 });
    expect(found.bitrate).toBeCloseTo(705.6, 0);
    expect(found.constantBitrate).toBeNull();
  });

  it('is told as Opus or as Vorbis, which both are Ogg', async () => {
    const samples = sound(tone(1, 0.5));
    expect(await measureFile(await encode({ sampleRate: RATE, channels: [samples] }, 'ogg'))).toMatchObject({
      packedAs: 'vorbis',
    });
    const encoder = await openOpusFile(64, { sampleRate: 48_000, channels: 1 });
    const opus = Buffer.concat([await encoder.add([samples]), await encoder.end()]);
    encoder.close();
    expect(await measureFile(opus)).toMatchObject({ packedAs: 'opus', sampleRate: 48_000 });
  });

  it('is measured where it is an M4B, and refused where that is cut', async () => {
    const samples = sound(tone(2, 0.5)).subarray(0, 86 * AAC_FRAME);
    const encoder = await openAacEncoder(96, { sampleRate: RATE, channels: 1 });
    const stream = Buffer.concat([await encoder.add([samples]), await encoder.end()]);
    encoder.close();
    const packets = requirePackets(stream).map(({ from, to }) => stream.subarray(from, to));
    const packetSizes = Uint32Array.from(packets, ({ length }) => length);
    const { head, tail } = m4bParts({ sampleRate: RATE, channels: 1, packetSizes, chapters: [], tags: {} });
    const file = Buffer.concat([head, ...packets, tail]);
    const found = await measureFile(file);
    expect(found).toMatchObject({ packedAs: 'aac', sampleRate: RATE, channels: 1 });
    expect(found.durationSeconds).toBeCloseTo((87 * AAC_FRAME) / RATE, 6);
    // A frame of silence comes first.
    expect(found.rmsDbfs).toBeCloseTo(-9.03 + 10 * Math.log10(86 / 87), 0);
    await expect(measureFile(file.subarray(0, head.length + 2_000))).rejects.toMatchObject({ kind: 'truncated' });
    await expect(measureFile(file.subarray(0, 40))).rejects.toMatchObject({ name: 'AudioFormatError' });
  });

  it('has a noise floor where it is quietest for half a second, and room at its ends', async () => {
    const level = 10 ** (-70 / 20) * Math.sqrt(3);
    const found = await measure(sound(hiss(0.75, level), tone(2, 0.3), hiss(0.9, level), tone(1, 0.3), hiss(2, level)));
    expect(found.noiseFloorDbfs).toBeCloseTo(-70, 0);
    expect(found.headSeconds).toBeCloseTo(0.75, 1);
    expect(found.tailSeconds).toBeCloseTo(2, 1);
    expect(found.digitalSilences.count).toBe(0);
  });

  it('has gaps of digital silence within, not at its ends', async () => {
    const quiet = { seconds: 0.4, level: 0, hz: null };
    const found = await measure(
      sound(quiet, tone(1, 0.3), quiet, tone(1, 0.3), { ...quiet, seconds: 0.05 }, tone(1, 0.3), quiet),
    );
    expect(found.digitalSilences.count).toBe(1);
    expect(found.digitalSilences.at[0]).toBeCloseTo(1.4, 2);
    expect(found.silences[0]?.toSeconds).toBeCloseTo(1.8, 2);
    expect(found.noiseFloorDbfs).not.toBeNull();
  });

  it('has a click where the wave breaks, and none where a voice begins', async () => {
    const whole = sound(hiss(0.5, 0.001), tone(2, 0.5), hiss(0.5, 0.001));
    expect((await measure(whole)).clicks.count).toBe(0);
    const broken = whole.slice();
    const place = Math.round(1.3 * RATE);
    broken[place] = (broken[place] ?? 0) > 0 ? -0.6 : 0.6;
    const { clicks } = await measure(broken);
    expect(clicks.count).toBe(1);
    expect(clicks.at[0]).toBeCloseTo(1.3, 2);
  });

  it('has samples that are clipped, and the place of the loudest one', async () => {
    const loud = sound(tone(1, 0.2), tone(1, 1.6)).map((sample) => Math.max(-1, Math.min(1, sample)));
    const found = await measure(loud, loud.slice());
    expect(found.clippedSamples).toBeGreaterThan(100);
    expect(found.peakAt).toBeCloseTo(1, 1);
    expect(found.channels).toBe(2);
  });

  it('is said to have frames of one bitrate or of several', async () => {
    const found = await measureFile(await encode({ sampleRate: RATE, channels: [sound(tone(3, 0.3))] }, 'mp3', {}));
    expect(found.packedAs).toBe('mp3');
    expect(typeof found.constantBitrate).toBe('boolean');
    expect(found.bitrate).toBeGreaterThan(30);
  });
});
