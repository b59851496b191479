import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationSeconds, frameCount } from '../codecs/pcm.ts';
import { channelOf, effectiveLevel, levelAt, tone } from '../testing/tones.ts';
import { resample, StreamResampler } from './resample.ts';

const sound = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, index) => Math.sin(index / 9) * Math.cos(index / 700) * 0.7);

function inPieces(whole: Float32Array, from: number, to: number, cuts: readonly number[]): Float32Array {
  const resampler = new StreamResampler(from, to);
  const pieces: Float32Array[] = [];
  let at = 0;
  for (const length of cuts) {
    pieces.push(resampler.add(whole.subarray(at, at + length)));
    at += length;
  }
  pieces.push(resampler.add(whole.subarray(at)), resampler.end());
  const joined = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let place = 0;
  for (const piece of pieces) {
    joined.set(piece, place);
    place += piece.length;
  }
  return joined;
}

for (const to of [8000, 11_111, 16_000, 22_050, 24_000, 44_100, 48_000]) {
  test(`sound in pieces becomes at ${to} Hz what the whole becomes`, () => {
    fc.assert(
      fc.property(fc.nat(60_000), fc.array(fc.nat(12_000), { maxLength: 8 }), (length, cuts) => {
        const whole = sound(length);
        const [expected] = resample({ sampleRate: 22_050, channels: [whole] }, to).channels;
        expect(inPieces(whole, 22_050, to, cuts)).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
}

test('what is ready is given before the end', () => {
  const resampler = new StreamResampler(22_050, 44_100);
  expect(resampler.add(sound(22_050)).length).toBeGreaterThan(30_000);
});

const RATES = [8000, 11025, 16000, 22050, 24000, 44100, 47999, 48000];

test('the same rate gives the very same sound', () => {
  const pcm = tone({ sampleRate: 22050, seconds: 0.1 });
  expect(resample(pcm, 22050)).toBe(pcm);
});

test('a tone keeps its frequency and level between any two rates, and nothing else is heard', () => {
  for (const from of RATES) {
    for (const to of RATES) {
      const samples = channelOf(resample(tone({ sampleRate: from, seconds: 0.25, frequency: 1000 }), to));
      expect(levelAt(samples, to, 1000)).toBeCloseTo(0.5, 3);
      expect(effectiveLevel(samples)).toBeCloseTo(Math.SQRT1_2 * 0.5, 3);
    }
  }
});

test('it stays where it was in time', () => {
  const pcm = resample(tone({ sampleRate: 22050, seconds: 0.2, frequency: 300 }), 48000);
  const wanted = channelOf(tone({ sampleRate: 48000, seconds: 0.2, frequency: 300 }));
  const worst = channelOf(pcm)
    .subarray(500, -500)
    .reduce((most, sample, index) => Math.max(most, Math.abs(sample - (wanted[index + 500] ?? 0))), 0);
  expect(worst).toBeLessThan(0.0005);
});

test('what the lower rate can not carry is gone instead of heard as another tone', () => {
  const samples = channelOf(resample(tone({ sampleRate: 48000, seconds: 0.25, frequency: 5000 }), 8000));
  expect(effectiveLevel(samples)).toBeLessThan(0.0002);
});

test('what it can carry passes, to 0.8 of half the rate', () => {
  const samples = channelOf(resample(tone({ sampleRate: 48000, seconds: 0.25, frequency: 3200 }), 8000));
  expect(levelAt(samples, 8000, 3200)).toBeCloseTo(0.5, 2);
});

test('a steady value stays steady', () => {
  const steady = resample({ sampleRate: 22050, channels: [new Float32Array(4000).fill(0.25)] }, 16000);
  for (const sample of channelOf(steady).subarray(100, -100)) expect(sample).toBeCloseTo(0.25, 5);
});

test('the length is kept to half a sample, channels stay as many, any sound is taken', () => {
  const rate = fc.integer({ min: 1000, max: 96000 });
  fc.assert(
    fc.property(rate, rate, fc.nat({ max: 300 }), fc.integer({ min: 0, max: 3 }), (from, to, length, channels) => {
      const pcm = { sampleRate: from, channels: Array.from({ length: channels }, () => new Float32Array(length)) };
      const result = resample(pcm, to);
      expect(result.channels).toHaveLength(channels);
      expect(Math.abs(durationSeconds(result) - durationSeconds(pcm))).toBeLessThanOrEqual(0.5001 / to);
      expect(new Set(result.channels.map((channel) => channel.length)).size).toBeLessThanOrEqual(1);
      expect(frameCount(result)).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 30 },
  );
});

test('a rate that is none is refused', () => {
  const pcm = tone({ sampleRate: 8000, seconds: 0.01 });
  expect(() => resample(pcm, 0)).toThrow(RangeError);
  expect(() => resample(pcm, 44100.5)).toThrow(RangeError);
});

test('what a rate adds or folds back is below -90 dB, up to the edge of the band', () => {
  for (const [from, to] of [
    [24_000, 44_100],
    [22_050, 44_100],
    [44_100, 48_000],
    [48_000, 44_100],
    [16_000, 44_100],
  ] as const) {
    for (const part of [0.5, 0.9, 0.97, 0.99]) {
      const frequency = (part * from) / 2;
      const image = from - frequency;
      const wrong = image < to / 2 ? image : Math.abs(to - frequency);
      if (frequency < to / 2 && image >= to / 2) continue;
      const samples = channelOf(resample(tone({ sampleRate: from, seconds: 0.5, frequency, level: 1 }), to));
      expect(20 * Math.log10(levelAt(samples, to, wrong)), `${frequency} Hz from ${from} to ${to} Hz`).toBeLessThan(
        -90,
      );
    }
  }
});
