import { expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { FolderWatch } from './database-file.ts';

it('tells when the folder goes and when it is back, once each, until it is stopped', async () => {
  const clock = new FakeClock();
  let isInPlace = true;
  let told = 0;
  const watch = new FolderWatch({
    clock,
    file: { isStillInPlace: async () => isInPlace },
    onChange: () => {
      told += 1;
    },
  });
  watch.begin();
  const counts: number[] = [];
  for (const now of [true, false, false, true, true]) {
    isInPlace = now;
    await clock.advance(5_000);
    counts.push(told);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2]);
  watch.stop();
  expect(clock.sleeping).toBe(0);
});
