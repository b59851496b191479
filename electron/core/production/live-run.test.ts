// A run whose producer changes their mind while it goes on.
import { setImmediate as setImmediatePromise } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../api/service-error.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import { planRun } from './run-plan.ts';
import { type ObedientService, RunBench } from './testing/run-bench.ts';

let bench: RunBench;
let service: ObedientService;

beforeEach(() => {
  bench = new RunBench();
  service = bench.service;
});

afterEach(() => bench.clear());

const numbers = () => service.submissions.map((body) => body.jobs.map((job) => Number(/\d+/.exec(job.text)?.[0])));
/** Resolves when the first batch reaches the service: room on the disk is looked for before, which takes a moment. */
const firstBatch = () =>
  new Promise<void>((resolve) => {
    service.beforeAnswer = resolve;
  });

describe('a run that goes on', () => {
  it('is held back: what was sent comes back, and nothing more leaves', async () => {
    bench.write(120);
    const run = bench.start({}, { requests: 1 });
    await firstBatch();
    run.live.hold();
    const outcome = await run.finish();
    expect(outcome).toMatchObject({ batches: 1, interrupted: false, stopped: null });
    expect(outcome.rendered.length).toBe(50);
    expect(service.submissions.length).toBe(1);
  });

  it('is held back while a batch is made ready: that one stays here too', async () => {
    bench.write(3);
    const run = bench.start();
    run.live.hold();
    const outcome = await run.finish();
    expect(outcome).toMatchObject({ rendered: [], batches: 0, stopped: null });
    expect(service.submissions).toEqual([]);
    expect(planRun(bench.project, bench.journal).send.length).toBe(3);
  });

  it('sends lines once that are added again while their batch is prepared', async () => {
    bench.write(3);
    const lines = planRun(bench.project, bench.journal).send;
    const run = bench.start({ lines });
    expect(run.live.add(lines, 'interactive', run.runId)).toBe(true);
    const outcome = await run.finish();
    expect(numbers()).toEqual([[0, 1, 2]]);
    expect(outcome.rendered.length).toBe(3);
  });

  it('ends with the error of a batch that fails while other lines wait', async () => {
    bench.write(120);
    const run = bench.start({}, { requests: 1 });
    const { journal } = bench;
    const failed = Promise.withResolvers<void>();
    const closeBatch = journal.closeBatch.bind(journal);
    journal.closeBatch = (batchId) => {
      journal.closeBatch = closeBatch;
      setImmediate(failed.resolve);
      throw new RangeError(`No batch ${batchId}.`);
    };
    // The second batch is accepted some time after the error of the first has been handled.
    service.beforeAnswer = async () => {
      if (service.submissions.length !== 2) return;
      await failed.promise;
      for (let turn = 0; turn < 10; turn += 1) await setImmediatePromise();
    };
    await expect(run.finish()).rejects.toThrow('No batch');
    const states = bench.project.db.prepare<{ state: string }>('SELECT state FROM batches').all();
    expect(states.map(({ state }) => state)).not.toContain('sending');
  });

  it('takes up again what was held back, in its place and once', async () => {
    bench.write(120);
    const lines = planRun(bench.project, bench.journal).send;
    const run = bench.start({ lines }, { requests: 1 });
    await firstBatch();
    run.live.hold();
    expect(run.live.add(lines.slice(50), 'bulk', run.runId)).toBe(true);
    const outcome = await run.finish();
    expect(outcome.rendered.length).toBe(120);
    expect(numbers().flat()).toEqual(Array.from({ length: 120 }, (_, n) => n));
  });

  it('does not send again what comes back unsent while it is held back', async () => {
    bench.write(3);
    const refusal = new ServiceError({ kind: 'rate-limited', status: 429, message: null });
    const run = bench.start();
    service.answer = () => {
      run.live.hold();
      return { kind: 'refused', error: refusal };
    };
    await run.finish();
    expect(service.submissions.length).toBe(1);
    expect(bench.events.filter(({ kind }) => kind === 'batch-withdrawn').length).toBe(1);
    expect(planRun(bench.project, bench.journal).send.length).toBe(3);
  });

  it('sends a line that someone waits for before all that waits', async () => {
    bench.write(120);
    const lines = planRun(bench.project, bench.journal).send;
    const run = bench.start({ lines }, { requests: 1 });
    await firstBatch();
    run.live.add(lines.slice(-1), 'interactive', run.runId);
    await run.finish();
    expect(numbers()[1]).toEqual([119]);
    expect(numbers().flat().length).toBe(120);
  });

  it('renders another take of a fresh line with the seed that it is given, which is not in its key', async () => {
    bench.write(1);
    await bench.render();
    const [line] = bench.project.lines.states();
    const { id: lineId = 0, characters = 0, renderKey } = line ?? {};
    const run = bench.start({ lines: [{ lineId, characters, retakeSeed: 41 }] });
    await run.finish();
    expect(service.submissions.at(-1)?.jobs).toMatchObject([{ seed: 41 }]);
    const takes = bench.project.takes.takesOf(lineId);
    expect(takes.map((take) => [take.renderKey, take.request.seed])).toEqual([
      [renderKey, undefined],
      [renderKey, 41],
    ]);
  });

  it('keeps its cap over what is added', async () => {
    bench.write(3);
    const lines = planRun(bench.project, bench.journal).send;
    const [first, second, third] = lines;
    if (!first || !second || !third) throw new Error('three lines');
    const run = bench.start({ lines: [first], maxCharacters: first.characters + second.characters });
    run.live.add([second, third], 'bulk', run.runId);
    const outcome = await run.finish();
    expect(outcome.rendered).toEqual([first.lineId, second.lineId]);
    expect([...outcome.failed.keys()]).toEqual([third.lineId]);
  });

  it('says that it is over where something is added too late', async () => {
    bench.write(1);
    const run = bench.start();
    await run.finish();
    expect(run.live.add([{ lineId: 1, characters: 1 }], 'bulk', run.runId)).toBe(false);
  });

  it('tells of a line that has nothing to be rendered any more when its turn comes', async () => {
    bench.write(2);
    const lines = planRun(bench.project, bench.journal).send;
    await bench.render();
    const outcome = await bench.render({ lines });
    expect(outcome.rendered).toEqual([]);
    expect(bench.events.filter(({ kind }) => kind === 'line-skipped').length).toBe(2);
  });

  it('stops and says why where the project can’t note what comes back, and leaves nothing running', async () => {
    bench.write(2);
    bench.journal.closeBatch = () => {
      throw new ProjectError({ kind: 'disk-full', path: bench.project.dir });
    };
    const outcome = await bench.render();
    expect(outcome.stopped).toMatchObject({ kind: 'project', problem: { kind: 'disk-full' } });
    expect(bench.clock.sleeping).toBe(0);
  });
});
