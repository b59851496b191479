// Several takes of a line, ordered at once: they come one after another, and none is lost or paid twice.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, it } from 'vitest';
import type { OpenLink } from '../core/production/service-link.ts';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

let workshop: StudioWorkshop;

afterEach(() => workshop.clear());

/** What a database answers. */
function query(path: string, sql: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}
const pathOf = async (studio: TestStudio) => (await studio.ask('project.current', {}))?.path ?? '';
const jobsOfService = () => query(join(workshop.home, 'service', 'service.db'), 'SELECT count(*) FROM jobs')[0];

/** A project of one line that has one take. @returns the line */
async function renderOne(studio: TestStudio): Promise<number> {
  await studio.ask('connection.useLocal', { plan: null });
  const bytes = new TextEncoder().encode('A line that is spoken several times.\n');
  const { importId } = await studio.ask('project.previewImport', { name: 'play.txt', bytes });
  await studio.ask('project.createFromImport', { importId, name: 'Play' });
  await studio.ask('production.start', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.rendered === 1);
  studio.forget();
  return (await studio.ask('review.list', { sort: 'script' })).lineIds[0] ?? 0;
}

/** Lets the first batches through, and has those after them wait for ever, as where the process is killed. */
function stopAfter(batches: number) {
  const reached = Promise.withResolvers<void>();
  const hanging = Promise.withResolvers<never>();
  hanging.promise.catch(() => {});
  let sent = 0;
  const wrap =
    (open: OpenLink): OpenLink =>
    async (...args) => {
      const link = await open(...args);
      const { client } = link;
      return {
        ...link,
        client: {
          ...client,
          submitBatch(...body) {
            sent += 1;
            if (sent <= batches) return client.submitBatch(...body);
            reached.resolve();
            return hanging.promise;
          },
        },
      };
    };
  return { wrap, reached: reached.promise, kill: () => hanging.reject(new Error('killed')) };
}

it('come with different sound, each of one job of the service', async () => {
  workshop = new StudioWorkshop('espeak', 'own');
  const studio = await workshop.open();
  const lineId = await renderOne(studio);
  const { characters } = await studio.ask('line.detail', { lineId });
  const { run } = await studio.ask('take.retake', { lineIds: [lineId], reject: false, takes: 3 });
  expect(run.run).toMatchObject({ characters: 3 * (characters ?? 0), extraTakes: 2, extraTakesRendered: 0 });
  const end = await studio.until('run-changed', ({ run: told }) => told.state === 'finished');
  expect(end.run).toMatchObject({ rendered: 1, extraTakes: 2, extraTakesRendered: 2, waiting: 0 });
  const takes = await studio.ask('review.takes', { lineId });
  expect(takes.map(({ verdict }) => verdict)).toEqual([null, null, null, null]);
  const hashes = query(join(await pathOf(studio), 'project.db'), 'SELECT audio_hash FROM takes');
  expect(new Set(hashes).size).toBe(4);
  expect(jobsOfService()).toBe(4);
  expect(await studio.ask('production.ledger', {})).toMatchObject({ total: 4 * (characters ?? 0) });
});

it('do not leave unasked behind one that is in doubt after a kill', async () => {
  workshop = new StudioWorkshop('silent', 'own');
  const stop = stopAfter(2);
  const killed = await workshop.open(stop.wrap);
  const lineId = await renderOne(killed);
  await killed.ask('take.retake', { lineIds: [lineId], reject: false, takes: 4 });
  await stop.reached;
  // The second of them is being sent at this moment: it is not known whether the service has it.
  const copy = join(workshop.folder, 'Copy.lectern');
  cpSync(await pathOf(killed), copy, { recursive: true });
  stop.kill();
  expect(jobsOfService()).toBe(2);

  const studio = await workshop.open();
  await studio.ask('connection.useLocal', { plan: null });
  await studio.internal('openProject', { path: copy });
  await studio.ask('project.confirmPlace', {});
  // What follows one in doubt is not sent unasked.
  expect((await studio.ask('production.snapshot', {})).run).toMatchObject({ inDoubt: 1, waiting: 0 });
  expect(jobsOfService()).toBe(2);
});

it('of a killed process go on behind the one that the service was given', async () => {
  workshop = new StudioWorkshop('silent', 'own');
  const accepted = Promise.withResolvers<void>();
  let reads = 0;
  const killed = await workshop.open((open) => async (...args) => {
    const link = await open(...args);
    const { client } = link;
    return {
      ...link,
      client: {
        ...client,
        async submitBatch(...body) {
          const outcome = await client.submitBatch(...body);
          reads += 1;
          return outcome;
        },
        readBatch(self, signal) {
          if (reads < 2) return client.readBatch(self, signal);
          accepted.resolve();
          return new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
        },
      },
    };
  });
  const lineId = await renderOne(killed);
  await killed.ask('take.retake', { lineIds: [lineId], reject: false, takes: 3 });
  await accepted.promise;
  const copy = join(workshop.folder, 'Copy.lectern');
  cpSync(await pathOf(killed), copy, { recursive: true });

  const studio = await workshop.open();
  await studio.ask('connection.useLocal', { plan: null });
  await studio.internal('openProject', { path: copy });
  await studio.ask('project.confirmPlace', {});
  // The one that was accepted is fetched, which is free; the others wait until the producer goes on.
  await studio.until('run-changed', ({ run }) => run.waiting === 1 && run.inFlight === 0);
  expect((await studio.ask('review.takes', { lineId })).length).toBe(2);
  expect(jobsOfService()).toBe(2);
  await studio.ask('production.resume', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  expect((await studio.ask('review.takes', { lineId })).length).toBe(4);
  expect(jobsOfService()).toBe(4);
});

it('are refused as a whole where a cap lets only some of them be sent', async () => {
  workshop = new StudioWorkshop('silent', 'own');
  const studio = await workshop.open();
  const lineId = await renderOne(studio);
  const { characters } = await studio.ask('line.detail', { lineId });
  await studio.ask('project.updateSettings', { characterCap: 3 * (characters ?? 0) });
  const order = (takes: number) => ({ lineIds: [lineId], reject: true, takes });
  const reached = { kind: 'invalid', field: 'characterCap', reason: 'reached' };
  expect(await studio.refusal('take.retake', order(3))).toEqual(reached);
  expect(await studio.ask('review.takes', { lineId })).toMatchObject([{ verdict: null }]);
  expect(jobsOfService()).toBe(1);
  await studio.ask('take.retake', order(2));
  await studio.until('run-changed', ({ run }) => run.state === 'finished' && run.extraTakesRendered === 1);
  expect(jobsOfService()).toBe(3);
});
