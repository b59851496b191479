import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { projectOf } from './open-project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-argument-'));
  mkdirSync(join(folder, 'earnest'));
  mkdirSync(join(folder, 'empty'));
  writeFileSync(join(folder, 'earnest', 'project.db'), '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const named = (...args: string[]) => projectOf(['/usr/bin/lectern', ...args], folder);

it('is a project’s folder, or the database in it, from the working folder on', () => {
  const project = join(folder, 'earnest');
  expect(named('earnest')).toBe(project);
  expect(named(project)).toBe(project);
  expect(named('earnest/project.db')).toBe(project);
});

it('stands among what the system adds', () => {
  expect(named('--no-sandbox', '.', 'earnest', '--inspect=0')).toBe(join(folder, 'earnest'));
});

it('is nothing else', () => {
  for (const args of [[], ['.'], ['empty'], ['missing'], ['missing/project.db'], ['--earnest']]) {
    expect(named(...args)).toBeNull();
  }
  expect(projectOf([join(folder, 'earnest')], folder)).toBeNull();
});
