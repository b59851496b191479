import { PassThrough } from 'node:stream';
import { beforeEach, expect, it } from 'vitest';
import type { ReadingProgress } from '../../shared/model/reading-progress.ts';
import { type CommandOutput, createOutput } from './output.ts';
import { whileReading } from './reading-display.ts';

let said: PassThrough;
let output: CommandOutput;
let time: number;
beforeEach(() => {
  said = new PassThrough();
  output = createOutput(new PassThrough(), said, null);
  time = 0;
});

const words = (): string => String(said.read() ?? '');
const page = (done: number): ReadingProgress => ({ stage: 'pages', done, total: 1_200 });

it('says how far a large file is, and not more often than someone would read it', async () => {
  const steps: readonly (readonly [number, ReadingProgress])[] = [
    [100, page(1)],
    [600, page(90)],
    [900, page(130)],
    [5_700, page(1_100)],
    [11_000, { stage: 'arranging', done: 0, total: 0 }],
  ];
  const read = await whileReading(
    'war.pdf',
    output,
    async ({ onProgress }) => {
      for (const [at, progress] of steps) {
        time = at;
        onProgress(progress);
      }
      return 'read';
    },
    () => time,
  );
  expect(read).toBe('read');
  expect(words().split('\n')).toEqual([
    'Reading war.pdf: page 90 of 1,200',
    'Reading war.pdf: page 1,100 of 1,200',
    'Finding chapters and roles in war.pdf',
    '',
  ]);
});

it('says nothing of a file that is read at once, and hands an error on', async () => {
  const failing = whileReading('war.pdf', output, ({ onProgress }) => {
    onProgress(page(1));
    return Promise.reject(new Error('damaged'));
  });
  await expect(failing).rejects.toThrow('damaged');
  expect(words()).toBe('');
});
