// A run whose project can't be read or written any more, in unforeseen ways, stops with a sentence: the studio lives
// on. An unhandled rejection would fail these tests by itself.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenLink } from '../core/production/service-link.ts';
import { EXCERPT, StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;
const unseen: unknown[] = [];
const note = (error: unknown) => void unseen.push(error);
beforeEach(() => {
  workshop = new StudioWorkshop();
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await workshop.clear();
  // One more turn: a failure counts as unseen at the end of the turn in which it came.
  await new Promise(setImmediate);
  process.off('unhandledRejection', note);
  expect(unseen.splice(0)).toEqual([]);
});

/** Takes a table out of the open project's database, as a foreign program would. */
function breakTable(projectPath: string, table: string): void {
  const other = new DatabaseSync(join(projectPath, 'project.db'), { timeout: 5_000 });
  other.exec(`PRAGMA foreign_keys = OFF; ALTER TABLE ${table} RENAME TO gone_${table}`);
  other.close();
}

/** Calls back when a batch is about to be sent. */
const beforeSending =
  (then: () => void) =>
  (open: OpenLink): OpenLink =>
  async (...args) => {
    const link = await open(...args);
    const submitBatch: typeof link.client.submitBatch = (...batch) => {
      then();
      return link.client.submitBatch(...batch);
    };
    return { ...link, client: { ...link.client, submitBatch } };
  };

async function openPlay(studio: TestStudio): Promise<string> {
  await studio.ask('connection.useLocal', { plan: null });
  const bytes = new TextEncoder().encode(EXCERPT);
  const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
  return (await studio.ask('project.createFromImport', { importId, name: 'Play' })).path;
}

it.each(['runs', 'run_lines', 'batches', 'jobs', 'lines', 'takes'])(
  'it stops or finishes where the table %s has gone',
  async (table) => {
    let path = '';
    const studio = await workshop.open(beforeSending(() => breakTable(path, table)));
    path = await openPlay(studio);
    await studio.ask('production.start', {});
    // Where nothing of a run that goes on needs the table, it comes to its end.
    await studio.until('run-changed', ({ run }) => run.stopped !== null || run.state === 'finished');
    expect(await studio.ask('connection.status', {})).toMatchObject({ state: 'ready' });
  },
);

it.each(['runs', 'batches', 'jobs', 'lines', 'takes'])(
  'another connection is used all the same where the table %s has gone',
  async (table) => {
    const sent = Promise.withResolvers<void>();
    const studio = await workshop.open(beforeSending(() => sent.resolve()));
    const path = await openPlay(studio);
    await studio.ask('production.start', {});
    await sent.promise;
    breakTable(path, table);
    expect(await studio.ask('connection.useLocal', { plan: 'growth' })).toMatchObject({
      state: 'ready',
      plan: 'growth',
    });
  },
);
