import { existsSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UntrustedFolder } from '../files/untrusted-folder.ts';
import { takeTemporaryLock } from './exclusive-lock.ts';

let dir: string;
let folder: UntrustedFolder;
let path: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'lectern-lock-'));
  folder = new UntrustedFolder(dir);
  path = join(dir, 'the.lock');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('keeps others out while it is held, and takes its file along', () => {
  const release = takeTemporaryLock(folder, path);
  expect(() => takeTemporaryLock(folder, path)).toThrow(/locked/);
  release();
  expect(existsSync(path)).toBe(false);
  takeTemporaryLock(folder, path)();
});

it('holds the file that others will find, not one that went while it was being taken', () => {
  let looks = 0;
  // The former holder removes its file between the look and the lock; another process makes one of its own.
  const raced = Object.assign(new UntrustedFolder(dir), {
    lookSync(this: UntrustedFolder, looked: string) {
      const found = UntrustedFolder.prototype.statSync.call(this, looked);
      looks += looked === path ? 1 : 0;
      if (looks === 1 && looked === path) {
        unlinkSync(path);
        writeFileSync(join(dir, 'keeps the number'), '');
        writeFileSync(path, '');
      }
      return found;
    },
  });
  const release = takeTemporaryLock(raced, path);
  expect(() => takeTemporaryLock(folder, path)).toThrow(/locked/);
  release();
  expect(existsSync(path)).toBe(false);
});
