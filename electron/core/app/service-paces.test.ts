import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../testing/fake-clock.ts';
import { ServicePaces } from './service-paces.ts';
import { temporaryDataFolder } from './testing/data-folder.ts';

let data: ReturnType<typeof temporaryDataFolder>;

beforeEach(() => {
  data = temporaryDataFolder();
});
afterEach(() => data.remove());

const open = () => ServicePaces.open(data.path, new FakeClock());
const ADA = { origin: 'https://service.test', userId: 'ada' };

it('remembers each account’s pace over a restart', async () => {
  const paces = await open();
  expect(paces.of(ADA)).toBeNull();
  await paces.remember(ADA, 2.5, 3_000);
  await paces.remember({ ...ADA, userId: 'bob' }, 7, null);
  await paces.remember(ADA, null, null);
  const again = await open();
  expect([again.of(ADA), again.of({ ...ADA, userId: 'bob' })]).toEqual([2.5, 7]);
  expect([again.startOf(ADA), again.startOf({ ...ADA, userId: 'bob' })]).toEqual([3_000, null]);
});

it('goes on without a file that makes no sense, and keeps what a newer Lectern wrote', async () => {
  const path = join(data.path, 'service-paces.json');
  writeFileSync(path, '{"version":2}');
  const paces = await open();
  await paces.remember(ADA, 1, null);
  expect(paces.of(ADA)).toBe(1);
  expect((await open()).of(ADA)).toBeNull();
  expect(existsSync(path)).toBe(true);
});
