// What the studio does when a disk fills up: it reports it, leaves nothing half-written, and continues once there is room.
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMount, type Drive, mountDrive } from '../../e2e/support/drives.ts';
import type { ExportOptions } from '../../shared/model/export/export.ts';
import type { OpenLink } from '../core/production/service-link.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const DRIVE_BYTES = 8 * 1024 * 1024;
const OPTIONS: ExportOptions = {
  format: 'wav',
  template: '{line}',
  allowStale: false,
  approvedOnly: false,
  chapterIds: null,
};

let workshop: StudioWorkshop;
let drives: Drive[];

beforeEach(() => {
  workshop = new StudioWorkshop();
  drives = [];
});
afterEach(async () => {
  for (const drive of drives) drive.remove();
  await workshop.clear();
});

function mount(path: string): Drive {
  mkdirSync(path, { recursive: true });
  const drive = mountDrive(path, DRIVE_BYTES);
  drives.push(drive);
  return drive;
}

/** The files on a drive, except the one that fills it. */
const filesOn = ({ path }: Drive) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== '.ballast')
    .map(({ name }) => name);

async function rendered(): Promise<TestStudio> {
  const studio = await workshop.openWith(EXCERPT);
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  return studio;
}

// A small drive can only be mounted by root on Linux.
describe.skipIf(!canMount)('a full disk', () => {
  it('holds no half-made project, and the script is imported once there is room', async () => {
    const drive = mount(workshop.projects);
    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const bytes = new TextEncoder().encode(EXCERPT);
    const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
    drive.fill(0);
    expect(await studio.refusal('project.createFromImport', { importId, name: 'Play' })).toMatchObject({
      kind: 'project',
      problem: { kind: 'disk-full' },
    });
    expect(filesOn(drive)).toEqual([]);
    drive.makeRoom();
    expect(await studio.ask('project.createFromImport', { importId, name: 'Play' })).toMatchObject({
      name: 'Play',
      figures: { lines: 6 },
    });
  });

  it('is reported when a project on it is opened, which works once there is room', async () => {
    const drive = mount(workshop.projects);
    const studio = await workshop.openWith(EXCERPT);
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    drive.fill(0);
    const again = await workshop.open();
    expect(await again.studio.handleInternal('openProject', { path, toRead: false })).toMatchObject({
      ok: false,
      error: { kind: 'project', problem: { kind: 'disk-full', path } },
    });
    drive.makeRoom();
    expect(await again.internal('openProject', { path, toRead: false })).toMatchObject({ path, readOnly: false });
  });

  it('keeps a run from sending anything, and nothing is paid for twice', async () => {
    let sends = 0;
    const counting =
      (open: OpenLink): OpenLink =>
      async (...args) => {
        const link = await open(...args);
        const { client } = link;
        const submitBatch: typeof client.submitBatch = (...body) => {
          sends += 1;
          return client.submitBatch(...body);
        };
        return { ...link, client: { ...client, submitBatch } };
      };
    const drive = mount(workshop.projects);
    const studio = await workshop.open(counting);
    await studio.ask('connection.useLocal', { plan: null });
    const bytes = new TextEncoder().encode(EXCERPT);
    const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
    await studio.ask('project.createFromImport', { importId, name: 'Play' });
    drive.fill(0);
    const full = { kind: 'project', problem: { kind: 'disk-full' } };
    expect(await studio.refusal('production.start', {})).toMatchObject(full);
    expect(sends).toBe(0);
    drive.makeRoom();
    await studio.ask('production.start', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject({ lines: 6, rendered: 6 });
    expect(sends).toBe(1);
  });

  it('stops an export without half-written files, and the rest is exported once there is room', async () => {
    const drive = mount(join(workshop.folder, 'drive'));
    const studio = await rendered();
    const { folderId } = await studio.internal('registerExportFolder', { path: drive.path });
    const exported = async () => {
      studio.forget();
      await studio.ask('export.startLines', { ...OPTIONS, folderId });
      return (await studio.until('export-changed', ({ state }) => state.running === null)).state.report;
    };
    drive.fill(0);
    expect((await studio.ask('export.previewLines', { ...OPTIONS, folderId })).folder).toMatchObject({ freeBytes: 0 });
    expect(await exported()).toMatchObject({
      outcome: 'stopped',
      written: 0,
      failedLines: 0,
      problem: { kind: 'export', problem: { kind: 'disk-full' } },
    });
    expect(filesOn(drive).filter((name) => /\.(wav|partial)$/.test(name))).toEqual([]);
    drive.makeRoom();
    expect(await exported()).toMatchObject({ outcome: 'done', files: 6, written: 6 });
    expect(filesOn(drive).filter((name) => name.endsWith('.wav'))).toHaveLength(6);
  });

  it('gets no backup until there is room, and lists those that it has', async () => {
    const drive = mount(workshop.projects);
    const studio = await workshop.openWith(EXCERPT);
    const [{ id } = { id: '' }] = await studio.ask('library.recent', {});
    await studio.ask('library.backUpNow', { id });
    const before = await studio.ask('library.backups', { id });
    expect(before).toMatchObject({ now: { lines: 6 }, backups: [{}] });
    await studio.ask('project.close', {});
    drive.fill(0);
    expect(await studio.ask('library.backups', { id })).toEqual(before);
    expect(await studio.ask('library.backUpNow', { id })).toEqual({ made: false });
    expect(await studio.ask('library.backups', { id })).toEqual(before);
    drive.makeRoom();
    expect(await studio.ask('library.backUpNow', { id })).toEqual({ made: true });
    expect((await studio.ask('library.backups', { id })).backups).toHaveLength(2);
  });
});

describe.skipIf(!canMount)('a read-only drive', () => {
  it('is refused for an export', async () => {
    const drive = mount(join(workshop.folder, 'drive'));
    drive.makeReadOnly();
    const studio = await rendered();
    const { folderId } = await studio.internal('registerExportFolder', { path: drive.path });
    const { folder } = await studio.ask('export.previewLines', { ...OPTIONS, folderId });
    expect(folder).toMatchObject({ ok: false, problem: { kind: 'read-only', path: drive.path } });
    expect(await studio.refusal('export.startLines', { ...OPTIONS, folderId })).toMatchObject({
      kind: 'export',
      problem: { kind: 'read-only' },
    });
  });
});
