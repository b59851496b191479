// A run at the local service that is cancelled, and an application that is closed at once.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StudioWorkshop, type TestStudio } from './testing/test-studio.ts';

const LINES = 3_000;

let workshop: StudioWorkshop;
beforeEach(() => {
  workshop = new StudioWorkshop('silent', 'own');
});
afterEach(() => workshop.clear());

/** Jobs that the local service was given, and those that it has not finished. */
function jobsOfService(): { readonly given: number; readonly unfinished: number } {
  const database = new DatabaseSync(join(workshop.home, 'service', 'service.db'), { readOnly: true });
  try {
    const count = (where: string) => Number(database.prepare(`SELECT count(*) AS n FROM jobs ${where}`).get()?.['n']);
    return { given: count(''), unfinished: count("WHERE status IN ('pending', 'in_progress')") };
  } finally {
    database.close();
  }
}

/** Jobs of the open project by their state. */
async function jobsOfProject(studio: TestStudio): Promise<Record<string, number>> {
  const { path } = (await studio.ask('project.current', {})) ?? { path: '' };
  const database = new DatabaseSync(join(path, 'project.db'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT state, count(*) AS n FROM jobs GROUP BY state').all();
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  } finally {
    database.close();
  }
}

it('receives all lines that were sent, and sends no more, after a cancellation', async () => {
  const text = Array.from({ length: LINES }, (_, line) => `This is line ${line} of a rather long book.`).join('\n\n');
  const studio = await workshop.openWith(text);
  await studio.ask('production.start', { confirmed: true });
  await studio.until('run-changed', ({ run }) => run.rendered > 0);
  await studio.ask('production.cancel', {});
  await studio.until('run-changed', ({ run }) => run.state === 'finished');
  const { given, unfinished } = jobsOfService();
  expect(unfinished).toBe(0);
  expect(given).toBeLessThan(LINES);
  expect(await jobsOfProject(studio)).toEqual({ done: given });
});

it('leaves the local service nothing to speak after a quit that follows a cancellation', async () => {
  const text = Array.from({ length: LINES }, (_, line) => `This is line ${line} of a rather long book.`).join('\n\n');
  const studio = await workshop.openWith(text);
  await studio.ask('production.start', { confirmed: true });
  await studio.until('run-changed', ({ run }) => run.rendered > 0);
  await studio.ask('production.cancel', {});
  await studio.internal('quit', {});
  const { given, unfinished } = jobsOfService();
  expect(unfinished).toBe(0);
  expect(given).toBeLessThan(LINES);
});
