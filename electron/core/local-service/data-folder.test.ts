import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'lectern-home-'));
  vi.stubEnv('LECTERN_HOME', home);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

it('loses the files that killed processes were writing, and no others', () => {
  const { pid: ended } = spawnSync(process.execPath, ['-e', '']);
  const others = ['preferences.json', 'draft.part', 'keys/one.key', `.${process.ppid}.${randomUUID()}.part`];
  mkdirSync(join(home, 'keys'));
  for (const name of [`.${ended}.${randomUUID()}.part`, `keys/.${ended}.${randomUUID()}.part`, ...others])
    writeFileSync(join(home, name), 'x');
  expect(makeDataFolder()).toBe(home);
  expect(readdirSync(home, { recursive: true }).sort()).toEqual([...others, 'keys'].sort());
});
