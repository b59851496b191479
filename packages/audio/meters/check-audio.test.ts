import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { encode } from '../codecs/encode.ts';
import { flacBomb, mp3Bomb, wavBomb } from '../testing/bombs.ts';
import { murmur } from '../testing/tones.ts';
import { analyseAudio } from './analyse-audio.ts';
import { checkAudio, durationTolerance } from './check-audio.ts';

// The decoders write to the console what they dislike.
beforeAll(() => void vi.spyOn(console, 'error').mockReturnValue());
afterAll(() => void vi.restoreAllMocks());

describe.each(OUTPUT_FORMATS)('%s', (format) => {
  test('a take that is as announced passes', async () => {
    const bytes = await encode(murmur(22050, 0.6), format);
    const checked = await checkAudio(bytes, {
      format,
      sampleRate: 22050,
      sizeBytes: bytes.length,
      durationSeconds: 0.6,
    });
    expect(checked).toMatchObject({ ok: true, format, sampleRate: 22050 });
    expect(checked.ok && checked.durationSeconds).toBeCloseTo(0.6, 9);
  });

  test('one byte too few or too many is noticed', async () => {
    const bytes = await encode(murmur(22050, 0.3), format);
    for (const sizeBytes of [bytes.length - 1, bytes.length + 1]) {
      expect(await checkAudio(bytes, { format, sizeBytes })).toMatchObject({
        ok: false,
        defect: { kind: 'other-size', announcedBytes: sizeBytes },
      });
    }
  });

  test('another length than announced is noticed, a few frames are not', async () => {
    const bytes = await encode(murmur(22050, 1), format);
    for (const durationSeconds of [0.5, 0.84, 1.16, 2]) {
      expect(await checkAudio(bytes, { format, durationSeconds })).toMatchObject({
        ok: false,
        defect: { kind: 'other-duration', announcedSeconds: durationSeconds },
      });
    }
    for (const durationSeconds of [0.86, 0.95, 1.14]) {
      expect(await checkAudio(bytes, { format, durationSeconds })).toMatchObject({ ok: true });
    }
  });

  test('half a file is undecodable, whatever its announced size', async () => {
    const bytes = await encode(murmur(22050, 1), format);
    const half = bytes.subarray(0, Math.floor(bytes.length / 2) + 1);
    const checked = await checkAudio(half, { format, sizeBytes: half.length });
    expect(checked).toMatchObject({ ok: false, defect: { kind: 'truncated' } });
  });

  test('a file without a sample is empty', async () => {
    const bytes = await encode({ sampleRate: 22050, channels: [new Float32Array(0)] }, format);
    expect(await checkAudio(bytes, { format })).toMatchObject({ ok: false, defect: { kind: 'silent' } });
  });
});

test('another format than was asked for passes and is named, for it can be played', async () => {
  const bytes = await encode(murmur(8000, 0.3), 'mp3');
  expect(await checkAudio(bytes, { format: 'wav' })).toMatchObject({ ok: true, format: 'mp3' });
});

test('bare mu-law is measured by the rate that was asked for', async () => {
  const bytes = new Uint8Array(8000).fill(0xff);
  const checked = await checkAudio(bytes, { format: 'mulaw', sampleRate: 16000, durationSeconds: 0.5 });
  expect(checked).toMatchObject({ ok: true, format: 'mulaw', sampleRate: 16000, durationSeconds: 0.5 });
});

test('nothing at all is empty, a page of a proxy undecodable, each with a sentence', async () => {
  const nothing = await checkAudio(new Uint8Array(0), { format: 'wav', sizeBytes: 0 });
  expect(nothing).toEqual({ ok: false, defect: { kind: 'empty' } });
  const page = new TextEncoder().encode('<html><body>Bad gateway</body></html>');
  const foreign = await checkAudio(page, { format: 'mulaw' });
  expect(foreign).toEqual({ ok: false, defect: { kind: 'foreign' } });
});

test('what was measured on the way comes with it', async () => {
  for (const format of OUTPUT_FORMATS) {
    const bytes = await encode(murmur(8000, 1), format);
    const { analysis } = await analyseAudio(bytes);
    expect(await checkAudio(bytes, { format })).toMatchObject({ ok: true, analysis });
  }
});

test('the tolerance is 0.15 s, and 2 % of a long take', () => {
  expect(durationTolerance(1)).toBe(0.15);
  expect(durationTolerance(60)).toBeCloseTo(1.2);
});

describe('audio that unpacks to more than its text can last', () => {
  test.each([
    ['FLAC', flacBomb(200)],
    ['FLAC that says it is short', flacBomb(200, 1, 48_000)],
    ['MP3', mp3Bomb(5_000)],
    ['WAV of one sample a second', wavBomb(200, 1, 1)],
  ])('is refused once that is decoded: %s', async (_name, bytes) => {
    const checked = await checkAudio(bytes, { format: 'flac', maxSeconds: 60 });
    expect(checked).toMatchObject({ ok: false, defect: { kind: 'too-long' } });
  });
});
