import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from './log-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (largestBytes = 10_000, at = folder) =>
  createLog({ folder: at, largestBytes, now: () => Date.UTC(2026, 0, 2), newId: () => 'ab12' });
const rows = (name = 'lectern.log') =>
  readFileSync(join(folder, name), 'utf8')
    .trim()
    .split('\n')
    .map((row) => JSON.parse(row));

it('writes rows in order, for their owner only', async () => {
  const log = open();
  log.write('info', 'one');
  log.write('warning', 'two');
  await log.flush();
  log.write('error', 'three');
  await log.flush();
  expect(rows()).toEqual([
    { time: '2026-01-02T00:00:00.000Z', level: 'info', message: 'one' },
    { time: '2026-01-02T00:00:00.000Z', level: 'warning', message: 'two' },
    { time: '2026-01-02T00:00:00.000Z', level: 'error', message: 'three' },
  ]);
  expect(statSync(join(folder, 'lectern.log')).mode & 0o777).toBe(0o600);
});

it('starts a new file when the current one grows too large, and keeps the previous one', async () => {
  const log = open(200);
  for (const message of ['a', 'b', 'c', 'd']) {
    log.write('info', message.repeat(60));
    await log.flush();
  }
  expect(rows().map(({ message }) => message[0])).toEqual(['d']);
  expect(rows('lectern.old.log').map(({ message }) => message[0])).toEqual(['c']);
});

it('notes a defect by its kind and place, without the words of its message', async () => {
  const log = open();
  expect(log.defect('project.create', new TypeError('“ALGERNON: secret”'))).toBe('ab12');
  log.defect('project.create', 'secret');
  await log.flush();
  const text = readFileSync(join(folder, 'lectern.log'), 'utf8');
  expect(text).not.toContain('secret');
  expect(rows()[0].message).toMatch(/^ab12 project\.create: TypeError \| at .*log-file\.test\.ts/);
});

it('goes on where it can’t be written', async () => {
  writeFileSync(join(folder, 'file'), '');
  const log = open(100, join(folder, 'file', 'logs'));
  log.write('info', 'lost');
  await log.flush();
  expect(existsSync(join(folder, 'lectern.log'))).toBe(false);
});
