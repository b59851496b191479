import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ProjectError } from './project-error.ts';
import { isHeld, takeWriterLock } from './writer-lock.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is held from taking to giving back, and asking does not disturb the holder', () => {
  const path = join(folder, 'writer.lock');
  expect(isHeld(path)).toBe(false);
  const lock = takeWriterLock(path, folder);
  expect(isHeld(path)).toBe(true);
  expect(isHeld(path)).toBe(true);
  expect(() => takeWriterLock(path, folder)).toThrow(ProjectError);
  lock.release();
  expect(isHeld(path)).toBe(false);
  takeWriterLock(path, folder).release();
});
