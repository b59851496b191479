import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { describe, expect, it, test } from 'vitest';
import { converted, treated } from '../testing/converted.ts';
import { channelOf, effectiveLevel, levelAt, tone } from '../testing/tones.ts';
import { decode, decodeBlocks } from './decode.ts';
import { encode } from './encode.ts';
import { durationSeconds, frameCount, type Pcm } from './pcm.ts';

test('a take is the same sound in every other format', async () => {
  const sound = tone({ sampleRate: 24000, seconds: 0.5 });
  for (const from of OUTPUT_FORMATS) {
    const bytes = await encode(sound, from);
    for (const to of OUTPUT_FORMATS) {
      const { bytes: file } = await converted(bytes, { to });
      expect(await decodeBlocks(file, {}, () => {})).toEqual({ format: to, sampleRate: 24000, frames: 12000 });
      const sounding = await decode(file);
      expect(sounding.channels).toHaveLength(1);
      expect(levelAt(channelOf(sounding), 24000, 440)).toBeGreaterThan(0.48);
    }
  }
});

test('quality reaches the encoder', async () => {
  const bytes = await encode(tone({ sampleRate: 24000, seconds: 0.5 }), 'wav');
  const [draft, premium] = await Promise.all([
    converted(bytes, { to: 'mp3', quality: 'draft' }),
    converted(bytes, { to: 'mp3', quality: 'premium' }),
  ]);
  expect(premium.bytes.length).toBeGreaterThan(draft.bytes.length * 2);
});

test('bare mu-law gets a head', async () => {
  const bytes = new Uint8Array(1600).fill(0xff);
  const { bytes: wav } = await converted(bytes, { from: { format: 'mulaw', sampleRate: 16000 }, to: 'mulaw' });
  const pcm = await decode(wav);
  expect([pcm.sampleRate, frameCount(pcm)]).toEqual([16000, 1600]);
});

test('what is no audio is refused', async () => {
  const page = new TextEncoder().encode('<html></html>');
  await expect(converted(page, { to: 'flac' })).rejects.toMatchObject({ kind: 'foreign' });
});

const RATE = 8_000;
const NOTHING = { trimStartSeconds: 0, trimEndSeconds: 0, gainDb: 0 };
/** A sound whose every sample says where it stands. */
const ramp: Pcm = {
  sampleRate: RATE,
  channels: [Float32Array.from({ length: RATE }, (_, index) => index / RATE / 2)],
};

describe('a treatment', () => {
  it('that does nothing leaves the very same sound', async () => {
    expect(await treated(ramp, undefined)).toEqual({ sound: ramp, heldBackDb: 0 });
    expect((await treated(ramp, NOTHING)).sound).toEqual(ramp);
  });

  it('leaves out what is trimmed, on each side', async () => {
    const { sound } = await treated(ramp, { ...NOTHING, trimStartSeconds: 0.25, trimEndSeconds: 0.5 });
    const samples = channelOf(sound);
    expect(samples.length).toBe(RATE / 4);
    expect(samples[1_000]).toBe(3_000 / RATE / 2);
  });

  it('fades where it cuts, and only there', async () => {
    const steady = { sampleRate: RATE, channels: [new Float32Array(RATE).fill(0.5)] };
    const start = channelOf((await treated(steady, { ...NOTHING, trimStartSeconds: 0.1 })).sound);
    expect(start[0]).toBeLessThan(0.02);
    expect(start[20]).toBeCloseTo(0.25, 1);
    expect([start[40], start.at(-1)]).toEqual([0.5, 0.5]);
    const end = channelOf((await treated(steady, { ...NOTHING, trimEndSeconds: 0.1 })).sound);
    expect([end[0], end.at(-41)]).toEqual([0.5, 0.5]);
    expect(end.at(-1)).toBeLessThan(0.02);
  });

  it('makes it louder or quieter by the gain', async () => {
    const sound = tone({ sampleRate: RATE, seconds: 1, level: 0.1, channels: 2 });
    for (const gainDb of [-24, -3, 6, 12]) {
      const louder = await treated(sound, { ...NOTHING, gainDb });
      expect(louder.heldBackDb).toBe(0);
      for (const channel of [0, 1]) {
        const change = effectiveLevel(channelOf(louder.sound, channel)) / effectiveLevel(channelOf(sound, channel));
        expect(20 * Math.log10(change)).toBeCloseTo(gainDb, 3);
      }
    }
  });

  it('never clips: the gain stops at full scale, and says by how much', async () => {
    const sound = tone({ sampleRate: RATE, seconds: 1, frequency: 2_000, level: 0.5 });
    const louder = await treated(sound, { ...NOTHING, gainDb: 10 });
    expect(Math.max(...channelOf(louder.sound))).toBeCloseTo(1, 5);
    expect(louder.heldBackDb).toBeCloseTo(10 - 6.02, 2);
  });

  it('makes what clips already no louder, and can make it quieter', async () => {
    const over = { sampleRate: RATE, channels: [Float32Array.of(1.2, -1.2, 0)] };
    const louder = await treated(over, { ...NOTHING, gainDb: 3 });
    expect(louder.sound.channels).toEqual(over.channels);
    expect(louder.heldBackDb).toBeCloseTo(3, 5);
    const quieter = await treated(over, { ...NOTHING, gainDb: -6 });
    expect(quieter.heldBackDb).toBe(0);
    expect(channelOf(quieter.sound)[0]).toBeCloseTo(0.6014, 3);
  });

  it('is judged by what is left: what was trimmed away holds back no gain', async () => {
    const samples = Float32Array.from({ length: RATE }, (_, index) => (index < 100 ? 1 : 0.25));
    const loudStart = { sampleRate: RATE, channels: [samples] };
    expect((await treated(loudStart, { ...NOTHING, gainDb: 6 })).heldBackDb).toBeCloseTo(6, 5);
    expect((await treated(loudStart, { ...NOTHING, trimStartSeconds: 0.1, gainDb: 6 })).heldBackDb).toBe(0);
  });

  it('that trims more than there is leaves nothing, rather than failing', async () => {
    const { sound } = await treated(ramp, { ...NOTHING, trimStartSeconds: 2, trimEndSeconds: 3 });
    expect(channelOf(sound).length).toBe(0);
  });
});

it('a conversion treats the sound on its way to any format', async () => {
  const wav = await encode(tone({ sampleRate: RATE, seconds: 1, level: 0.2 }), 'wav');
  for (const to of ['wav', 'flac', 'mp3'] as const) {
    const treatment = { trimStartSeconds: 0.2, trimEndSeconds: 0.3, gainDb: 6 };
    const { bytes, heldBackDb } = await converted(wav, { to, treatment });
    const sound = await decode(bytes);
    expect(heldBackDb).toBe(0);
    expect(durationSeconds(sound)).toBeCloseTo(0.5, 6);
    expect(20 * Math.log10(effectiveLevel(channelOf(sound)) / (0.2 / Math.SQRT2))).toBeCloseTo(6, 0);
  }
});
