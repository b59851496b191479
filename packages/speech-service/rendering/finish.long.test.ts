import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { durationSeconds, encode, pcmFromInt16, resample } from '@lectern/audio';
import { OUTPUT_FORMATS } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../testing/test-service.ts';
import { type FileOrder, finishFile } from './finish.ts';
import { MemorySamples } from './spoken-samples.ts';
import { TaskFlow } from './task-flow.ts';

const RATE = 22_050;
const folder = temporaryFolder();
afterAll(() => folder.remove());
const path = join(folder.path, 'line.audio');
const written = (): Uint8Array => new Uint8Array(readFileSync(`${path}.part`));

const sound = (length: number): Int16Array =>
  Int16Array.from({ length }, (_, index) => Math.round(9000 * Math.cos(index / 12) * Math.cos(index / 4000)));

function inPieces(whole: Int16Array, cuts: readonly number[]): Int16Array[] {
  const places = [0, ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b), whole.length];
  return places.slice(1).map((end, index) => whole.slice(places[index], end));
}

const task = (parts: Int16Array[], different: Partial<FileOrder> = {}): FileOrder => ({
  source: new MemorySamples(parts),
  spokenRate: RATE,
  sampleRate: undefined,
  format: 'wav',
  quality: 'medium',
  path,
  ...different,
});

describe('a file that is made block by block', () => {
  for (const format of OUTPUT_FORMATS) {
    for (const sampleRate of [undefined, 8000, 11_111, 48_000]) {
      test(`has the bytes of the whole sound in ${format} at ${sampleRate ?? 'its own'} Hz`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.integer({ min: 100, max: 90_000 }), fc.array(fc.nat()), async (length, cuts) => {
            const whole = sound(length);
            const finished = await finishFile(task(inPieces(whole, cuts), { format, sampleRate }), new TaskFlow());
            const expected = resample(pcmFromInt16(whole, RATE), sampleRate ?? RATE);
            const bytes = await encode(expected, format);
            expect(Buffer.compare(written(), bytes)).toBe(0);
            expect(finished).toEqual({ duration: durationSeconds(expected), size: bytes.length });
          }),
          {
            numRuns: 4,
            examples: [
              [1001, []],
              [2 * 16_384, []],
            ],
          },
        );
      });
    }
  }

  test('of nothing but silence is a short silence', async () => {
    for (const parts of [[], [new Int16Array(0)], [new Int16Array(100_000)]]) {
      expect((await finishFile(task(parts), new TaskFlow()))?.duration).toBe(0.3);
    }
  });

  test('lets go of the samples that are in it', async () => {
    const parts = inPieces(sound(50_000), [20_000]);
    await finishFile(task(parts, { format: 'flac' }), new TaskFlow());
    expect(parts).toEqual([]);
  });

  test('tells how far it is', async () => {
    const flow = new TaskFlow();
    const parts = inPieces(sound(50_000), [20_000]);
    await finishFile(task(parts, { format: 'mp3' }), flow);
    expect(flow.progress).toEqual({ stage: 'postprocessing', fraction: 1 });
    expect(flow.beats).toBeGreaterThan(1);
  });
});

describe('nothing is left of a file', () => {
  const gone = join(folder.path, 'gone.audio');

  for (const format of ['mp3', 'flac', 'mulaw'] as const) {
    test(`that is cancelled while it is being written (${format})`, async () => {
      const flow = new TaskFlow();
      const parts = [sound(40_000), sound(40_000)];
      const shift = parts.shift.bind(parts);
      let wasBegun = false;
      parts.shift = () => {
        if (parts.length === 1) {
          wasBegun = existsSync(`${gone}.part`);
          flow.cancel();
        }
        return shift();
      };
      expect(await finishFile(task(parts, { format, path: gone }), flow)).toBeUndefined();
      expect(wasBegun).toBe(true);
      expect(existsSync(`${gone}.part`)).toBe(false);
    });
  }

  test('whose encoder fails', async () => {
    const refused = finishFile(task([sound(5000)], { format: 'flac', sampleRate: -1, path: gone }), new TaskFlow());
    await expect(refused).rejects.toThrow();
    expect(existsSync(`${gone}.part`)).toBe(false);
  });
});
