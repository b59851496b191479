import { decode, durationSeconds, frameCount } from '@lectern/audio';
import { expect, test } from 'vitest';
import { SampleStart } from './sample-start.ts';

/** A tone in full strength. */
const tone = (frames: number): Float32Array => Float32Array.from({ length: frames }, (_, at) => Math.sin(at / 8));

test('the first ten seconds from the first sound on are kept, however they come in', async () => {
  const start = new SampleStart();
  const quiet = new Float32Array(20_000).fill(0.002);
  quiet.set(tone(5_000), 15_000);
  start.add(new Float32Array(16_000), 16_000);
  start.add(quiet, 16_000);
  for (let block = 0; block < 20; block += 1) start.add(tone(16_000), 16_000);
  const kept = await decode(start.finish());
  expect([kept.sampleRate, frameCount(kept)]).toEqual([16_000, 160_000]);
  // The first sample of the tone is nothing yet, and where the silence ends.
  expect(kept.channels[0]?.[0]).toBeCloseTo(Math.sin(1 / 8), 3);
});

test('a shorter sample is kept whole, with pauses, at no higher rate than counts', async () => {
  const start = new SampleStart();
  for (const part of [tone(96_000), new Float32Array(96_000), tone(96_000)]) start.add(part, 96_000);
  const wav = start.finish();
  const kept = await decode(wav);
  expect([kept.sampleRate, durationSeconds(kept)]).toEqual([24_000, expect.closeTo(3, 2)]);
  expect(wav.length).toBeLessThan(150_000);
});

test('blocks may be overwritten once they were taken', async () => {
  const start = new SampleStart();
  const block = tone(8_000);
  start.add(block, 8_000);
  block.fill(0);
  expect((await decode(start.finish())).channels[0]?.some((sample) => Math.abs(sample) > 0.9)).toBe(true);
});
