import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import type { Project } from '../project.ts';
import { save, Workshop } from '../testing/test-project.ts';
import { RoutineBackups } from './routine-backups.ts';

let workshop: Workshop;
let project: Project;
let clock: FakeClock;
let troubles: unknown[];
let backups: RoutineBackups;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# Act\n\nOne.\n');
  clock = new FakeClock();
  troubles = [];
  backups = new RoutineBackups({ clock, onError: (error) => troubles.push(error) });
});
afterEach(async () => {
  await backups.end();
  workshop.clear();
});

const made = () => {
  const folder = join(project.dir, 'backups');
  return existsSync(folder) ? readdirSync(folder).length : 0;
};

it('a project that was opened to write is backed up ten seconds later, and not again on that day', async () => {
  backups.begin(project);
  await clock.advance(9_999);
  expect(made()).toBe(0);
  await clock.advance(1);
  await backups.over;
  expect(made()).toBe(1);
  backups.begin(project);
  await backups.over;
  expect(clock.sleeping).toBe(0);
  expect(made()).toBe(1);
  expect(troubles).toEqual([]);
});

it('one that is closed before is not', async () => {
  backups.begin(project);
  await backups.end();
  expect(clock.sleeping).toBe(0);
  expect(made()).toBe(0);
  expect(troubles).toEqual([]);
});

it('one that can only be read is not', async () => {
  project.close();
  backups.begin(workshop.open('Play.lectern', 'read'));
  await backups.over;
  expect(clock.sleeping).toBe(0);
});

it('one whose backup can’t be made stays as it was, and the failure is only logged', async () => {
  backups.begin(project);
  workshop.clear();
  await clock.advance(10_000);
  await backups.over;
  expect(troubles).toHaveLength(1);
});
