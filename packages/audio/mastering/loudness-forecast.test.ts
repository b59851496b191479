import { describe, expect, it } from 'vitest';
import type { LoudnessGoal } from '../../../shared/model/export/delivery.ts';
import { murmur } from '../testing/tones.ts';
import { TruePeakLimiter } from './limiter.ts';
import { LoudnessForecast } from './loudness-forecast.ts';

const RATE = 24_000;
const CEILING = 10 ** (-3.5 / 20);

/** Syllables of different levels, with pauses: what a limiter has to follow. */
function syllables(): Float32Array {
  const [samples = new Float32Array(0)] = murmur(RATE, 8).channels;
  return samples.map((sample, index) => {
    const syllable = Math.floor(index / (RATE / 5));
    return syllable % 6 === 5 ? 0 : sample * (0.3 + ((syllable * 7) % 10) / 14);
  });
}

/** The level of a sound in the measure of a goal. */
function levelOf(goal: LoudnessGoal, samples: Float32Array): number {
  const forecast = new LoudnessForecast(goal, RATE);
  forecast.add([samples]);
  const wanted = goal.measure === 'rms' ? goal.dbfs : goal.lufs;
  return wanted - forecast.gain(1e9).gainDb;
}

describe('a forecast of loudness', () => {
  it.each<[string, LoudnessGoal, number, number]>([
    ['RMS without limiting', { measure: 'rms', dbfs: -30 }, 0.01, -0.01],
    ['RMS with some', { measure: 'rms', dbfs: -13 }, 0.02, 0.05],
    ['LUFS with some', { measure: 'integrated', lufs: -12.5 }, 0.02, 0.05],
  ])('is what comes of it: %s', (_name, goal, near, leastLost) => {
    const sound = syllables();
    const forecast = new LoudnessForecast(goal, RATE);
    // In whatever pieces.
    forecast.add([sound.subarray(0, 777)]);
    forecast.add([sound.subarray(777)]);
    const { gainDb, lostDb } = forecast.gain(CEILING);
    const factor = 10 ** (gainDb / 20);
    const limiter = new TruePeakLimiter(CEILING, RATE, 1);
    const [first = new Float32Array(0)] = limiter.process([sound.map((sample) => sample * factor)]);
    const begun = first.slice();
    const [last = new Float32Array(0)] = limiter.end();
    const made = new Float32Array(begun.length + last.length);
    made.set(begun);
    made.set(last, begun.length);
    const wanted = goal.measure === 'rms' ? goal.dbfs : goal.lufs;
    expect(Math.abs(levelOf(goal, made) - wanted)).toBeLessThan(near);
    expect(lostDb).toBeGreaterThanOrEqual(leastLost);
  });

  it('stays within the range of an RMS, whatever the loudness asks for', () => {
    const [word = new Float32Array(0)] = murmur(RATE, 0.7).channels;
    const sound = new Float32Array(4 * RATE);
    sound.set(word, RATE);
    const gainFor = (rms?: { readonly min: number; readonly max: number }) => {
      const forecast = new LoudnessForecast({ measure: 'integrated', lufs: -20, ...(rms && { rms }) }, RATE);
      forecast.add([sound]);
      return forecast.gain(1e9).gainDb;
    };
    const rmsOf = (gainDb: number) =>
      10 * Math.log10(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length) + gainDb;
    const plain = gainFor();
    expect(gainFor({ min: -90, max: 0 })).toBeCloseTo(plain, 6);
    expect(rmsOf(gainFor({ min: rmsOf(plain) + 2, max: 0 }))).toBeCloseTo(rmsOf(plain) + 2.25, 2);
    expect(rmsOf(gainFor({ min: -90, max: rmsOf(plain) - 2 }))).toBeCloseTo(rmsOf(plain) - 2.25, 2);
  });

  it('asks for no gain where nothing is heard', () => {
    const forecast = new LoudnessForecast({ measure: 'integrated', lufs: -19 }, RATE);
    forecast.add([new Float32Array(RATE)]);
    expect(forecast.gain(CEILING)).toEqual({ gainDb: 0, lostDb: 0 });
  });
});
