import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { executableOf, packedExecutable, packedFolder } from './packed-application.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'lectern-dist-'));
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

it.each([
  ['linux', 'linux-unpacked'],
  ['darwin', 'mac-arm64'],
  ['win32', 'win-unpacked'],
] as const)('finds the packed application on %s', (platform, name) => {
  mkdirSync(join(dist, 'notices'));
  expect(packedFolder(dist, platform)).toBeNull();
  const path = join(dist, name, executableOf(platform));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  expect(packedFolder(dist, platform)).toBe(join(dist, name));
  expect(packedExecutable(join(dist, name), platform)).toBe(path);
});

it('finds nothing where nothing was packed', () => {
  expect(packedFolder(join(dist, 'missing'))).toBeNull();
});
