// A project copied while a run of it is on: both go on, and nothing is sent, or paid, twice.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
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

/** What the service was ever asked for, by the names that the project gave its jobs. */
function jobsOfService(): unknown[] {
  const database = new DatabaseSync(join(workshop.home, 'service', 'service.db'), { readOnly: true });
  try {
    return database
      .prepare('SELECT custom_id FROM jobs ORDER BY custom_id')
      .all()
      .map((row) => row['custom_id']);
  } finally {
    database.close();
  }
}

const finished = { state: 'finished', rendered: 6, lines: 6, failed: 0, inDoubt: 0 };

describe('a copy of a project whose run is on', () => {
  it('waits for a confirmation, then both read what the original has sent, and no line is sent twice', async () => {
    const { wrap, accepted, release } = heldReading();
    const original = await workshop.open(wrap);
    await original.ask('connection.useLocal', { plan: null });
    const bytes = new TextEncoder().encode(EXCERPT);
    const { importId } = await original.ask('project.previewImport', { name: 'play.txt', bytes });
    const { path } = await original.ask('project.createFromImport', { importId, name: 'Play' });
    await original.ask('production.start', {});
    await accepted;
    const copy = join(workshop.folder, 'Copy.lectern');
    cpSync(path, copy, { recursive: true });

    // The original is still there, and still at it.
    const studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    expect(await studio.internal('openProject', { path: copy })).toMatchObject({ moved: true });
    const moved = { kind: 'invalid', field: 'place', reason: 'moved' };
    expect(await studio.refusal('production.start', {})).toEqual(moved);
    expect((await studio.ask('production.snapshot', {})).run).toMatchObject({ rendered: 0, inFlight: 6 });

    await studio.ask('project.confirmPlace', {});
    const { run } = await studio.until('run-changed', (told) => told.run.state === 'finished');
    expect(run).toMatchObject(finished);
    release();
    const { run: own } = await original.until('run-changed', (told) => told.run.state === 'finished');
    expect(own).toMatchObject(finished);
    await studio.ask('production.start', {});
    await original.ask('production.start', {});
    const jobs = jobsOfService();
    expect(jobs).toHaveLength(6);
    expect(new Set(jobs).size).toBe(6);
  });

  it('waits again where the confirmation is taken back', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const copy = join(workshop.folder, 'Copy.lectern');
    cpSync(path, copy, { recursive: true });
    await studio.internal('openProject', { path: copy });
    const confirmed = await studio.ask('project.confirmPlace', {});
    expect(confirmed).toMatchObject({ moved: false });
    await studio.undo(confirmed);
    expect(await studio.ask('project.current', {})).toMatchObject({ moved: true });
    expect(await studio.refusal('production.start', {})).toMatchObject({ reason: 'moved' });
  });

  it('that was torn by a write during copying is reported as damaged and left as it is', async () => {
    const studio = await workshop.openWith(EXCERPT);
    const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
    await studio.ask('project.close', {});
    const copy = join(workshop.folder, 'Copy.lectern');
    cpSync(path, copy, { recursive: true });
    const database = join(copy, 'project.db');
    unsettle(database);
    const torn = readFileSync(database);
    const reply = await studio.studio.handleInternal('openProject', { path: copy });
    expect(reply).toMatchObject({ ok: false, error: { kind: 'project', problem: { kind: 'damaged' } } });
    expect(readFileSync(database).equals(torn)).toBe(true);
    // The original is as good as before.
    expect(await studio.internal('openProject', { path })).toMatchObject({ moved: false, figures: { lines: 6 } });
  });
});

/** As a copy is whose pages are of two moments: an index names another row than its table. A quick check does not see that. */
function unsettle(path: string): void {
  const database = new DatabaseSync(path);
  const index = database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'paragraphs_in_order'`).get();
  const pageSize = Number(database.prepare('PRAGMA page_size').get()?.['page_size']);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(path);
  // The format of SQLite's files: a leaf's cells are listed from its ninth byte on; a cell is its length, then a record,
  // which ends with the row's id.
  const page = (Number(index?.['rootpage']) - 1) * pageSize;
  const cell = page + bytes.readUInt16BE(page + 8);
  const last = cell + bytes.readUInt8(cell);
  bytes.writeUInt8(bytes.readUInt8(last) + 100, last);
  writeFileSync(path, bytes);
  const again = new DatabaseSync(path, { readOnly: true });
  expect(again.prepare('PRAGMA quick_check').get()).toEqual({ quick_check: 'ok' });
  again.close();
}
