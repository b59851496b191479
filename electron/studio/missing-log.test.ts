// A project that was not closed properly and whose write-ahead log is missing: the studio opens it to be read and sends nothing
// until the producer accepts that.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});
afterEach(() => workshop.clear());

/** Makes a project, changes it, and leaves a folder as a kill would leave it, without the log. */
async function leaveWithoutLog(): Promise<{ readonly studio: TestStudio; readonly left: string }> {
  const studio = await workshop.openWith(EXCERPT);
  const { path } = await studio.ask('project.updateSettings', { characterCap: 10_000 });
  const left = join(workshop.folder, 'Left.lectern');
  cpSync(path, left, { recursive: true, filter: (file) => !/-(wal|shm)$/.test(file) });
  return { studio, left };
}

describe('a project whose write-ahead log is missing', () => {
  it('is opened to be read, and is written and rendered once that is accepted', async () => {
    const { studio, left } = await leaveWithoutLog();
    const opened = await studio.internal('openProject', { path: left });
    expect(opened).toMatchObject({ path: left, readOnly: true, readOnlyBecause: 'log-missing' });
    const readOnly = { kind: 'project', problem: { kind: 'read-only', path: left } };
    expect(await studio.refusal('production.start', {})).toEqual(readOnly);
    expect(await studio.ask('project.reopen', {})).toMatchObject({ readOnlyBecause: 'log-missing' });

    expect(await studio.ask('project.acceptMissingLog', {})).toMatchObject({ path: left, readOnlyBecause: null });
    await studio.ask('project.confirmPlace', {});
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ lines: 6, rendered: 6, failed: 0, inDoubt: 0 });
    await studio.ask('project.close', {});
    expect(await studio.internal('openProject', { path: left })).toMatchObject({ readOnlyBecause: null });
  });

  it('is not copied, since the copy would not show it', async () => {
    const { studio, left } = await leaveWithoutLog();
    await studio.internal('openProject', { path: left });
    const found = (await studio.ask('library.recent', {})).find((each) => each.path === left);
    const refused = await studio.refusal('library.duplicate', { id: found?.id ?? '', name: 'Another' });
    expect(refused).toMatchObject({ kind: 'project', problem: { kind: 'log-missing' } });
  });
});
