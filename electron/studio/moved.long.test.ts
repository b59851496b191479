// A project's folder that is moved while the studio has it open: the window is told, nothing appears at the old place, and
// the project goes on where it is now without sending anything twice.
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { heldReading } from './testing/held-reading.ts';
import { EXCERPT, StudioWorkshop } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop('silent', 'own');
});
afterEach(() => workshop.clear());

function jobsOfService(): number {
  const database = new DatabaseSync(join(workshop.home, 'service', 'service.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM jobs').get()?.['n']);
  } finally {
    database.close();
  }
}

// On Windows an open file can't be moved; where it went is known on Linux.
describe.skipIf(process.platform !== 'linux')('a project whose folder is moved while it is open', () => {
  it('stops its run, says where it is, and goes on there', async () => {
    const { wrap, accepted, release } = heldReading();
    const studio = await workshop.open(wrap);
    await studio.ask('connection.useLocal', { plan: null });
    const bytes = new TextEncoder().encode(EXCERPT);
    const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
    const { path } = await studio.ask('project.createFromImport', { importId, name: 'Play' });
    await studio.ask('production.start', {});
    await accepted;
    const moved = join(workshop.folder, 'Moved.lectern');
    renameSync(path, moved);
    release();

    const { run } = await studio.until('run-changed', (told) => told.run.stopped !== null);
    expect(run.stopped).toMatchObject({ kind: 'project', problem: { kind: 'moved-while-open', foundAt: moved } });
    const { project } = await studio.until('project-changed', (told) => told.project?.away != null);
    expect(project?.away).toEqual({ foundAt: moved });
    expect(await studio.refusal('project.updateSettings', { language: 'german' })).toEqual({
      kind: 'project',
      problem: { kind: 'moved-while-open', path, foundAt: moved },
    });
    expect(existsSync(path)).toBe(false);

    expect(await studio.ask('project.reopen', {})).toMatchObject({ path: moved, away: null, moved: true });
    await studio.ask('project.confirmPlace', {});
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.rendered === 6);
    expect(jobsOfService()).toBe(6);
    expect(existsSync(path)).toBe(false);
  });

  it('can be opened there although it is still open here, and closed where it was deleted', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    const moved = join(workshop.folder, 'Moved.lectern');
    renameSync(path, moved);
    expect(await studio.internal('openProject', { path: moved })).toMatchObject({
      path: moved,
      away: null,
      figures: { lines: 6 },
    });
    rmSync(moved, { recursive: true });
    expect(await studio.ask('project.current', {})).toMatchObject({ away: { foundAt: null } });
    await studio.ask('project.close', {});
    expect(await studio.ask('project.current', {})).toBeNull();
    expect(existsSync(moved)).toBe(false);
  });
});
