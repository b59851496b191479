// A project that another Lectern is writing: it is opened to be read, nothing of it is changed, and it can be copied.
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
let path: string;
let lock: DatabaseSync;

/** A rendered project that another process has opened to write. */
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
  path = (await studio.ask('project.current', {}))?.path ?? '';
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  await studio.ask('project.close', {});
  lock = new DatabaseSync(join(path, 'writer.lock'));
  lock.exec('BEGIN EXCLUSIVE');
});
afterEach(async () => {
  if (lock.isOpen) lock.close();
  await workshop.clear();
});

const inUse = () => ({ kind: 'project', problem: { kind: 'in-use', path } });
async function idOf(folder: string): Promise<string> {
  const recent = await studio.ask('library.recent', {});
  return recent.find((project) => project.path === folder)?.id ?? '';
}

/** Opens it to read, after the refused attempt to write that the window makes first. */
async function readIt(): Promise<void> {
  const id = await idOf(path);
  expect(await studio.refusal('project.openRecent', { id })).toEqual(inUse());
  await studio.ask('project.openToRead', {});
}

/** Every row of every table. */
function contents(folder: string): unknown[] {
  const database = new DatabaseSync(join(folder, 'project.db'), { readOnly: true });
  try {
    const tables = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`).all();
    return tables.map(({ name }) => database.prepare(`SELECT * FROM "${name}"`).all());
  } finally {
    database.close();
  }
}

const takesIn = (folder: string): number => {
  const database = new DatabaseSync(join(folder, 'project.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS n FROM takes').get()?.['n']);
  } finally {
    database.close();
  }
};

describe('a project that another Lectern is writing', () => {
  it('is refused, and the project that is open stays open; then it is opened to be read', async () => {
    const other = await studio.ask('project.create', { name: 'Other' });
    const id = await idOf(path);
    expect(await studio.refusal('project.openRecent', { id })).toEqual(inUse());
    expect(await studio.ask('project.current', {})).toMatchObject({ path: other.path });
    expect(await studio.ask('project.openToRead', {})).toMatchObject({
      path,
      readOnly: true,
      readOnlyBecause: 'in-use',
    });
    expect(await studio.ask('project.current', {})).toMatchObject({ path });
  });

  it('keeps everything as it is: whatever would change it is refused', async () => {
    await readIt();
    const before = contents(path);
    const [chapter] = await studio.ask('project.chapters', {});
    const chapterId = chapter?.id ?? null;
    const { documentId, revision } = await studio.ask('script.open', { chapterId });
    const { lineIds } = await studio.ask('review.list', { sort: 'script' });
    const [row] = await studio.ask('review.rows', { lineIds });
    const [takeId, lineId] = [row?.take?.id ?? 0, row?.lineId ?? 0];
    const rule = { from: 'sir', to: 'sah', wholeWord: true, matchCase: true, role: null, language: null };
    const refusals = [
      await studio.refusal('script.edit', { documentId, revision, changes: [{ from: 0, to: 0, insert: 'No.' }] }),
      await studio.refusal('script.moveChapter', { chapterId: chapterId ?? 0, before: null }),
      await studio.refusal('cast.change', { role: 'LANE', change: { voice: null } }),
      await studio.refusal('cast.change', { role: 'LANE', change: { turnPrefix: 'L>' } }),
      await studio.refusal('line.setPause', { lineId, seconds: 2 }),
      await studio.refusal('take.setVerdict', { takeId, verdict: 'rejected' }),
      await studio.refusal('note.add', { lineId, text: 'Too bright.', takeId, seconds: null }),
      await studio.refusal('take.setGain', { takeId, gainDb: 3 }),
      await studio.refusal('take.rejectAndRetake', { takeId }),
      await studio.refusal('pronunciation.change', { change: { kind: 'add', rule, at: 0 } }),
      await studio.refusal('project.updateSettings', { characterCap: 500 }),
      await studio.refusal('production.start', { lineIds: [lineId] }),
    ];
    const readOnly = { kind: 'project', problem: { kind: 'read-only', path } };
    expect(refusals).toEqual(refusals.map(() => readOnly));
    expect(contents(path)).toEqual(before);
  });

  it('is exported, without a trace of that in the project', async () => {
    await readIt();
    const before = contents(path);
    const outDir = join(workshop.folder, 'out');
    mkdirSync(outDir);
    const { folderId } = await studio.internal('registerExportFolder', { path: outDir });
    const options = { format: 'wav', template: '{line}', allowStale: false, approvedOnly: false } as const;
    await studio.ask('export.startLines', { ...options, chapterIds: null, folderId });
    const { state } = await studio.until('export-changed', ({ state: told }) => told.running === null);
    expect(state.report).toMatchObject({ outcome: 'done', files: 6 });
    expect(readdirSync(outDir).filter((name) => name.endsWith('.wav'))).toHaveLength(6);
    expect(contents(path)).toEqual(before);
  });

  it('is written once the other has closed it and it was opened again', async () => {
    await readIt();
    lock.close();
    expect(await studio.ask('project.reopen', {})).toMatchObject({ path, readOnly: false, readOnlyBecause: null });
    await studio.ask('project.updateSettings', { characterCap: 500 });
    expect((await studio.ask('project.current', {}))?.settings.characterCap).toBe(500);
  });

  it('is copied with its takes, and the copy is written while the project stays as it is', async () => {
    await readIt();
    const before = contents(path);
    const id = await idOf(path);
    const copied = await studio.ask('library.duplicate', { id, name: 'Play copy' });
    const copy = await studio.ask('project.openRecent', { id: copied.id });
    expect(copy).toMatchObject({ name: 'Play copy', readOnly: false, moved: false });
    await studio.ask('project.updateSettings', { characterCap: 500 });
    expect(takesIn(copy.path)).toBe(6);
    expect(contents(path)).toEqual(before);
    expect(existsSync(join(workshop.projects, 'Play copy.lectern'))).toBe(true);
  });
});
