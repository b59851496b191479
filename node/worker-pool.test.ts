import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FrailJob } from './testing/frail-worker.ts';
import { createWorkerPool, WorkerLostError, type WorkerPool } from './worker-pool.ts';

interface Answer {
  readonly value: number;
  readonly thread: number;
}

const SCRIPT = new URL('./testing/frail-worker.ts', import.meta.url);
const pools: WorkerPool<FrailJob, Answer>[] = [];

function pool(size: number): WorkerPool<FrailJob, Answer> {
  const made = createWorkerPool<FrailJob, Answer>(SCRIPT, size);
  pools.push(made);
  return made;
}

function answer(value: number): FrailJob {
  return { do: 'answer', value };
}

afterEach(async () => {
  await Promise.all(pools.splice(0).map((made) => made.close()));
});

test('every job gets its own answer, from no more threads than allowed', async () => {
  const workers = pool(2);
  const values = Array.from({ length: 30 }, (_, index) => index);
  const answers = await Promise.all(values.map((value) => workers.run(answer(value))));
  expect(answers.map((given) => given.value)).toEqual(values);
  expect(new Set(answers.map((given) => given.thread)).size).toBeLessThanOrEqual(2);
});

test('a thread has the environment of the process, without the account’s key', async () => {
  vi.stubEnv('LECTERN_API_KEY', 'sk-account');
  const workers = pool(1);
  expect(await workers.run({ do: 'count-variables', name: 'LECTERN_API_KEY' })).toMatchObject({ value: 0 });
  expect(await workers.run({ do: 'count-variables', name: 'PATH' })).toMatchObject({ value: 1 });
  vi.unstubAllEnvs();
});

test('a thread without a job is ended where that is asked for, and another one does the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const workers = createWorkerPool<FrailJob, Answer>(SCRIPT, 1, { idleMs: 200 });
  pools.push(workers);
  const first = await workers.run(answer(1));
  vi.advanceTimersByTime(150);
  const second = await workers.run(answer(2));
  vi.advanceTimersByTime(150);
  const third = await workers.run(answer(3));
  expect([second.thread, third.thread]).toEqual([first.thread, first.thread]);
  vi.advanceTimersByTime(250);
  expect((await workers.run(answer(4))).thread).not.toBe(first.thread);
  vi.useRealTimers();
});

describe('an idle thread of a closed pool', () => {
  const handOn = () => {
    const made = createWorkerPool<FrailJob, Answer>(SCRIPT, 1, {
      isHandedOn: true,
      data: expect.getState().currentTestName ?? '',
    });
    pools.push(made);
    return made;
  };

  test('continues in the next pool, with that pool’s jobs only', async () => {
    const first = handOn();
    const { thread } = await first.run(answer(1));
    await first.close();
    const second = handOn();
    expect(await second.run(answer(2))).toEqual({ value: 2, thread });
    await expect(first.run(answer(3))).rejects.toBeInstanceOf(WorkerLostError);
    await expect(second.run({ do: 'throw' })).rejects.toBeInstanceOf(WorkerLostError);
    expect(await second.run(answer(4))).toMatchObject({ value: 4 });
  });

  test('ends if no pool needs it within ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const first = handOn();
    const { thread } = await first.run(answer(1));
    await first.close();
    vi.advanceTimersByTime(10_000);
    expect((await handOn().run(answer(2))).thread).not.toBe(thread);
    vi.useRealTimers();
  });

  test('is not handed on with a job, after a crash, or to a pool that does not take it', async () => {
    const busy = handOn();
    const { thread } = await busy.run(answer(1));
    const lost = expect(busy.run({ do: 'nothing' })).rejects.toBeInstanceOf(WorkerLostError);
    await busy.close();
    await lost;
    const crashed = handOn();
    const second = await crashed.run(answer(2));
    expect(second.thread).not.toBe(thread);
    await expect(crashed.run({ do: 'exit' })).rejects.toBeInstanceOf(WorkerLostError);
    await crashed.close();
    const third = handOn();
    const { thread: kept } = await third.run(answer(3));
    expect(kept).not.toBe(second.thread);
    await third.close();
    expect((await pool(1).run(answer(4))).thread).not.toBe(kept);
  });
});

test('a refusal comes back as such, and the thread goes on', async () => {
  const workers = pool(1);
  const before = await workers.run(answer(1));
  await expect(workers.run({ do: 'refuse' })).rejects.toMatchObject({ message: 'No.', detail: 'unwilling' });
  expect(await workers.run(answer(2))).toEqual({ value: 2, thread: before.thread });
});

test.each(['throw', 'exit'] as const)('a thread that dies by %s takes only its own job along', async (end) => {
  const workers = pool(1);
  const jobs = [answer(1), { do: end }, answer(2), { do: end }, answer(3)] as const;
  const outcomes = await Promise.allSettled(jobs.map((job) => workers.run(job)));
  expect(outcomes.map((outcome) => outcome.status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  const [, lost] = outcomes;
  expect(lost?.status === 'rejected' && lost.reason).toBeInstanceOf(WorkerLostError);
});

test('a job that can not be handed over fails alone', async () => {
  const workers = pool(1);
  const impossible = { do: 'answer', value: () => 1 } as unknown as FrailJob;
  await expect(workers.run(impossible)).rejects.toThrow();
  expect(await workers.run(answer(7))).toMatchObject({ value: 7 });
});

test('closing fails what is running and what waits, at once, and takes nothing more', async () => {
  const workers = pool(1);
  const running = workers.run({ do: 'nothing' });
  const waiting = workers.run(answer(1));
  const outcomes = Promise.allSettled([running, waiting]);
  await workers.close();
  for (const outcome of await outcomes) {
    expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(WorkerLostError);
  }
  await expect(workers.run(answer(2))).rejects.toBeInstanceOf(WorkerLostError);
  await workers.close();
});
