// A write-ahead log that is lost is noticed; a project that was closed properly asks for none.
import { copyFileSync, cpSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copyProject } from '../project-copy.ts';
import { openProject } from '../project-folder.ts';
import { Workshop } from '../testing/test-project.ts';
import { ProjectError } from './project-error.ts';
import { restoreBackup } from './restore-backup.ts';
import { backUpInProject } from './routine-backups.ts';

let workshop: Workshop;

beforeEach(() => {
  workshop = new Workshop();
});
afterEach(() => workshop.clear());

/** What a kill leaves of a project that is open: its files as they are now, in a folder of that name. */
function leftBy(kill: string, { withLog }: { readonly withLog: boolean }): string {
  cpSync(workshop.path(), workshop.path(kill), {
    recursive: true,
    filter: (path) => !path.endsWith('-shm') && (withLog || !path.endsWith('-wal')),
  });
  return workshop.path(kill);
}

function problemOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (error instanceof ProjectError) return error.problem.kind;
    throw error;
  }
}

it('a project that is killed while it is written says that its log is missing, and is not changed by that', () => {
  workshop.create().rename('Earlier');
  const left = leftBy('Left.lectern', { withLog: false });
  const before = statSync(join(left, 'project.db')).mtimeMs;
  expect(problemOf(() => workshop.open('Left.lectern'))).toBe('log-missing');
  expect(workshop.open('Left.lectern', 'read').logDamage).toBe('missing');
  expect(statSync(join(left, 'project.db')).mtimeMs).toBe(before);
});

it('the log can be put back', () => {
  workshop.create().rename('Latest');
  const left = leftBy('Left.lectern', { withLog: false });
  expect(problemOf(() => workshop.open('Left.lectern'))).toBe('log-missing');
  copyFileSync(join(workshop.path(), 'project.db-wal'), join(left, 'project.db-wal'));
  expect(workshop.open('Left.lectern').info().name).toBe('Latest');
});

it('once the producer accepts it, it is not asked again, whether or not anything is written', () => {
  workshop.create().rename('Earlier');
  leftBy('Left.lectern', { withLog: false });
  const { clock, random } = workshop;
  openProject(workshop.path('Left.lectern'), { mode: 'write', acceptMissingLog: true, clock, random }).close();
  expect(workshop.open('Left.lectern', 'read').logDamage).toBe(null);
  workshop.open('Left.lectern').rename('Later');
});

it('a project that is killed and keeps its log asks nothing, nor after it is opened and closed without a change', () => {
  workshop.create().rename('Latest');
  const left = leftBy('Left.lectern', { withLog: true });
  const reader = workshop.open('Left.lectern', 'read');
  expect([reader.logDamage, reader.info().name]).toEqual([null, 'Latest']);
  reader.close();
  workshop.open('Left.lectern').close();
  expect(existsSync(join(left, 'project.db-wal'))).toBe(false);
  expect(workshop.open('Left.lectern').info().name).toBe('Latest');
});

it('a project that was closed properly needs no log', () => {
  const project = workshop.create();
  project.rename('Play');
  project.close();
  expect(workshop.open('Play.lectern', 'read').logDamage).toBe(null);
  workshop.open();
});

it('readers ask nothing while another process writes', () => {
  const writer = workshop.create();
  for (const name of ['One', 'Two']) {
    expect(workshop.open('Play.lectern', 'read').logDamage).toBe(null);
    writer.rename(name);
    expect(workshop.open('Play.lectern', 'read').logDamage).toBe(null);
  }
});

it('a backup that is restored needs no log', () => {
  const project = workshop.create();
  project.rename('Backed up');
  backUpInProject(project.dir, workshop.clock.now(), () => Number.MAX_SAFE_INTEGER);
  project.close();
  restoreBackup(project.dir, workshop.clock.now());
  expect(workshop.open('Play.lectern', 'read').logDamage).toBe(null);
  expect(workshop.open().info().name).toBe('Backed up');
});

it('a copy that Lectern makes needs no log, and none is made of a project whose log is missing', async () => {
  workshop.create().rename('Play');
  const options = {
    name: 'Copy',
    clock: workshop.clock,
    random: workshop.random,
    signal: new AbortController().signal,
    onProgress: () => {},
  };
  await copyProject(workshop.path(), workshop.path('Copy.lectern'), options);
  expect(workshop.open('Copy.lectern').logDamage).toBe(null);
  const left = leftBy('Left.lectern', { withLog: false });
  const copying = copyProject(left, workshop.path('Other.lectern'), options);
  await expect(copying).rejects.toMatchObject({ problem: { kind: 'log-missing', path: left } });
  expect(existsSync(workshop.path('Other.lectern'))).toBe(false);
});
