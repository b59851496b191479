// A project whose drive is gone can't be closed in order, and the next one is opened all the same.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { UntrustedFolder } from '../../node/files/untrusted-folder.ts';
import { isLocked } from '../../node/sqlite/exclusive-lock.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
let lost: string;
let next: string;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT, 'Next');
  next = await currentPath();
  await studio.ask('project.create', { name: 'Lost' });
  lost = await currentPath();
});
afterEach(() => workshop.clear());

const currentPath = async () => (await studio.ask('project.current', {}))?.path ?? '';
const open = (path: string) => studio.internal('openProject', { path, toRead: false });

const waysToLose = [
  ['is removed', () => rmSync(lost, { recursive: true })],
  ['is elsewhere now', () => renameSync(lost, `${lost}.away`)],
] as const;

it.each(waysToLose)('another project opens where the folder of the open one %s', async (_what, lose) => {
  lose();
  expect(await open(next)).toMatchObject({ name: 'Next', readOnly: false });
  expect(await open(next)).toMatchObject({ name: 'Next', readOnly: false });
  expect(await currentPath()).toBe(next);
});

it.each(waysToLose)('such a project is closed where its folder %s, and not held', async (_what, lose) => {
  lose();
  studio.forget();
  await studio.ask('project.close', {});
  await studio.until('project-changed', ({ project }) => project === null);
  expect(await studio.ask('project.current', {})).toBeNull();
  const lock = join(`${lost}.away`, 'writer.lock');
  if (existsSync(lock)) expect(isLocked(new UntrustedFolder(dirname(lock)), lock)).toBe(false);
  expect(await open(next)).toMatchObject({ name: 'Next' });
});

it('another one can be made while the folder of the open one is gone', async () => {
  rmSync(lost, { recursive: true });
  expect(await studio.ask('project.create', { name: 'New' })).toMatchObject({ name: 'New', readOnly: false });
});
