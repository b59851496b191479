// Lines that the service accepted and no longer has: when they count as lost, and what becomes of them.

import { join } from 'node:path';
import type { LenientBatchJob } from '@lectern/tts-protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ServiceError, type ServiceProblem } from '../api/service-error.ts';
import { leaveOut, markDoubtForResubmission, restoreDoubt } from '../project/journal/journal-doubts.ts';
import { JournalReports } from '../project/journal/journal-reports.ts';
import { lineBriefs } from '../project/lines/line-briefs.ts';
import { openProject } from '../project/project-folder.ts';
import { sumSpending } from '../project/spending/remaining-budget.ts';
import { ReviewStore } from '../project/takes/review-store.ts';
import { systemRandom } from '../system.ts';
import { planRun } from './run-plan.ts';
import { RunBench } from './testing/run-bench.ts';

let bench: RunBench;

beforeEach(() => {
  bench = new RunBench();
});
afterEach(() => bench.clear());

const NOT_FOUND: ServiceProblem = { kind: 'not-found', status: 404, message: 'No such batch.', errorId: null };
const PAGE: ServiceProblem = { kind: 'not-the-service', status: 404, contentType: 'text/html' };
const GONE_AUDIO: ServiceProblem = { kind: 'address-expired', status: 404 };

/** Batches of these numbers (0 is the first one that was sent) can't be read, for this problem. */
function forget(...numbers: readonly number[]): { problem: ServiceProblem | null; reads: number } {
  const state: { problem: ServiceProblem | null; reads: number } = { problem: NOT_FOUND, reads: 0 };
  const read = bench.service.readBatch.bind(bench.service);
  bench.service.readBatch = async (self: string): Promise<LenientBatchJob> => {
    if (!state.problem || !numbers.includes(Number(self.split('/').at(-1)))) return read(self);
    state.reads += 1;
    throw new ServiceError(state.problem);
  };
  return state;
}

const states = () =>
  bench.project.db
    .prepare<{ state: string; n: number }>('SELECT state, count(*) AS n FROM jobs GROUP BY state ORDER BY state')
    .all()
    .map(({ state, n }) => `${state} ${n}`);
const spent = () => sumSpending(bench.project.db, null, null).characters;

describe('a batch that the service no longer has', () => {
  it('is lost after four denials over six seconds, and not earlier', async () => {
    bench.write(3);
    const state = forget(0);
    const startedAt = bench.clock.now();
    const outcome = await bench.render();
    expect(bench.clock.now() - startedAt).toBeGreaterThanOrEqual(6_000);
    expect(bench.clock.now() - startedAt).toBeLessThan(8_000);
    // The fourth denial is heard twice: before and after the service has shown that it is there.
    expect(state.reads).toBe(5);
    expect(outcome).toMatchObject({ rendered: [], inDoubt: [], stopped: null, batches: 1 });
    expect([outcome.lost.length, outcome.failed.size, states()]).toEqual([3, 0, ['lost 3']]);
    expect(bench.events.filter(({ kind }) => kind === 'lines-lost')).toMatchObject([{ cause: 'batch-gone' }]);
    expect(planRun(bench.project, bench.journal)).toMatchObject({ send: [], inFlight: [], lost: outcome.lost });
  });

  it('is lost as soon where it had been read for a long time before', async () => {
    bench.write(3);
    const state = forget(0);
    state.problem = null;
    bench.service.status = () => 'pending';
    const run = bench.start();
    await bench.clock.advance(10 * 60_000);
    state.problem = NOT_FOUND;
    const deniedAt = bench.clock.now();
    const outcome = await run.finish();
    expect(outcome.lost.length).toBe(3);
    expect(bench.clock.now() - deniedAt).toBeLessThan(15_000);
  });

  it('is not lost where the list of voices can’t be had either', async () => {
    bench.write(3);
    forget(0);
    bench.service.listVoices = () => Promise.reject(new ServiceError(NOT_FOUND));
    const outcome = await bench.render();
    expect([outcome.lost, states()]).toEqual([[], ['accepted 3']]);
    expect([...outcome.failed.values()].map(({ kind }) => kind)).toEqual(['unfinished', 'unfinished', 'unfinished']);
  });

  it('is not lost where it is there again once the service has shown that it answers', async () => {
    bench.write(3);
    const state = forget(0);
    bench.service.listVoices = async () => {
      state.problem = null;
      return [{ id: 'v' }];
    };
    const outcome = await bench.render();
    expect([outcome.lost, outcome.rendered.length]).toEqual([[], 3]);
  });

  it('is not lost for a proxy’s page', async () => {
    bench.write(3);
    forget(0).problem = PAGE;
    const outcome = await bench.render();
    expect([outcome.lost, states()]).toEqual([[], ['accepted 3']]);
  });

  it('is asked for by the list of voices once, however many batches of a book are gone', async () => {
    bench.write(500);
    forget(...Array.from({ length: 10 }, (_, n) => n));
    let lists = 0;
    bench.service.listVoices = async () => {
      lists += 1;
      return [];
    };
    const outcome = await bench.render();
    expect(outcome.lost.length).toBe(500);
    expect(lists).toBeLessThan(5);
  });

  it('is counted once when it is lost, and again when it is sent again', async () => {
    bench.write(3);
    forget(0);
    const first = await bench.render();
    expect(spent()).toBe(first.characters);
    bench.journal.markDoubtsForResubmission();
    const second = await bench.render();
    expect([second.rendered.length, states()]).toEqual([3, ['done 3', 'resubmitted 3']]);
    expect(spent()).toBe(first.characters + second.characters);
    expect(new JournalReports(bench.project.db).spending()).toMatchObject({ total: spent(), lost: 0 });
  });

  it('stays lost over a kill, and is lost after one in the moment before it was noted', async () => {
    bench.write(3);
    forget(0);
    const noted = bench.journal.markJobsLost.bind(bench.journal);
    bench.journal.markJobsLost = () => {
      throw new Error('killed');
    };
    await expect(bench.render()).rejects.toThrow('killed');
    expect(states()).toEqual(['accepted 3']);
    bench.journal.markJobsLost = noted;
    expect((await bench.render()).lost.length).toBe(3);
    const path = join(bench.project.dir);
    const reader = openProject(path, { mode: 'read', clock: bench.clock, random: systemRandom });
    expect(lineBriefs(reader.db, { chapterId: null }).map(({ status }) => status)).toEqual(['lost', 'lost', 'lost']);
    expect(new ReviewStore(reader.db).list({ sort: 'script', statuses: ['lost'] }).lineIds.length).toBe(3);
    reader.close();
  });
});

describe('single lines of a batch', () => {
  it('are lost where the batch’s answer leaves them out, and the others come', async () => {
    bench.write(5);
    const read = bench.service.readBatch.bind(bench.service);
    bench.service.readBatch = async (self) => {
      const { jobs = [] } = await read(self);
      return { jobs: jobs.slice(0, 3) };
    };
    const outcome = await bench.render();
    expect([outcome.rendered.length, outcome.lost.length, states()]).toEqual([3, 2, ['done 3', 'lost 2']]);
    expect(new JournalReports(bench.project.db).doubts()).toMatchObject([
      { state: 'done', jobs: [{ state: 'lost' }, { state: 'lost' }] },
    ]);
  });

  it('are lost where their audio is gone at four tries, and not where one of them failed differently', async () => {
    bench.write(2);
    const problems: ServiceProblem[] = [
      ...Array.from({ length: 3 }, () => GONE_AUDIO),
      { kind: 'server-error', status: 503, message: null },
    ];
    let tries = 0;
    bench.service.download = () => {
      tries += 1;
      return Promise.reject(new ServiceError(problems.shift() ?? GONE_AUDIO));
    };
    const outcome = await bench.render();
    expect(tries).toBe(8);
    expect(outcome.lost.length + outcome.failed.size).toBe(2);
    expect([...outcome.failed.values()].map(({ kind }) => kind)).toEqual(['audio-unavailable']);
    expect(states()).toEqual(['accepted 1', 'lost 1']);
  });

  it('are not lost where the audio is refused or its server fails', async () => {
    bench.write(1);
    for (const status of [401, 403]) {
      bench.service.download = () => Promise.reject(new ServiceError({ kind: 'address-expired', status }));
      expect((await bench.render()).lost).toEqual([]);
    }
    expect(states()).toEqual(['accepted 1']);
  });
});

describe('the policy of the connection', () => {
  it('sends what is lost again at once, each line once in a run, and then asks', async () => {
    bench.write(3);
    forget(0, 1);
    const startedAt = bench.clock.now();
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect(bench.clock.now() - startedAt).toBeLessThan(20_000);
    expect(bench.service.submissions.length).toBe(2);
    expect([outcome.lost.length, states()]).toEqual([3, ['lost 3', 'resubmitted 3']]);
    expect(spent()).toBe(outcome.characters);
  });

  it('sends again only the lost lines of a batch, as they are found, and they belong to the run that goes on', async () => {
    bench.write(4);
    const read = bench.service.readBatch.bind(bench.service);
    bench.service.readBatch = async (self) => {
      const { jobs = [] } = await read(self);
      return { jobs: self.endsWith('/0') ? jobs.slice(1) : jobs };
    };
    bench.service.status = () => 'pending';
    const sent = Promise.withResolvers<void>();
    bench.service.beforeAnswer = sent.resolve;
    const first = bench.start();
    await sent.promise;
    await bench.clock.advance(1_000);
    bench.service.status = () => 'completed';
    first.live.hold();
    expect((await first.finish()).lost.length).toBe(1);
    // Nothing left while the run was held back; another run goes on, and is told by the producer.
    expect(bench.service.submissions.length).toBe(1);
    bench.journal.markDoubtsForResubmission();
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect([outcome.rendered.length, bench.service.submissions.at(-1)?.jobs.length]).toEqual([1, 1]);
  });

  it('lets no cap be passed by what is sent again', async () => {
    bench.write(3);
    forget(0);
    const characters = bench.project.lines.counts().characters;
    bench.project.updateSettings({ characterCap: characters + 1 });
    const outcome = await bench.render({}, {}, { inDoubtPolicy: () => 'send-again' });
    expect([bench.service.submissions.length, outcome.lost.length, states()]).toEqual([1, 3, ['lost 3']]);
  });

  it('puts lines of an earlier run into the one that sends them again', async () => {
    bench.write(3);
    forget(0);
    bench.service.listVoices = () => Promise.reject(new ServiceError(PAGE));
    await bench.render();
    bench.service.listVoices = async () => [];
    const run = bench.start({}, {}, { inDoubtPolicy: () => 'send-again' });
    const outcome = await run.finish();
    expect(outcome.rendered.length).toBe(3);
    expect(bench.journal.linesOf(run.runId)).toEqual(outcome.rendered.toSorted((a, b) => a - b));
  });
});

describe('what the producer decides about lost lines', () => {
  async function loseSome() {
    bench.write(3);
    forget(0);
    await bench.render();
    const [batch] = new JournalReports(bench.project.db).doubts();
    if (!batch) throw new Error('nothing is lost');
    return batch;
  }

  it('sends them again', async () => {
    const batch = await loseSome();
    expect(markDoubtForResubmission(bench.project.db, batch.id).length).toBe(3);
    expect(planRun(bench.project, bench.journal)).toMatchObject({ send: [{}, {}, {}], lost: [] });
    expect(markDoubtForResubmission(bench.project.db, batch.id)).toEqual([]);
  });

  it('leaves them out, and takes that back: they are lost again, for the reason that they were', async () => {
    const batch = await loseSome();
    const { db } = bench.project;
    const before = new JournalReports(db).doubts();
    expect(leaveOut(db, batch.id, bench.clock.now()).length).toBe(3);
    expect(states()).toEqual(['resubmitted 3']);
    expect(restoreDoubt(db, batch.id).length).toBe(3);
    expect(states()).toEqual(['lost 3']);
    const reasons = (batches: typeof before) => batches.flatMap(({ jobs }) => jobs.map(({ reason }) => reason));
    expect(reasons(new JournalReports(db).doubts())).toEqual(reasons(before));
  });
});
