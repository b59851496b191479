import { expect, test } from 'vitest';
import { murmur } from '../../../audio/testing/tones.ts';
import { EmbeddedEngine } from '../../rendering/embedded-engine.ts';
import { RenderPool } from '../../rendering/worker-pool.ts';
import { requestOf, spoken } from '../../testing/spoken.ts';
import { hum } from '../../testing/voice-server.ts';
import { LISTED_VOICES } from '../../voices/catalogue.ts';
import { Leveller } from './leveller.ts';

const RATE = 24_000;

function levelled(sound: Float32Array, gainDecibels?: number, piece = 1000): Int16Array {
  const leveller = new Leveller(RATE, gainDecibels);
  const parts: Int16Array[] = [];
  for (let at = 0; at < sound.length; at += piece) parts.push(...leveller.add(sound.subarray(at, at + piece)));
  parts.push(...leveller.end());
  return Int16Array.from(parts.flatMap((part) => [...part]));
}

const decibels = (samples: Int16Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / samples.length);

const speechAt = (level: number): Float32Array => {
  const { channels } = murmur(RATE, 5);
  return Float32Array.from(channels[0] ?? [], (sample) => sample * level);
};

test('loud and soft voices come out alike, and none is lost', () => {
  const levels = [0.3, 0.6, 1, 2, 4].map((level) => levelled(speechAt(level)));
  for (const samples of levels) {
    expect(samples).toHaveLength(5 * RATE);
    expect(decibels(samples)).toBeGreaterThan(-24);
    expect(decibels(samples)).toBeLessThan(-21);
  }
});

test('nothing clips, whatever comes', () => {
  const loud = levelled(Float32Array.from(speechAt(1), (sample, index) => (index > 3 * RATE ? sample * 50 : sample)));
  const peak = loud.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32768;
  expect(peak).toBeGreaterThan(0.7);
  expect(peak).toBeLessThanOrEqual(0.794);
});

test('the gain is one and the same from the first sample on, in whatever pieces they come', () => {
  const sound = Float32Array.from(speechAt(0.3), (sample, index) => (index < RATE ? sample / 4 : sample));
  const whole = levelled(sound);
  const ratio = (from: number): number => {
    const part = whole.subarray(from, from + RATE);
    const before = sound.subarray(from, from + RATE).reduce((sum, sample) => sum + sample ** 2, 0);
    return Math.sqrt(part.reduce((sum, sample) => sum + (sample / 32768) ** 2, 0) / before);
  };
  expect(ratio(0)).toBeCloseTo(ratio(3 * RATE), 2);
  for (const piece of [1, 333, 1_000_000]) {
    expect(Buffer.from(levelled(sound, undefined, piece).buffer).equals(Buffer.from(whole.buffer)), `${piece}`).toBe(
      true,
    );
  }
});

test('what is nearly silent, or no number, stays so', () => {
  expect(levelled(new Float32Array(RATE)).every((sample) => sample === 0)).toBe(true);
  const noise = levelled(hum(300, 1, RATE, 0.0005));
  expect(noise.reduce((most, sample) => Math.max(most, sample), 0)).toBeLessThan(20);
  expect([...levelled(Float32Array.of(Number.NaN, 0))]).toEqual([0, 0]);
});

test('a gain that was set is kept to', () => {
  const samples = levelled(hum(300, 1, RATE, 0.5), -6);
  expect(samples.reduce((most, sample) => Math.max(most, sample), 0) / 32768).toBeCloseTo(0.25, 2);
});

test('the embedded voices have the level that others are brought to', async () => {
  const pool = new RenderPool(1);
  const embedded = new EmbeddedEngine(pool);
  const shifts: number[] = [];
  for (const { id, sampleText } of LISTED_VOICES.filter((_, index) => index % 16 === 0)) {
    const turns = [{ voice: id, text: sampleText }];
    const { samples, sampleRate } = await spoken(embedded, requestOf('', { turns, temperature: 0 }));
    const leveller = new Leveller(sampleRate);
    const sound = Float32Array.from(samples, (sample) => sample / 32768);
    const after = Int16Array.from([...leveller.add(sound), ...leveller.end()].flatMap((part) => [...part]));
    shifts.push(decibels(after) - decibels(samples));
  }
  await pool.close();
  const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
  expect(Math.abs(mean)).toBeLessThan(1);
});
