import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Journal } from './journal/journal.ts';
import { JournalReports } from './journal/journal-reports.ts';
import type { Project } from './project.ts';
import { type CopyOptions, copyProject } from './project-copy.ts';
import { CONNECTION, castAll, giveTake, outline, save, Workshop } from './testing/test-project.ts';

let workshop: Workshop;
let project: Project;
beforeEach(() => {
  workshop = new Workshop();
  project = workshop.create();
  save(project, '# Act\n\nOne.\n\nTwo.\n\nThree.\n');
  castAll(project);
});
afterEach(() => workshop.clear());

const copy = (changes: Partial<CopyOptions> = {}) =>
  copyProject(project.dir, workshop.path('Copy.lectern'), {
    name: 'Copy',
    clock: workshop.clock,
    random: workshop.random,
    signal: new AbortController().signal,
    onProgress: () => {},
    ...changes,
  });

/** Sends some lines of the project; the service took them. */
function send(): void {
  const journal = new Journal(project.db);
  const ids = project.lines.states().map(({ id }) => id);
  const jobs = ids.flatMap((id) => {
    const line = project.lines.toRender(id);
    return line ? [{ ...line, customId: workshop.random.id(), attempts: 0 }] : [];
  });
  const { id } = journal.beginBatch(journal.createRun(ids, {}, 1), CONNECTION, jobs, 2);
  journal.markAccepted(id, '/b/1', 3);
}

it('has script, cast and takes with their files, under an identity and a name of its own, where it lies', async () => {
  const [, line] = project.lines.states();
  if (line) await giveTake(project, line);
  const before = project.info();
  const told: number[] = [];
  const { id, missing } = await copy({ onProgress: (done, total) => told.push(done / total) });
  const made = workshop.open('Copy.lectern');
  expect(made.info()).toMatchObject({ id, name: 'Copy', moved: false, connection: before.connection });
  expect(id).not.toBe(before.id);
  expect(outline(made)).toEqual(outline(project));
  expect(outline(made)).toContain('fresh One.');
  expect(missing).toBe(0);
  expect(told.at(-1)).toBe(1);
  expect(await made.takes.verify({ deep: true })).toEqual([]);
  expect(project.info()).toEqual(before);
});

it('has nothing under way, whatever the original has sent, and no run to resume', async () => {
  send();
  expect(new JournalReports(project.db).latestRun()).toMatchObject({ state: 'open' });
  const { inFlight } = await copy();
  expect(inFlight).toBeGreaterThan(0);
  const made = workshop.open('Copy.lectern');
  const states = made.db.prepare<{ state: string }>('SELECT DISTINCT state FROM jobs').all();
  expect(states).toEqual([{ state: 'resubmitted' }]);
  expect(made.db.prepare<{ state: string }>('SELECT state FROM batches').all()).toEqual([{ state: 'resubmitted' }]);
  expect(new JournalReports(made.db).latestRun()).toMatchObject({ state: 'cancelled' });
  // The original goes on as it was.
  expect(project.db.prepare<{ state: string }>('SELECT state FROM batches').all()).toEqual([{ state: 'accepted' }]);
});

it('is not there at all when it is called off, and says which files of takes are not there', async () => {
  const [, line] = project.lines.states();
  if (line) await giveTake(project, line);
  const end = new AbortController();
  await expect(copy({ signal: end.signal, onProgress: () => end.abort(new Error('off')) })).rejects.toThrow('off');
  expect(readdirSync(workshop.folder)).toEqual(['Play.lectern']);
  rmSync(join(project.dir, 'takes'), { recursive: true });
  expect(await copy()).toMatchObject({ missing: 1 });
  expect(existsSync(workshop.path('Copy.lectern'))).toBe(true);
});

it.each(['blown up to a terabyte of holes', 'cut off'])('leaves out the audio of a take that was %s', async (harm) => {
  const [line] = project.lines.states();
  if (line) await giveTake(project, line);
  const way = readdirSync(join(project.dir, 'takes'), { recursive: true, encoding: 'utf8' }).find((each) =>
    each.endsWith('.wav'),
  );
  truncateSync(join(project.dir, 'takes', String(way)), harm === 'cut off' ? 8 : 2 ** 40);
  expect(await copy()).toMatchObject({ missing: 1 });
  expect(existsSync(workshop.path(join('Copy.lectern', 'takes', String(way))))).toBe(false);
});

it('takes the files beside it along that are no larger than they may be', async () => {
  for (const [name, bytes] of [['small.png', 10] as const, ['large.png', 11] as const]) {
    writeFileSync(join(project.dir, name), 'x'.repeat(bytes));
  }
  await copy({ beside: ['small.png', 'large.png', 'none.png'].map((name) => ({ name, maxBytes: 10 })) });
  const names = readdirSync(workshop.path('Copy.lectern'));
  expect(names).toContain('small.png');
  expect(names).not.toContain('large.png');
});

it('never goes where something is', async () => {
  workshop.create('Copy.lectern');
  await expect(copy()).rejects.toMatchObject({ problem: { kind: 'exists' } });
});
