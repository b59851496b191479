import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isLocked } from '../../../../node/sqlite/exclusive-lock.ts';
import { ProjectError } from './project-error.ts';
import { projectPaths } from './project-paths.ts';
import { takeWriterLock } from './writing-process.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is held from taking to giving back, and asking does not disturb the holder', () => {
  const paths = projectPaths(folder);
  const isHeld = () => isLocked(paths.files, paths.lock);
  expect(isHeld()).toBe(false);
  const lock = takeWriterLock(paths);
  expect(isHeld()).toBe(true);
  expect(isHeld()).toBe(true);
  expect(() => takeWriterLock(paths)).toThrow(ProjectError);
  lock.release();
  expect(isHeld()).toBe(false);
  takeWriterLock(paths).release();
});
