import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../shared/model/run.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import type { SubmitOutcome } from '../api/service-client.ts';
import { ServiceError } from '../api/service-error.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Journal } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import type { FakeClock } from '../testing/fake-clock.ts';
import { STALLED_AFTER_MS } from './poll-batch.ts';
import type { RunOrder } from './run.ts';
import { planRun } from './run-plan.ts';
import { type RunOutcome, UNREACHABLE_LIMIT_MS } from './run-state.ts';
import { BENCH_CONNECTION, type ObedientService, RunBench } from './testing/run-bench.ts';

let bench: RunBench;
let clock: FakeClock;
let project: Project;
let journal: Journal;
let service: ObedientService;
let events: RunEvent[];

beforeEach(() => {
  bench = new RunBench();
  ({ clock, project, journal, service, events } = bench);
});

afterEach(() => bench.clear());

const serviceError = (problem: ServiceError['problem']): ServiceError => new ServiceError(problem);
const unreachable = serviceError({
  kind: 'connection',
  phase: 'not-sent',
  failure: 'refused-connection',
  origin: BENCH_CONNECTION.origin,
  code: null,
});
const tooMany = serviceError({ kind: 'rate-limited', status: 429, message: 'Too many.' });
const refused = (): SubmitOutcome => ({
  kind: 'refused',
  error: serviceError({
    kind: 'invalid-parameters',
    status: 400,
    message: 'jobs[0].text is not to my taste',
    errorId: null,
  }),
});

const write = (lines: number): void => bench.write(lines);
const render = (order?: Partial<RunOrder>, limit?: { requests?: number }): Promise<RunOutcome> =>
  bench.render(order, limit);

const fresh = (): number => project.lines.counts().fresh;
const batchRows = (): number => Number(project.db.prepare<{ n: number }>('SELECT count(*) AS n FROM batches').get()?.n);

describe('a run', () => {
  it('renders every line once, in batches of at most 50, in script order', async () => {
    write(120);
    const outcome = await render();
    expect(outcome).toMatchObject({ batches: 3, inDoubt: [], stopped: null, interrupted: false });
    expect(outcome.rendered.length).toBe(120);
    expect(service.submissions.map((body) => body.jobs.length)).toEqual([50, 50, 20]);
    const sent = service.submissions.flatMap((body) => body.jobs.map((job) => Number(/\d+/.exec(job.text)?.[0])));
    expect(sent).toEqual(Array.from({ length: 120 }, (_, i) => i));
    expect(fresh()).toBe(120);
    expect((await render()).batches).toBe(0);
  });

  it('sends concurrent batches in script order, even if the first takes longer to prepare', async () => {
    write(120);
    let spent = 0;
    const spend = async () => {
      spent += 1;
      if (spent === 1) await new Promise((resolve) => setImmediate(resolve));
    };
    await bench.render({}, {}, { sharedCap: { room: () => Number.POSITIVE_INFINITY, spend, exhausted: () => {} } });
    expect(service.submissions.map(({ jobs }) => jobs[0]?.text)).toEqual(
      [0, 50, 100].map((line) => `Line number ${line} of the book.`),
    );
  });

  it('has written a batch down, for any other process to see, before it is sent', async () => {
    write(3);
    const seen: unknown[] = [];
    service.beforeAnswer = () => {
      const other = new DatabaseSync(join(project.dir, 'project.db'), { readOnly: true });
      seen.push(...other.prepare('SELECT state, (SELECT count(*) FROM jobs) AS jobs FROM batches').all());
      other.close();
    };
    await render();
    expect(seen.map((row) => ({ ...(row as object) }))).toEqual([{ state: 'sending', jobs: 3 }]);
  });

  it('finds the one line for which a batch is refused, and gets the others through', async () => {
    write(60);
    service.answer = (body) => (body.jobs.some((job) => job.text.includes('number 33 ')) ? refused() : null);
    const outcome = await render();
    expect(fresh()).toBe(59);
    expect([...outcome.failed.values()]).toEqual([
      {
        kind: 'refused',
        problem: { kind: 'invalid-parameters', status: 400, message: 'jobs[0].text is not to my taste', errorId: null },
      },
    ]);
    // Halving 50 lines takes six steps at most, each a pair of batches.
    expect(service.submissions.length).toBeLessThanOrEqual(2 + 12);
    expect(planRun(project, journal).send.length).toBe(1);
  });

  it('records the service’s own reason for a refused line', async () => {
    write(1);
    service.answer = refused;
    await render();
    const row = project.db.prepare<{ reason: string }>('SELECT reason FROM jobs').get();
    expect(JSON.parse(row?.reason ?? '')).toMatchObject({
      kind: 'refused',
      problem: { kind: 'invalid-parameters', message: 'jobs[0].text is not to my taste' },
    });
  });

  it('sends a line once that grew while its batch was turned away several times', async () => {
    write(3);
    let refusals = 0;
    service.answer = () => {
      if (refusals === 3) return null;
      refusals += 1;
      if (refusals === 1) {
        const longer = project.script
          .text()
          .replace(/number 2\b/, 'number 2, which has become much longer than it was');
        project.script.saveScript(parseScript(longer, DEFAULT_PROJECT_SETTINGS));
      }
      return { kind: 'refused', error: tooMany, retryAfterMs: 1_000 };
    };
    await render();
    const jobs = project.db.prepare<{ n: number }>('SELECT count(*) AS n FROM jobs GROUP BY line_id').all();
    expect(jobs.map(({ n }) => n)).toEqual([1, 1, 1]);
  });

  it('stops where the service takes no line at all', async () => {
    write(200);
    service.answer = refused;
    const outcome = await render();
    expect(outcome.stopped).toMatchObject({ kind: 'refuses-lines', lines: 50 });
    expect(outcome.failed.size).toBe(200);
    expect([...outcome.failed.values()].filter((failure) => failure.kind === 'not-sent').length).toBeGreaterThan(50);
  });

  it('stops at once where the key is refused; nothing counts as sent', async () => {
    write(200);
    service.answer = () => ({
      kind: 'refused',
      error: serviceError({ kind: 'unauthorized', status: 401, message: 'No.', errorId: null }),
    });
    const outcome = await render({}, { requests: 1 });
    expect(outcome.stopped).toMatchObject({ kind: 'refuses-all', failure: { kind: 'unauthorized' } });
    expect(service.submissions.length).toBe(1);
    expect([...outcome.failed.values()].every((failure) => failure.kind === 'not-sent')).toBe(true);
    expect(outcome.failed.size).toBe(200);
    expect(batchRows()).toBe(0);
  });

  it('waits for a service that is out of reach, and goes on when it is back', async () => {
    write(20);
    const gone = clock.now() + UNREACHABLE_LIMIT_MS - 60_000;
    service.answer = () => (clock.now() < gone ? { kind: 'not-sent', error: unreachable } : null);
    const outcome = await render();
    expect(fresh()).toBe(20);
    expect(outcome.stopped).toBeNull();
    expect(events.some((event) => event.kind === 'waiting' && event.cause === 'unreachable')).toBe(true);
  });

  it('gives a service up that stays out of reach, with nothing in the journal', async () => {
    write(20);
    service.answer = () => ({ kind: 'not-sent', error: unreachable });
    const outcome = await render();
    expect(outcome.stopped).toMatchObject({ kind: 'unreachable', minutes: 5 });
    expect(outcome.failed.size).toBe(20);
    expect(batchRows()).toBe(0);
  });

  it('stops making doubt after ten batches in a row without a clear answer', async () => {
    write(1_000);
    const error = serviceError({ kind: 'server-error', status: 500, message: 'Oh dear.' });
    service.answer = () => ({ kind: 'in-doubt', error });
    const outcome = await render({}, { requests: 1 });
    expect(outcome.stopped).toMatchObject({ kind: 'doubts', batches: 10 });
    expect(outcome.inDoubt.length).toBe(500);
    expect(outcome.failed.size).toBe(500);
    expect(journal.linesInDoubt().length).toBe(500);
    expect((await render()).batches).toBeGreaterThan(0);
    expect(journal.linesInDoubt().length).toBeGreaterThanOrEqual(500);
  });

  it('leaves what the service never finishes, and fetches it in a later run for nothing', async () => {
    write(4);
    service.status = (text) => (text.includes('number 2 ') ? 'in_progress' : 'completed');
    const startedAt = clock.now();
    const outcome = await render();
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(STALLED_AFTER_MS);
    expect([outcome.failed.size, [...outcome.unfinished.values()]]).toEqual([
      0,
      [{ kind: 'unfinished', why: 'stalled', minutes: 30 }],
    ]);
    expect(fresh()).toBe(3);
    service.status = () => 'completed';
    const again = await render();
    expect(again.rendered.length).toBe(1);
    expect(again.batches).toBe(0);
    expect(fresh()).toBe(4);
  });

  it('never passes a cap on characters, whatever is retried', async () => {
    write(10);
    const characters = planRun(project, journal).characters;
    service.status = (text) => (text.includes('number 3 ') ? 'failed' : 'completed');
    const outcome = await render({ retryFailed: 5, maxCharacters: characters + 30 });
    expect(outcome.characters).toBeLessThanOrEqual(characters + 30);
    expect(service.submissions.length).toBe(2);
    expect(outcome.failed.size).toBe(1);
  });

  it('counts as spent what the service took, not what it refused', async () => {
    write(10);
    let refusals = 2;
    service.answer = () => (refusals-- > 0 ? { kind: 'refused', error: tooMany } : null);
    const outcome = await render();
    expect(outcome.batches).toBe(1);
    expect(outcome.characters).toBe(planRun(project, journal).reused.length * 'Line number 0 of the book.'.length);
    expect(events.filter((event) => event.kind === 'waiting' && event.cause === 'rate-limited').length).toBe(2);
  });

  it('counts a line as lost that is said to be done and never has audio', async () => {
    write(3);
    service.output = (text) => (text.includes('number 1 ') ? undefined : { url: 'https://audio.example/a.wav' });
    const outcome = await render();
    expect([outcome.lost.length, outcome.failed.size, fresh()]).toEqual([1, 0, 2]);
    expect(events).toContainEqual(expect.objectContaining({ kind: 'lines-lost', cause: 'no-audio' }));
  });

  it('holds in doubt what was sent and could not be noted as accepted', async () => {
    write(3);
    journal.markAccepted = () => {
      throw new ProjectError({ kind: 'disk-full', path: project.dir });
    };
    const outcome = await render();
    expect(outcome.inDoubt.length).toBe(3);
    expect(outcome.failed.size).toBe(0);
    expect(outcome.stopped).toMatchObject({ kind: 'project', problem: { kind: 'disk-full' } });
    expect(journal.recover({ kind: 'in-doubt', message: 'killed' }, clock.now())).toBe(3);
    expect(planRun(project, journal).send).toEqual([]);
    expect(service.submissions.length).toBe(1);
  });

  it('stops when it is told to, with everything that was sent kept for later', async () => {
    write(200);
    const controller = new AbortController();
    service.status = () => 'pending';
    service.beforeAnswer = () => {
      if (service.submissions.length === 2) controller.abort(new Error('interrupted'));
    };
    const outcome = await render({ signal: controller.signal }, { requests: 2 });
    expect(outcome.interrupted).toBe(true);
    expect(journal.linesInFlight().length).toBe(100);
    expect([...outcome.failed.values()].filter((failure) => failure.kind === 'not-sent').length).toBe(100);
    service.status = () => 'completed';
    await render();
    expect(fresh()).toBe(200);
    expect(service.submissions.length).toBe(4);
  });

  it.each([1, 3])(
    'counts each take that it still keeps when it is told to stop after download %i of 3',
    async (last) => {
      write(3);
      const controller = new AbortController();
      const turn = () => new Promise((resolve) => setImmediate(resolve));
      const download = service.download.bind(service);
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      let downloads = 0;
      service.download = async (url, options) => {
        downloads += 1;
        if (downloads === last) {
          await turn();
          controller.abort(new Error('interrupted'));
          stop();
          throw controller.signal.reason;
        }
        // What comes behind the end of another one.
        await stopped;
        for (let turns = 0; turns < 5; turns += 1) await turn();
        return download(url, options);
      };
      const outcome = await render({ signal: controller.signal });
      for (let turns = 0; turns < 50; turns += 1) await turn();
      expect([outcome.interrupted, outcome.rendered.length, fresh()]).toEqual([true, 2, 2]);
    },
  );

  it('keeps the take of a line that was edited during the run under its old words', async () => {
    write(2);
    service.beforeAnswer = () => {
      service.beforeAnswer = () => {};
      project.script.saveScript(parseScript('Other words.\n\nLine number 1 of the book.', DEFAULT_PROJECT_SETTINGS));
    };
    await render();
    expect(project.lines.states().map((line) => line.state)).toEqual(['stale', 'fresh']);
    project.script.saveScript(
      parseScript('Line number 0 of the book.\n\nLine number 1 of the book.', DEFAULT_PROJECT_SETTINGS),
    );
    expect(fresh()).toBe(2);
  });

  it('holds what was being sent when a process died in doubt, and asks for nothing by itself', async () => {
    write(3);
    const plan = planRun(project, journal);
    const line = project.lines.toRender(plan.send[0]?.lineId ?? 0);
    if (!line) throw new Error('nothing to render');
    const runId = journal.createRun([line.lineId], {}, clock.now());
    journal.beginBatch(runId, BENCH_CONNECTION, [{ ...line, customId: 'c', attempts: 0 }], clock.now());
    expect(journal.recover({ kind: 'in-doubt', message: 'killed' }, clock.now())).toBe(1);
    expect(journal.recover({ kind: 'in-doubt', message: 'killed' }, clock.now())).toBe(0);
    await render();
    expect(fresh()).toBe(2);
    expect(planRun(project, journal)).toMatchObject({ send: [], inDoubt: [line.lineId] });
    journal.markDoubtsForResubmission();
    await render();
    expect(fresh()).toBe(3);
  });
});

// On Windows an open file can't be moved.
describe.skipIf(process.platform === 'win32')('a run whose project’s folder is moved', () => {
  const movedTo = (): string => `${project.dir}.moved`;

  it('sends nothing more, keeps what was accepted for the moved project, and says why it stopped', async () => {
    write(120);
    // One batch a minute: the second one is still to leave when the folder goes.
    service.beforeAnswer = () => {
      if (service.submissions.length === 1) renameSync(project.dir, movedTo());
    };
    const outcome = await render({}, { requests: 1 });
    expect(outcome.stopped).toMatchObject({
      kind: 'project',
      problem: { kind: 'moved-while-open', path: project.dir },
    });
    expect(service.submissions).toHaveLength(1);
    expect(existsSync(project.dir)).toBe(false);
    expect(journal.openBatches()).toMatchObject([{ selfLink: expect.any(String) }]);
    expect(journal.linesInFlight()).toHaveLength(50);
    expect([...outcome.failed.values()].map(({ kind }) => kind)).toEqual(Array(70).fill('not-sent'));
    expect(outcome.inDoubt).toEqual([]);
  });

  it('takes back a batch that the service refused, wherever its journal is now', async () => {
    write(1);
    service.beforeAnswer = () => renameSync(project.dir, movedTo());
    service.answer = () => ({ kind: 'not-sent', error: unreachable });
    const outcome = await render();
    expect(outcome.inDoubt).toEqual([]);
    expect(batchRows()).toBe(0);
  });
});
