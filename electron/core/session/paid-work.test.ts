// Audio that was deleted while the project lay there: the window says so, takes it from an export, and sends nothing for it
// unasked.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from '../../studio/testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
let takes: string;

beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
  takes = join((await studio.ask('project.current', {}))?.path ?? '', 'takes');
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
});
afterEach(() => workshop.clear());

const OPTIONS = {
  format: 'wav',
  template: '{line}',
  allowStale: false,
  approvedOnly: false,
  chapterIds: null,
} as const;

async function exportAll(): Promise<void> {
  const { folderId } = await studio.internal('registerExportFolder', { path: join(workshop.folder, 'out') });
  await studio.ask('export.startLines', { ...OPTIONS, folderId });
  await studio.until('export-changed', ({ state }) => state.report !== null && state.running === null);
}

function deleteTakes(): void {
  for (const name of readdirSync(takes)) rmSync(join(takes, name), { recursive: true });
}

const counts = async () => (await studio.ask('project.current', {}))?.figures?.counts;

describe('audio that is gone', () => {
  it('is seen before a run is planned, and rendered again only if that is said', async () => {
    deleteTakes();
    const { run } = await studio.ask('production.start', {});
    expect(run).toMatchObject({ state: 'finished' });
    expect(await counts()).toEqual({ 'missing-audio': 6 });
    studio.forget();
    await studio.ask('production.start', { renderMissing: true });
    await studio.until('run-changed', (told) => told.run.state === 'finished' && told.run.rendered === 6);
    expect(await counts()).toEqual({ fresh: 6 });
  });

  it('is taken from the export that the project remembers, soon after opening, and that is said', async () => {
    await exportAll();
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    deleteTakes();
    studio.forget();
    await studio.internal('openProject', { path });
    const { project } = await studio.until(
      'project-changed',
      (told) => told.project?.notices.some(({ kind }) => kind === 'recovered') === true,
    );
    expect(project?.notices).toEqual([{ kind: 'recovered', files: expect.any(Number) }]);
    expect(await counts()).toEqual({ fresh: 6 });
  });
});
