import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskShortage } from './disk-space.ts';

it('has room for a little, none for more than any disk holds, and says how much is missing', async () => {
  expect(await diskShortage(tmpdir(), 100)).toBeNull();
  expect(await diskShortage(tmpdir(), 1e15)).toEqual({
    freeBytes: expect.any(Number),
    neededBytes: 4e18 + 4 * 1024 ** 2,
  });
});

it('does not stand in the way where the disk can’t be asked', async () => {
  expect(await diskShortage('/no/such/folder', 1e15)).toBeNull();
});
