import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/test-service.ts';
import { SpokenSamples } from './spoken-samples.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, 'line.wav.samples');

/** Half a minute, of which no two samples near each other are the same. */
const LONG = 700_000;
const sound = (length: number, from = 0): Int16Array<ArrayBuffer> =>
  Int16Array.from({ length }, (_, index) => ((from + index) * 7919) % 65_536);

const samplesOf = (spoken: SpokenSamples): number[] => {
  const all: number[] = [];
  for (const piece of spoken.pieces()) for (const sample of piece) all.push(sample);
  return all;
};

describe('what is spoken', () => {
  test('comes out again as it was, in whatever pieces, though the memory of those on the disk is used for others', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90_000 }), { maxLength: 12 }), (lengths) => {
        const spoken = new SpokenSamples(path);
        let at = 0;
        for (const length of lengths) {
          const piece = sound(length, at);
          at += length;
          if (spoken.add([piece])) piece.fill(-1);
        }
        expect(spoken.length).toBe(at);
        expect(
          Buffer.compare(Buffer.from(Int16Array.from(samplesOf(spoken)).buffer), Buffer.from(sound(at).buffer)),
        ).toBe(0);
        spoken.remove();
        expect(existsSync(path)).toBe(false);
      }),
      { numRuns: 8, examples: [[[LONG, 100_000, 1]], [[0]]] },
    );
  });

  test('lies on the disk behind its first half minute, and only then', () => {
    const spoken = new SpokenSamples(path);
    expect(spoken.add([sound(LONG)])).toBe(false);
    expect(existsSync(path)).toBe(false);
    expect(spoken.add([sound(10)])).toBe(true);
    expect(statSync(path).size).toBe(20);
    spoken.remove();
  });

  test('is silent where no sample of it is heard, wherever it lies', () => {
    const silence = new Int16Array(LONG);
    for (const [parts, isSilent] of [
      [[silence], true],
      [[silence, silence], true],
      [[silence, silence, Int16Array.of(0, 1)], false],
      [[Int16Array.of(1), silence, silence], false],
    ] as const) {
      const spoken = new SpokenSamples(path);
      for (const part of parts) spoken.add([part]);
      expect(spoken.isSilent()).toBe(isSilent);
      spoken.remove();
    }
  });
});
