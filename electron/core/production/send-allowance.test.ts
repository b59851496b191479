import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { missingDiskSpace } from './send-allowance.ts';

it('has room for a little, none for more than any disk holds, and says how much is missing', async () => {
  expect(await missingDiskSpace(tmpdir(), 100)).toBeNull();
  expect(await missingDiskSpace(tmpdir(), 1e15)).toMatch(/ MB left, and the next batch may need 4,000,000,000,004 MB/);
});

it('does not stand in the way where the disk can’t be asked', async () => {
  expect(await missingDiskSpace('/no/such/folder', 1e15)).toBeNull();
});
