import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { Dispatcher, type DispatcherOptions, type DispatchOrder } from './dispatcher.ts';
import type { QueueItem, SendResult } from './scheduler-types.ts';
import { fullestMinute, SimulatedService, seeded } from './testing/simulated-service.ts';
import { byHand, TemporaryLimits } from './testing/temporary-limits.ts';

const MINUTE = 60_000;

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

const lines = (count: number, characters = 10, prefix = ''): QueueItem[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, characters }));

function dispatcherOf(settings = byHand({}), options: Partial<DispatcherOptions> = {}): Dispatcher {
  const budget = limits.budget(settings);
  return new Dispatcher({ budget, clock: limits.clock, requestTimeoutMs: 30_000, linesPerBatch: 5, ...options });
}

interface Sent {
  readonly at: number;
  readonly ids: string[];
}

/** A run whose batches take a second and end as told, `accepted` when nothing is left to tell. */
function runOf(
  waiting: readonly QueueItem[],
  results: SendResult[] = [],
  more: Partial<DispatchOrder<QueueItem>> = {},
) {
  const start = limits.clock.now();
  const sent: Sent[] = [];
  const order: DispatchOrder<QueueItem> = {
    runId: 'run',
    kind: 'bulk',
    lines: waiting,
    async send(batch) {
      sent.push({ at: limits.clock.now() - start, ids: batch.map(({ id }) => id) });
      const result = results.shift() ?? { kind: 'accepted' };
      await limits.clock.sleep(1_000);
      return result;
    },
    neverFits: (line) => expect.unreachable(`line ${line.id} should fit`),
    ...more,
  };
  return { order, sent };
}

/** Plays the clock until some work is done. */
async function until(work: Promise<unknown>): Promise<void> {
  let over = false;
  const done = work.finally(() => {
    over = true;
  });
  done.catch(() => {});
  while (!over && (await limits.clock.step()));
  await done;
}

describe('a run', () => {
  it('leaves in full batches, in script order, as far as the window allows', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 2 }));
    const { order, sent } = runOf(lines(12));
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    expect(sent).toEqual([
      { at: 0, ids: ['0', '1', '2', '3', '4'] },
      { at: 0, ids: ['5', '6', '7', '8', '9'] },
      { at: 1_000 + MINUTE + 1, ids: ['10', '11'] },
    ]);
  });

  it('has no more in flight than it may', async () => {
    const dispatcher = dispatcherOf(byHand({}), { concurrency: 2 });
    const { order, sent } = runOf(lines(25));
    dispatcher.enqueue(order);
    expect(dispatcher.snapshot()).toMatchObject({ queued: 15, queuedCharacters: 150, inFlight: 10 });
    await until(dispatcher.idle());
    expect(sent.map(({ at }) => at)).toEqual([0, 0, 1_000, 1_000, 2_000]);
  });

  it('says of a line that is longer than the window that it never fits, and goes on', async () => {
    const dispatcher = dispatcherOf(byHand({ characters: 100 }));
    const never: [string, number][] = [];
    const mixed = [...lines(2, 10, 'a'), { id: 'giant', characters: 101 }, ...lines(1, 100, 'b')];
    const { order, sent } = runOf(mixed, [], { neverFits: (line, limit) => never.push([line.id, limit]) });
    dispatcher.enqueue(order);
    expect(dispatcher.snapshot().queued).toBe(1);
    await until(dispatcher.idle());
    expect(never).toEqual([['giant', 100]]);
    expect(sent.map(({ ids }) => ids)).toEqual([['a0', 'a1'], ['b0']]);
  });

  it('waits its turn behind the run that came first', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const [first, second] = [runOf(lines(6), [], { runId: 'first' }), runOf(lines(1), [], { runId: 'second' })];
    dispatcher.enqueue(first.order);
    dispatcher.enqueue(second.order);
    await until(dispatcher.finished('first'));
    expect(second.sent).toEqual([]);
    await until(dispatcher.finished('second'));
    expect([first.sent.length, second.sent.length]).toEqual([2, 1]);
  });

  it('makes way for interactive work, which also finds a place in flight', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 3 }), { concurrency: 1 });
    const book = runOf(lines(20));
    const audition = runOf(lines(1), [], { runId: 'audition', kind: 'interactive' });
    dispatcher.enqueue(book.order);
    dispatcher.enqueue(audition.order);
    expect([book.sent.length, audition.sent.length]).toEqual([1, 1]);
    await until(dispatcher.idle());
    expect(book.sent).toHaveLength(4);
  });

  it('is over at once when it has no lines', async () => {
    const dispatcher = dispatcherOf();
    dispatcher.enqueue(runOf([]).order);
    await dispatcher.finished('run');
    await dispatcher.idle();
  });
});

describe('a batch that does not get through', () => {
  it('gives its place back when it was not sent, and is tried again after a growing pause', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const failures: SendResult[] = [{ kind: 'not-sent' }, { kind: 'not-sent' }, { kind: 'not-sent' }];
    const { order, sent } = runOf(lines(2), failures);
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    expect(sent.map(({ at }) => at)).toEqual([0, 2_000, 5_000, 10_000]);
    expect(new Set(sent.map(({ ids }) => ids.join()))).toEqual(new Set(['0,1']));
  });

  it('tries at once when someone says so', async () => {
    const dispatcher = dispatcherOf();
    const { order, sent } = runOf(lines(1), [{ kind: 'not-sent' }]);
    dispatcher.enqueue(order);
    await limits.clock.advance(1_000);
    expect(dispatcher.snapshot().waitingUntil).toBe(limits.clock.now() + 1_000);
    dispatcher.resume();
    expect(sent).toHaveLength(2);
    await until(dispatcher.idle());
  });

  it('waits as the service asks when it is refused by the limit, and leaves before the others', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 4 }), { concurrency: 1 });
    const { order, sent } = runOf(lines(10), [{ kind: 'rate-limited', retryAfterMs: 7_000 }]);
    dispatcher.enqueue(order);
    await limits.clock.advance(1_000);
    expect(dispatcher.snapshot().waitingUntil).toBe(limits.clock.now() + 7_000);
    await until(dispatcher.idle());
    expect(sent.map(({ at, ids }) => [at, ids[0]])).toEqual([
      [0, '0'],
      [8_000, '0'],
      // The refusal has halved the four requests.
      [1_000 + MINUTE + 1, '5'],
    ]);
  });

  it('is parted in halves until the lines at fault are alone', async () => {
    const dispatcher = dispatcherOf(byHand({}), { concurrency: 1 });
    const failed: string[] = [];
    const { order, sent } = runOf(lines(7), [], {
      async send(batch) {
        sent.push({ at: 0, ids: batch.map(({ id }) => id) });
        if (!batch.some(({ id }) => id === '3')) return { kind: 'accepted' };
        if (batch.length > 1) return { kind: 'split' };
        failed.push('3');
        return { kind: 'failed' };
      },
    });
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    expect(sent.map(({ ids }) => ids.join(''))).toEqual(['01234', '012', '34', '3', '4', '56']);
    expect(failed).toEqual(['3']);
  });

  it('of one line can not be parted: it counts as failed', async () => {
    const dispatcher = dispatcherOf();
    const { order, sent } = runOf(lines(1), [{ kind: 'split' }]);
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    expect(sent).toHaveLength(1);
  });

  it('stops everything and passes the error to waiting callers when sending it throws', async () => {
    const dispatcher = dispatcherOf(byHand({}), { concurrency: 1 });
    const { order } = runOf(lines(10), [], { send: () => Promise.reject(new Error('a bug')) });
    dispatcher.enqueue(order);
    await expect(until(dispatcher.idle())).rejects.toThrow('a bug');
    expect(dispatcher.snapshot()).toMatchObject({ queued: 5, inFlight: 0, paused: true });
  });
});

describe('orders to the queue', () => {
  it('pause and resume', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const { order, sent } = runOf(lines(15));
    dispatcher.pause();
    dispatcher.enqueue(order);
    await limits.clock.advance(MINUTE);
    expect([sent.length, dispatcher.snapshot().paused]).toEqual([0, true]);
    dispatcher.resume();
    await limits.clock.advance(10);
    dispatcher.pause();
    await limits.clock.advance(5 * MINUTE);
    expect(sent).toHaveLength(1);
    dispatcher.resume();
    await until(dispatcher.idle());
    expect(sent).toHaveLength(3);
  });

  it('cancels waiting lines: some of them, one run, or everything', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const [one, two] = [runOf(lines(10), [], { runId: 'one' }), runOf(lines(10), [], { runId: 'two' })];
    dispatcher.enqueue(one.order);
    dispatcher.enqueue(two.order);
    expect(dispatcher.cancel(['0', '5', '7'], 'one')).toEqual(['5', '7']);
    expect(dispatcher.cancel(undefined, 'two')).toHaveLength(10);
    await until(dispatcher.finished('two'));
    await until(dispatcher.finished('one'));
    expect(one.sent.flatMap(({ ids }) => ids)).toEqual(['0', '1', '2', '3', '4', '6', '8', '9']);
    dispatcher.enqueue(two.order);
    expect(dispatcher.cancel()).toHaveLength(10);
    await until(dispatcher.idle());
    expect(two.sent).toEqual([]);
  });

  it('stop for good: what is in flight ends, and nothing comes back', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const { order, sent } = runOf(lines(10), [{ kind: 'not-sent' }]);
    dispatcher.enqueue(order);
    expect(dispatcher.stop()).toHaveLength(5);
    await until(dispatcher.idle());
    expect(sent).toHaveLength(1);
    expect(() => dispatcher.enqueue(order)).toThrow('stopped');
  });

  it('listen to changes', async () => {
    const dispatcher = dispatcherOf();
    let changes = 0;
    const stop = dispatcher.onChange(() => {
      changes += 1;
    });
    dispatcher.enqueue(runOf(lines(1)).order);
    await until(dispatcher.idle());
    const heard = changes;
    expect(heard).toBeGreaterThanOrEqual(2);
    stop();
    dispatcher.pause();
    expect(changes).toBe(heard);
  });
});

describe('several projects', () => {
  const inLane = (lane: string, count: number) => runOf(lines(count), [], { lane });

  it('sends all lines of the first lane before those of the next, even if the order changes', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const order = ['one', 'two'];
    dispatcher.arrange((lane) => order.indexOf(lane));
    const [two, one] = [inLane('two', 10), inLane('one', 10)];
    dispatcher.enqueue(two.order);
    dispatcher.enqueue(one.order);
    await limits.clock.advance(2 * MINUTE);
    expect([one.sent.length, two.sent.length]).toEqual([1, 1]);
    order.reverse();
    dispatcher.reorder();
    await until(dispatcher.idle());
    expect(two.sent[1]?.at).toBeLessThan(one.sent[1]?.at ?? 0);
  });

  it('keeps lines and runs with equal ids apart', async () => {
    const dispatcher = dispatcherOf(byHand({ requests: 1 }));
    const [one, two] = [inLane('one', 10), inLane('two', 10)];
    dispatcher.enqueue(one.order);
    dispatcher.enqueue(two.order);
    await limits.clock.advance(10);
    expect(dispatcher.cancel(['5', '6'], undefined, 'two')).toEqual(['5', '6']);
    dispatcher.ended(['0'], 'two');
    expect(dispatcher.load.lines).toBe(5);
    dispatcher.ended(['0'], 'one');
    expect(dispatcher.load.lines).toBe(4);
    await until(dispatcher.finished('run', 'one'));
    expect(one.sent.flatMap(({ ids }) => ids)).toHaveLength(10);
    expect(two.sent).toEqual([]);
    await until(dispatcher.finished('run', 'two'));
    expect(two.sent.flatMap(({ ids }) => ids)).toHaveLength(8);
  });

  it('resumes only after every caller that paused it has resumed it', async () => {
    const dispatcher = dispatcherOf();
    const [one, two] = [{}, {}];
    dispatcher.pause(one);
    dispatcher.pause(two);
    const { order, sent } = runOf(lines(1));
    dispatcher.enqueue(order);
    dispatcher.resume(one);
    await limits.clock.advance(MINUTE);
    expect(sent).toEqual([]);
    dispatcher.resume(two);
    await until(dispatcher.idle());
    expect(sent).toHaveLength(1);
  });
});

describe('any run against any service', () => {
  const anything = fc.record({
    sizes: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 120 }),
    urgent: fc.array(fc.integer({ min: 1, max: 300 }), { maxLength: 10 }),
    requests: fc.integer({ min: 1, max: 12 }),
    characters: fc.integer({ min: 300, max: 3_000 }),
    concurrency: fc.integer({ min: 1, max: 6 }),
    seed: fc.integer(),
  });

  it('is never refused, keeps the order of the script, and sends every line once', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async ({ sizes, urgent, requests, characters, concurrency, seed }) => {
        limits.dispose();
        limits = new TemporaryLimits();
        const limit = { requests, characters };
        const random = seeded(seed);
        const latencyMs = () => Math.floor(random() * 2_000);
        const service = new SimulatedService({ clock: limits.clock, limit, latencyMs, arrival: random });
        const dispatcher = dispatcherOf(byHand(limit), { concurrency });
        const left: string[] = [];
        const order = (runId: string, kind: 'bulk' | 'interactive', some: number[]): DispatchOrder<QueueItem> => ({
          runId,
          kind,
          lines: some.map((size, index) => ({ id: `${runId}${index}`, characters: size })),
          send(batch) {
            left.push(...batch.map(({ id }) => id));
            return service.send(batch);
          },
          neverFits: (line) => expect.unreachable(line.id),
        });
        dispatcher.enqueue(order('b', 'bulk', sizes));
        await limits.clock.advance(Math.floor(random() * 3 * MINUTE));
        dispatcher.enqueue(order('i', 'interactive', urgent));
        await until(dispatcher.idle());
        expect(service.refusals).toBe(0);
        const fullest = fullestMinute(service.requests);
        expect(fullest.requests).toBeLessThanOrEqual(requests);
        expect(fullest.characters).toBeLessThanOrEqual(characters);
        expect(left.filter((id) => id.startsWith('b'))).toEqual(sizes.map((_, index) => `b${index}`));
        expect(left.filter((id) => id.startsWith('i'))).toEqual(urgent.map((_, index) => `i${index}`));
      }),
      { numRuns: rounds(40) },
    );
  });

  it.each([
    [0.9, 1],
    [0.5, 1],
    [0.25, 2],
    [0.1, 4],
  ])('learns within minutes that only %d of the limit holds', async (share, windows) => {
    const random = seeded(7);
    const full = { requests: 50, characters: 87_500 };
    const limit = { requests: full.requests * share, characters: full.characters * share };
    const start = limits.clock.now();
    const service = new SimulatedService({
      clock: limits.clock,
      limit,
      latencyMs: () => Math.floor(random() * 2_000),
      arrival: random,
    });
    const dispatcher = dispatcherOf(byHand(full), { linesPerBatch: 50 });
    const minutesOfRefusals = new Set<number>();
    const { order } = runOf(lines(Math.floor(limit.characters / 100) * 6, 100), [], {
      async send(batch) {
        const result = await service.send(batch);
        if (result.kind === 'rate-limited') minutesOfRefusals.add(Math.floor((limits.clock.now() - start) / MINUTE));
        return result;
      },
    });
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    // After those, only a try at more every few minutes is refused.
    const early = [...minutesOfRefusals].filter((minute) => minute < 5);
    expect(early.length).toBeLessThanOrEqual(windows);
    expect(minutesOfRefusals.size).toBeLessThanOrEqual(windows + 2);
  });

  it('gets through a service that refuses more than was expected', async () => {
    const random = seeded(3);
    const service = new SimulatedService({
      clock: limits.clock,
      limit: { requests: 3, characters: 600 },
      latencyMs: () => Math.floor(random() * 2_000),
      arrival: random,
    });
    const dispatcher = dispatcherOf(byHand({ requests: 10, characters: 2_000 }));
    const done = new Set<string>();
    const { order } = runOf(lines(200, 40), [], {
      async send(batch) {
        const result = await service.send(batch);
        if (result.kind === 'accepted') for (const { id } of batch) done.add(id);
        return result;
      },
    });
    dispatcher.enqueue(order);
    await until(dispatcher.idle());
    expect(done.size).toBe(200);
    expect(service.refusals).toBeGreaterThan(0);
    expect(service.refusals).toBeLessThan(30);
  });
});
