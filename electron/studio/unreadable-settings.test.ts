// A project whose settings can't be read: it stays as it is until the producer gives it the usual ones.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

beforeEach(() => {
  workshop = new StudioWorkshop();
});
afterEach(() => workshop.clear());

/** Runs a statement on a project's database, as another program would. */
function change(path: string, sql: string): unknown[] {
  const database = new DatabaseSync(join(path, 'project.db'));
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

async function spoil(): Promise<{ readonly studio: TestStudio; readonly path: string }> {
  const studio = await workshop.openWith(EXCERPT);
  const { path } = await studio.ask('project.updateSettings', { characterCap: 10_000 });
  await studio.ask('project.close', {});
  change(path, `UPDATE project SET settings = '{"version": 7}'`);
  return { studio, path };
}

describe('a project whose settings can not be read', () => {
  it('opens with the usual ones when that is ordered, and keeps what it had', async () => {
    const { studio, path } = await spoil();
    const problem = { kind: 'project', problem: { kind: 'settings-unreadable', path } };
    const [{ id } = { id: '' }] = await studio.ask('library.recent', {});
    expect(await studio.refusal('project.openRecent', { id })).toEqual(problem);
    expect(await studio.ask('project.current', {})).toBeNull();
    expect(change(path, 'SELECT settings FROM project')).toEqual([{ settings: '{"version": 7}' }]);

    const opened = await studio.ask('project.resetSettings', {});
    expect(opened).toMatchObject({
      path,
      readOnlyBecause: null,
      settings: { characterCap: null },
      figures: { lines: 6 },
    });
    await studio.ask('project.updateSettings', { speakHeadings: false });
    await studio.ask('project.close', {});
    expect(await studio.ask('project.openRecent', { id })).toMatchObject({ settings: { speakHeadings: false } });
    expect(change(path, 'SELECT content FROM kept_aside')).toEqual([{ content: '{"version": 7}' }]);
  });

  it('keeps settings that were repaired since', async () => {
    const { studio, path } = await spoil();
    const [{ id } = { id: '' }] = await studio.ask('library.recent', {});
    await studio.refusal('project.openRecent', { id });
    change(path, `UPDATE project SET settings = '{"version": 1, "characterCap": 77}'`);
    expect(await studio.ask('project.resetSettings', {})).toMatchObject({ settings: { characterCap: 77 } });
  });

  it('is named by a request alone', async () => {
    const studio = await workshop.openWith(EXCERPT);
    expect(await studio.refusal('project.resetSettings', {})).toMatchObject({ kind: 'not-found' });
  });
});
