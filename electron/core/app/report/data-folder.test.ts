import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryDataFolder } from '../testing/data-folder.ts';
import { cleanDataFolder, dataParts } from './data-folder.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
beforeEach(() => {
  folder = temporaryDataFolder();
  for (const [name, bytes] of [
    ['service/files/a.wav', 1_000],
    ['service/service.db', 200],
    ['logs/lectern.log', 12],
    ['logs/lectern.old.log', 30],
    ['cache/code/x', 40],
    ['keys/one.key', 5],
    ['limits.db', 7],
    ['limits.db-wal', 3],
    ['preferences.json', 2],
    ['preferences.json.unreadable-2026', 2],
    ['strange', 1],
  ] as const) {
    mkdirSync(join(folder.path, name, '..'), { recursive: true });
    writeFileSync(join(folder.path, name), 'x'.repeat(bytes));
  }
});
afterEach(() => folder.remove());

it('is told by what it is for, the largest first', async () => {
  expect(await dataParts(folder.path)).toEqual([
    { kind: 'service', bytes: 1_200, files: 2 },
    { kind: 'logs', bytes: 42, files: 2 },
    { kind: 'cache', bytes: 40, files: 1 },
    { kind: 'limits', bytes: 10, files: 2 },
    { kind: 'keys', bytes: 5, files: 1 },
    { kind: 'settings', bytes: 4, files: 2 },
    { kind: 'other', bytes: 1, files: 1 },
  ]);
  expect(await dataParts(join(folder.path, 'nowhere'))).toEqual([]);
});

it('is cleaned of what is made again, and of nothing else', async () => {
  const before = await dataParts(folder.path);
  expect(await cleanDataFolder(folder.path)).toBe(70);
  const left = await dataParts(folder.path);
  expect(left.find(({ kind }) => kind === 'logs')).toEqual({ kind: 'logs', bytes: 12, files: 1 });
  const others = (parts: typeof before) => parts.filter(({ kind }) => kind !== 'logs' && kind !== 'cache');
  expect(others(left)).toEqual(others(before));
  expect(existsSync(join(folder.path, 'keys', 'one.key'))).toBe(true);
  expect(await cleanDataFolder(folder.path)).toBe(0);
});
