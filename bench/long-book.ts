// Renders War and Peace with the real local service. Measures importing it, and pausing, quitting, resuming and
// cancelling a run. Also measures how accurately the end of a run is predicted, with the service and with a virtual
// clock.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Plan } from '@lectern/tts-protocol';
import { sampleText } from '../e2e/support/texts.ts';
import { byHand } from '../electron/core/scheduler/testing/temporary-limits.ts';
import { StudioWorkshop, type TestStudio } from '../electron/studio/testing/test-studio.ts';
import { type ForecastEnds, forecastEnds, worstForecastError } from '../electron/studio/testing/told-ends.ts';
import type { EventOf } from '../shared/ipc/events.ts';
import type { RunSummary } from '../shared/ipc/production-requests.ts';
import { type BudgetSettings, budgetSettingsSchema } from '../shared/model/connection.ts';
import type { BenchRow } from './bench-row.ts';
import { makeBooks } from './scheduler-books.ts';
import { formatMilliseconds } from './store-edits.ts';

/** Lines to wait for before each action, so that the rendering speed is stable. */
const STEP_LINES = 150;
const MAX_TO_STOP_MS = 1_000;
const MAX_FORECAST_ERROR = 0.15;
/** The maximum time after cancelling at which a line may still be spoken, in milliseconds. */
const QUIET_MS = 3_000;

/** Takes about twelve minutes, most of which is spent rendering entire books. */
export async function run(): Promise<BenchRow[]> {
  return [...(await runWithInterruptions()), ...(await forecastWithService()), ...(await forecastOnVirtualClock())];
}

/** Returns the jobs that the local service has accepted, from its database. */
class ServiceRecords {
  readonly #path: string;

  constructor(home: string) {
    this.#path = join(home, 'service', 'service.db');
  }

  #ask(sql: string): readonly Record<string, unknown>[] {
    const database = new DatabaseSync(this.#path, { readOnly: true, timeout: 5_000 });
    try {
      return database.prepare(sql).all();
    } finally {
      database.close();
    }
  }

  get jobs(): number {
    return Number(this.#ask('SELECT count(*) AS n FROM jobs')[0]?.['n']);
  }

  get unfinished(): number {
    return Number(this.#ask(`SELECT count(*) AS n FROM jobs WHERE status IN ('pending', 'in_progress')`)[0]?.['n']);
  }

  /** When the last job finished, in milliseconds since the epoch. */
  get lastFinishedAt(): number {
    return Number(this.#ask('SELECT max(finished_at) AS at FROM jobs')[0]?.['at']);
  }
}

/** Returns the number of distinct lines in a project's journal. */
function countSentLines(project: string): number {
  const database = new DatabaseSync(join(project, 'project.db'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(DISTINCT line_id) AS n FROM jobs').get()?.['n']);
  } finally {
    database.close();
  }
}

/** Waits until the given number of additional lines have been rendered. */
async function waitForMoreLines(studio: TestStudio, count = STEP_LINES): Promise<void> {
  const { run: before } = await studio.ask('production.snapshot', {});
  studio.forget();
  await studio.until('run-changed', ({ run }) => run.rendered >= before.rendered + count);
}

async function waitUntilIdle(studio: TestStudio): Promise<void> {
  const { run } = await studio.ask('production.snapshot', {});
  if (run.inFlight === 0) return;
  await studio.until('run-changed', (forecast) => forecast.run.inFlight === 0);
}

/** Runs the whole book: pauses and resumes it, quits, resumes it again and cancels it. */
async function runWithInterruptions(): Promise<BenchRow[]> {
  const workshop = new StudioWorkshop('espeak', 'own');
  try {
    const bytes = new TextEncoder().encode(sampleText('war-and-peace.txt'));
    let studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const importedFrom = performance.now();
    const preview = await studio.ask('project.previewImport', { name: 'war-and-peace.txt', bytes });
    const previewMs = performance.now() - importedFrom;
    await studio.ask('project.createFromImport', { importId: preview.importId, name: 'War and Peace' });
    const importMs = performance.now() - importedFrom;
    const readFrom = performance.now();
    new TextDecoder().decode(bytes).split(/\r?\n\s*\r?\n/);
    const readMs = performance.now() - readFrom;

    const records = new ServiceRecords(workshop.home);
    const plannedFrom = performance.now();
    await studio.ask('production.start', { confirmed: true });
    const startMs = performance.now() - plannedFrom;
    await waitForMoreLines(studio);

    studio.forget();
    const pausedAt = Date.now();
    await studio.ask('production.pause', {});
    const atPause = records.jobs;
    await waitUntilIdle(studio);
    await sleep(QUIET_MS);
    const stopMs = Math.max(0, records.lastFinishedAt - pausedAt);
    const afterPause = records.jobs - atPause;

    await studio.ask('production.resume', {});
    await waitForMoreLines(studio);
    await studio.internal('quit', {});
    const atQuit = records.jobs;
    studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    const recent = await studio.ask('library.recent', {});
    await studio.ask('project.openRecent', { id: recent[0]?.id ?? '' });
    await sleep(QUIET_MS);
    const unasked = records.jobs - atQuit;

    await studio.ask('production.resume', {});
    await waitForMoreLines(studio);
    studio.forget();
    await studio.ask('production.cancel', {});
    await waitUntilIdle(studio);
    const atCancel = records.jobs;
    await studio.internal('quit', {});
    const leftBehind = records.unfinished;
    studio = await workshop.open();
    await studio.ask('connection.useLocal', { plan: null });
    await studio.ask('project.openRecent', { id: recent[0]?.id ?? '' });
    await sleep(QUIET_MS);
    const spokenAfter = records.jobs - atCancel;
    const known = countSentLines(join(workshop.projects, 'War and Peace.lectern'));
    const lines = `${preview.lines.toLocaleString('en')} lines`;
    const ofRun = `${known} lines that the project has sent`;
    return [
      {
        name: `importing War and Peace, ${lines}, ${preview.characters.toLocaleString('en')} characters`,
        value: `${formatMilliseconds(importMs)} (its preview ${formatMilliseconds(previewMs)})`,
        against: `${formatMilliseconds(readMs)} for cutting the same text at its empty rows`,
        ratio: importMs / readMs,
        bar: '',
        ok: null,
      },
      {
        name: 'the order to render all of it, until it is under way',
        value: formatMilliseconds(startMs),
        against: 'nothing',
        ratio: null,
        bar: '',
        ok: null,
      },
      {
        name: 'pausing it: until the service has spoken its last line',
        value: `${formatMilliseconds(stopMs)}, ${afterPause} jobs asked for after it`,
        against: `${preview.lines - atPause} lines that were still to come`,
        ratio: null,
        bar: `at most ${formatMilliseconds(MAX_TO_STOP_MS)}, and no job`,
        ok: stopMs <= MAX_TO_STOP_MS && afterPause === 0,
      },
      zeroRow('opening it again after quitting during a run: jobs that were not ordered', unasked, ofRun),
      zeroRow('cancelling it and quitting: jobs that are left behind at the service', leftBehind, ofRun),
      zeroRow('opening it once more: jobs of what was cancelled', spokenAfter, ofRun),
      zeroRow('all of this: jobs that were asked for, and paid, twice', records.jobs - known, ofRun),
    ];
  } finally {
    await workshop.clear();
  }
}

const zeroRow = (name: string, count: number, against: string): BenchRow => ({
  name,
  value: `${count}`,
  against,
  ratio: null,
  bar: 'none',
  ok: count === 0,
});

/** Renders two texts completely: the whole novel without limits, and its first books with a plan's limits. */
async function forecastWithService(): Promise<BenchRow[]> {
  const whole = sampleText('war-and-peace.txt');
  const firstBooks = whole.slice(whole.indexOf('\nBOOK ONE: 1805'), whole.indexOf('\nBOOK FIVE: 1806'));
  const rows: BenchRow[] = [];
  const orders: readonly { readonly plan: Plan | null; readonly title: string; readonly text: string }[] = [
    { plan: null, title: 'War and Peace', text: whole },
    { plan: 'growth', title: 'Books One to Four', text: firstBooks },
  ];
  for (const { plan, title, text } of orders) {
    const workshop = new StudioWorkshop('espeak', 'own');
    try {
      const studio = await workshop.openWith(text, title, plan);
      const forecast: { at: number; end: number | null }[] = [];
      const { promise: ended, resolve } = Promise.withResolvers<RunSummary>();
      studio.studio.onEvent((name, payload) => {
        if (name !== 'run-changed') return;
        const { run } = payload as EventOf<'run-changed'>;
        const startedAt = run.startedAt ?? 0;
        if (run.state === 'finished') resolve(run);
        else forecast.push({ at: Date.now() - startedAt, end: run.doneAt === null ? null : run.doneAt - startedAt });
      });
      await studio.ask('production.start', { confirmed: true });
      const { startedAt, finishedAt, lines } = await ended;
      const end = (finishedAt ?? 0) - (startedAt ?? 0);
      const name = `${title}, ${lines.toLocaleString('en')} lines, at the local service ${planSuffix(plan)}`;
      rows.push(forecastRow(name, { told: forecast, end }));
    } finally {
      await workshop.clear();
    }
  }
  return rows;
}

const planSuffix = (plan: Plan | null): string =>
  plan === null ? 'without limits' : `with the limits of the plan ${plan}`;

/** Simulates rendering a novel of three million characters, with a service as fast as the local one on this machine. */
async function forecastOnVirtualClock(): Promise<BenchRow[]> {
  const [novel] = makeBooks();
  const lines = novel?.lines.map(({ characters }) => characters) ?? [];
  const services: readonly (readonly [string, BudgetSettings])[] = [
    [planSuffix(null), byHand({})],
    ...(['hacker', 'startup', 'growth'] as const).map(
      (plan) => [planSuffix(plan), budgetSettingsSchema.parse({ plan, limits: {} })] as const,
    ),
  ];
  const rows: BenchRow[] = [];
  for (const [limits, settings] of services) {
    const run = await forecastEnds({ lines, settings, charactersPerSecond: 3_300, msPerLine: 40 });
    rows.push(forecastRow(`a novel of ${lines.length.toLocaleString('en')} lines on a turned clock, ${limits}`, run));
  }
  return rows;
}

function forecastRow(name: string, forecast: ForecastEnds): BenchRow {
  const off = worstForecastError(forecast);
  return {
    name: `the end of a run as it is told from its twentieth part on, ${name}`,
    value: `at worst ${(100 * off).toFixed(1)} % off`,
    against: `${(forecast.end / 1_000).toFixed(0)} s that it took`,
    ratio: null,
    bar: `within ${100 * MAX_FORECAST_ERROR} %`,
    ok: off <= MAX_FORECAST_ERROR,
  };
}
