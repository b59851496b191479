// Doubts that the connection's policy decides: each line is sent again once in a run, and the ledger counts both.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError } from '../api/service-error.ts';
import { sumSpending } from '../project/spending/remaining-budget.ts';
import { resendOnce } from './retake.ts';
import { RunBench } from './testing/run-bench.ts';

let bench: RunBench;

beforeEach(() => {
  bench = new RunBench();
});
afterEach(() => bench.clear());

const lost = () => ({
  kind: 'in-doubt' as const,
  error: new ServiceError({ kind: 'server-error', status: 502, message: 'no clear reply' }),
});

const events = (kind: string) => bench.events.filter((event) => event.kind === kind).length;
const states = () =>
  bench.project.db
    .prepare<{ state: string; n: number }>('SELECT state, count(*) AS n FROM jobs GROUP BY state ORDER BY state')
    .all()
    .map(({ state, n }) => `${state} ${n}`);

describe('a run over a service that loses its replies', () => {
  it('asks, unless it is told otherwise', async () => {
    bench.write(3);
    bench.service.answer = lost;
    const outcome = await bench.render();
    expect([outcome.inDoubt.length, bench.service.submissions.length, states()]).toEqual([3, 1, ['in-doubt 3']]);
  });

  it('sends a batch again where the policy says so, and counts both', async () => {
    bench.write(3);
    bench.service.answer = () => (bench.service.submissions.length === 1 ? lost() : null);
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect(outcome).toMatchObject({ inDoubt: [], stopped: null, batches: 2 });
    expect([outcome.rendered.length, states(), events('doubt-sent-again')]).toEqual([
      3,
      ['done 3', 'resubmitted 3'],
      1,
    ]);
    const [once] = bench.project.lines.states();
    expect(sumSpending(bench.project.db, null, null).characters).toBe(outcome.characters);
    expect(outcome.characters).toBeGreaterThan(6 * (once?.characters ?? 0) - 6);
  });

  it('sends each line again once and then asks, however long the service goes on like that', async () => {
    bench.write(60);
    bench.service.answer = lost;
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect([bench.service.submissions.length, outcome.inDoubt.length]).toEqual([4, 60]);
    expect(states()).toEqual(['in-doubt 60', 'resubmitted 60']);
  });

  it('asks about what was sent before the project was copied or moved: its other copy may still get it', async () => {
    const { project } = bench;
    bench.write(3);
    bench.service.answer = lost;
    await bench.render();
    const [doubt] = project.db
      .prepare<{ id: number; runId: number }>('SELECT id, run_id AS "runId" FROM batches')
      .all();
    if (!doubt) throw new Error('nothing is in doubt');
    project.revokePlace();
    project.confirmPlace();
    expect(resendOnce(project.db, doubt)).toEqual([]);
    // Confirmed where it lies already, it forgets nothing.
    project.confirmPlace();
    expect(resendOnce(project.db, doubt)).toEqual([]);
    expect(states()).toEqual(['in-doubt 3']);
  });

  it('asks where sending again would pass a cap', async () => {
    bench.write(3);
    bench.service.answer = lost;
    const characters = bench.project.lines.counts().characters;
    bench.project.updateSettings({ characterCap: characters + 1 });
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect([bench.service.submissions.length, outcome.inDoubt.length, states()]).toEqual([1, 3, ['in-doubt 3']]);
  });
});

describe('a run that comes to a cap', () => {
  it('sends what fits, stops, and says which cap it was; raised, it goes on', async () => {
    bench.write(3);
    const [first, second] = bench.project.lines.states();
    bench.project.updateSettings({ characterCap: (first?.characters ?? 0) + (second?.characters ?? 0) });
    const outcome = await bench.render();
    expect(outcome.rendered).toEqual([first?.id, second?.id]);
    expect(outcome.stopped).toEqual({ kind: 'capped', by: 'characters' });
    expect(outcome.failed.size).toBe(1);
    bench.project.updateSettings({ characterCap: null });
    expect((await bench.render()).rendered.length).toBe(1);
  });

  it('does not retry what failed beyond it', async () => {
    bench.write(2);
    bench.service.status = () => 'failed';
    bench.project.updateSettings({ characterCap: bench.project.lines.counts().characters });
    await bench.render({ retryFailed: 3 });
    expect(bench.service.submissions.length).toBe(1);
  });

  it('is stopped by the cap in money at the price that holds', async () => {
    bench.write(3);
    const [line] = bench.project.lines.states();
    const price = { perThousand: 10, currency: 'EUR' };
    bench.project.updateSettings({ moneyCap: { amount: ((line?.characters ?? 0) / 1_000) * 10, currency: 'EUR' } });
    const outcome = await bench.render({}, {}, { terms: () => ({ price, webhookUrl: null }) });
    expect(outcome).toMatchObject({ rendered: [line?.id], stopped: { kind: 'capped', by: 'money' } });
  });
});
