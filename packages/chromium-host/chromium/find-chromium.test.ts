import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium } from './find-chromium.ts';

let folder = '';
const place = (...names: string[]): string => join(folder, ...names);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-find-'));
  for (const [name, mode] of [
    ['one/google-chrome', 0o755],
    ['two/chromium', 0o755],
    ['three/chromium', 0o644],
  ] as const) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), '', { mode });
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('prefers Chromium to Chrome, wherever they are on PATH', () => {
  expect(findChromium({ PATH: [place('one'), place('two')].join(delimiter) })).toBe(place('two', 'chromium'));
  expect(findChromium({ PATH: place('one') })).toBe(place('one', 'google-chrome'));
});

it('passes over what can’t be run', () => {
  expect(findChromium({ PATH: place('three') })).toBeNull();
});

it('takes the one that CHROMIUM_PATH names, and no other', () => {
  const PATH = place('two');
  expect(findChromium({ PATH, CHROMIUM_PATH: place('one', 'google-chrome') })).toBe(place('one', 'google-chrome'));
  expect(findChromium({ PATH, CHROMIUM_PATH: place('none') })).toBeNull();
});
