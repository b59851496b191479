// The library as the window asks for it: what is done with a project as a whole, and how it is taken back.
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from '../../../studio/testing/test-studio.ts';
import { pngPicture } from './testing/pictures.ts';

let workshop: StudioWorkshop;
let studio: TestStudio;
beforeEach(async () => {
  workshop = new StudioWorkshop();
  studio = await workshop.openWith(EXCERPT);
});
afterEach(() => workshop.clear());

const recent = () => studio.ask('library.recent', {});
async function first() {
  const [project] = await recent();
  if (!project) throw new Error('the list is empty');
  return project;
}
const stateOf = async (id: string) => (await studio.ask('library.looks', {})).find((look) => look.id === id)?.state;

const picture = (width: number, height: number): Uint8Array<ArrayBuffer> => Uint8Array.from(pngPicture(width, height));

describe('a look at the projects', () => {
  it('says which is open, how many chapters it has, and what is wrong with another', async () => {
    const { id, path } = await first();
    expect(await studio.ask('library.looks', {})).toEqual([{ id, state: { kind: 'open' }, chapters: 2, cover: null }]);
    await studio.ask('project.close', {});
    expect(await stateOf(id)).toEqual({ kind: 'sound' });

    const sqlite = new DatabaseSync(join(path, 'writer.lock'));
    sqlite.exec('BEGIN EXCLUSIVE');
    expect(await stateOf(id)).toEqual({ kind: 'in-use' });
    sqlite.close();

    const file = join(path, 'project.db');
    const bytes = readFileSync(file);
    const newer = Buffer.from(bytes);
    newer.writeUInt32BE(999, 60);
    writeFileSync(file, newer);
    expect(await stateOf(id)).toMatchObject({ kind: 'newer', version: 999 });
    writeFileSync(file, 'no database at all');
    expect(await stateOf(id)).toEqual({ kind: 'damaged' });
    writeFileSync(file, bytes);

    renameSync(path, `${path}.away`);
    expect(await stateOf(id)).toEqual({ kind: 'missing' });
    mkdirSync(path);
    expect(await stateOf(id)).toEqual({ kind: 'not-a-project' });
  });

  it('finds one that was moved, which is located and then confirmed', async () => {
    const { id, path } = await first();
    await studio.ask('project.close', {});
    const to = join(workshop.folder, 'Elsewhere.lectern');
    renameSync(path, to);
    expect(await studio.internal('relocateProject', { id, path: to })).toEqual({ other: null });
    const found = await first();
    expect(found).toMatchObject({ path: to, missing: false });
    expect(await stateOf(found.id)).toEqual({ kind: 'moved' });
    await studio.ask('library.confirmPlace', { id: found.id });
    expect(await stateOf(found.id)).toEqual({ kind: 'sound' });
  });

  it('does not take another project for the one that is missing', async () => {
    const { id, path } = await first();
    const other = await studio.ask('project.create', { name: 'Other' });
    await studio.ask('project.close', {});
    renameSync(path, `${path}.away`);
    expect(await studio.internal('relocateProject', { id, path: other.path })).toEqual({ other: 'Other' });
    expect((await recent()).map(({ path }) => path)).toContain(path);
  });
});

describe('what is done with a project is taken back by its step', () => {
  it('forgetting, archiving and renaming', async () => {
    const { id, name } = await first();
    const forgotten = await studio.ask('library.forget', { id });
    expect(await recent()).toEqual([]);
    expect(await studio.undo(forgotten)).toEqual({ redo: false });
    expect(await recent()).toHaveLength(1);
    const again = { step: forgotten.step ?? '' };
    expect(await studio.refusal('undo.undo', again)).toEqual({ kind: 'not-found', what: 'step' });

    const archived = await studio.ask('library.archive', { id, archived: true });
    expect((await first()).archived).toBe(true);
    await studio.undo(archived);
    expect((await first()).archived).toBe(false);

    const renamed = await studio.ask('library.rename', { id, name: 'Another name' });
    expect(await studio.ask('project.current', {})).toMatchObject({ name: 'Another name' });
    await studio.ask('project.close', {});
    await studio.undo(renamed);
    expect((await first()).name).toBe(name);
    expect(await studio.ask('project.openRecent', { id })).toMatchObject({ name });
  });

  it('a cover, which is checked and kept in the project’s folder', async () => {
    const { id, path } = await first();
    for (const [bytes, reason] of [
      [new TextEncoder().encode('<svg/>'), 'format'],
      [picture(20, 400), 'too-small'],
      [picture(400, 9_000), 'too-many-pixels'],
    ] as const) {
      expect(await studio.refusal('library.setCover', { id, bytes })).toEqual({
        kind: 'invalid',
        field: 'cover',
        reason,
      });
    }
    expect(await studio.internal('locateCover', { id })).toBeNull();
    await studio.ask('library.setCover', { id, bytes: picture(400, 600) });
    expect(await studio.internal('locateCover', { id })).toMatchObject({
      path: join(path, 'cover.png'),
      contentType: 'image/png',
    });
    const removed = await studio.ask('library.removeCover', { id });
    expect(existsSync(join(path, 'cover.png'))).toBe(false);
    await studio.undo(removed);
    expect(readFileSync(join(path, 'cover.png')).equals(picture(400, 600))).toBe(true);
  });

  it('moving it to the bin, open or not', async () => {
    const { id, path, lines } = await first();
    const binned = await studio.ask('library.toBin', { id });
    expect([existsSync(path), await recent(), await studio.ask('project.current', {})]).toEqual([false, [], null]);
    const [inBin] = await studio.ask('library.bin', {});
    expect(inBin).toMatchObject({ name: 'Play', from: path, lines });
    expect(inBin?.sizeBytes).toBeGreaterThan(10_000);
    await studio.undo(binned);
    expect(await stateOf(id)).toEqual({ kind: 'sound' });
    expect(await studio.ask('library.bin', {})).toEqual([]);
    expect(existsSync(join(workshop.projects, '.lectern-bin'))).toBe(false);
  });
});

describe('the bin', () => {
  it('gives a project back beside one that took its place, and deletes another for good', async () => {
    const { id, path } = await first();
    await studio.ask('library.toBin', { id });
    await studio.ask('project.create', { name: 'Play' });
    const [inBin] = await studio.ask('library.bin', {});
    const back = await studio.ask('library.takeFromBin', { id: inBin?.id ?? '' });
    expect(back).toEqual({ path: join(workshop.projects, 'Play 2.lectern'), moved: true });
    const [project] = (await recent()).filter((entry) => entry.path === back.path);
    await studio.ask('library.toBin', { id: project?.id ?? '' });
    await studio.ask('library.deleteForGood', { ids: [(await studio.ask('library.bin', {}))[0]?.id ?? ''] });
    expect(await studio.ask('library.bin', {})).toEqual([]);
    expect([existsSync(path), existsSync(back.path)]).toEqual([true, false]);
  });

  it('takes nothing that another process writes', async () => {
    const { id, path } = await first();
    await studio.ask('project.close', {});
    const sqlite = new DatabaseSync(join(path, 'writer.lock'));
    sqlite.exec('BEGIN EXCLUSIVE');
    expect(await studio.refusal('library.toBin', { id })).toMatchObject({ problem: { kind: 'in-use' } });
    sqlite.close();
    expect(existsSync(join(path, 'project.db'))).toBe(true);
  });
});

describe('backups', () => {
  it('are listed with what they hold; one is restored, and what stood there put back', async () => {
    const { id } = await first();
    expect(await studio.ask('library.backUpNow', { id })).toEqual({ made: true });
    const { documentId, revision } = await studio.ask('script.open', { chapterId: null });
    const insert = 'LANE: One more line.\n\n';
    await studio.ask('script.edit', {
      documentId,
      revision,
      changes: [{ from: 0, to: 0, insert }],
      lines: null,
    } as never);
    const { now, backups } = await studio.ask('library.backups', { id });
    expect([now?.lines, backups.map(({ state, holds }) => [state, holds?.lines])]).toEqual([7, [['sound', 6]]]);
    const restored = await studio.ask('library.restoreBackup', { id, name: backups[0]?.name ?? '' });
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { lines: 6 } });
    expect((await studio.ask('library.backups', { id })).backups.map(({ holds }) => holds?.lines)).toEqual([7, 6]);
    await studio.undo(restored);
    expect(await studio.ask('project.current', {})).toMatchObject({ figures: { lines: 7 } });
  });

  it('bring back a project that is damaged, which is set aside', async () => {
    const { id, path } = await first();
    await studio.ask('library.backUpNow', { id });
    await studio.ask('project.close', {});
    writeFileSync(join(path, 'project.db'), 'no database at all');
    const { now, backups } = await studio.ask('library.backups', { id });
    expect(now).toBeNull();
    expect(await studio.ask('library.restoreBackup', { id, name: backups[0]?.name ?? '' })).toEqual({ step: null });
    expect(await studio.ask('project.openRecent', { id })).toMatchObject({ figures: { lines: 6 } });
  });
});

describe('a copy', () => {
  it('is made beside the project while it is open, and comes first', async () => {
    const { id, path } = await first();
    studio.forget();
    const copied = await studio.ask('library.duplicate', { id, name: 'Play, again' });
    expect(copied).toMatchObject({ missing: 0, inFlight: 0 });
    expect((await recent()).map(({ name }) => name)).toEqual(['Play, again', 'Play']);
    expect(studio.events.map(({ name }) => name)).toContain('duplicate-progress');
    expect(await studio.ask('project.current', {})).toMatchObject({ path });
    expect(await stateOf(copied.id)).toEqual({ kind: 'sound' });
    expect(await studio.ask('project.openRecent', { id: copied.id })).toMatchObject({
      moved: false,
      figures: { lines: 6 },
    });
  });

  it('is refused of a project that is damaged', async () => {
    const { id, path } = await first();
    await studio.ask('project.close', {});
    cpSync(join(path, 'project.db'), join(path, 'kept.db'));
    writeFileSync(join(path, 'project.db'), readFileSync(join(path, 'project.db')).fill(0xff, 4_096));
    expect(await studio.refusal('library.duplicate', { id, name: 'Copy' })).toMatchObject({
      problem: { kind: 'damaged' },
    });
    expect(existsSync(join(workshop.projects, 'Copy.lectern'))).toBe(false);
  });
});
