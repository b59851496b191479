import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { Dispatcher } from './dispatcher.ts';
import type { QueueItem } from './scheduler-types.ts';
import { Backlog, finishTimes, ServiceLoad, workOf } from './service-load.ts';
import { seeded } from './testing/simulated-service.ts';
import { SpeakingService } from './testing/speaking-service.ts';
import { byHand, TemporaryLimits } from './testing/temporary-limits.ts';

function loadAt(earlierPace: number | null = null) {
  let now = 1_000_000;
  const load = new ServiceLoad({ clock: { monotonic: () => now }, earlierPace });
  return { load, pass: (milliseconds: number) => (now += milliseconds), now: () => now };
}

const lines = (count: number, characters = 100, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ id: String(from + index), characters }));
const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

/** Work through lines in batches of ten, each of which takes as long as told. */
function workThrough({ load, pass }: ReturnType<typeof loadAt>, batches: number, batchMs: number): void {
  for (let batch = 0; batch < batches; batch += 1) {
    const batchLines = lines(10, 100, batch * 10);
    load.sent(batchLines);
    pass(batchMs);
    load.ended(idsOf(batchLines), true);
  }
}

describe('the load of a service', () => {
  it('is what was sent and is not back', () => {
    const { load } = loadAt();
    load.sent(lines(3));
    load.sent([{ id: '1', characters: 40 }]);
    expect([load.lines, load.characters]).toEqual([3, 240]);
    expect(load.ended(['1', '1', 'unknown'], true)).toBe(40);
    expect([load.lines, load.characters]).toEqual([2, 200]);
  });

  it('has the pace at which work was finished while there was any', () => {
    const own = loadAt();
    expect(own.load.pace).toBeNull();
    workThrough(own, 5, 1_000);
    const pace = workOf({ lines: 10, characters: 1_000 }) / 1_000;
    expect(own.load.pace).toBeCloseTo(pace, 5);
    // A pause between two runs says nothing of the pace.
    own.pass(3_600_000);
    expect(own.load.pace).toBeCloseTo(pace, 5);
  });

  it('does not count as finished what the service never worked on', () => {
    const own = loadAt();
    const refused = lines(10);
    own.load.sent(refused);
    own.pass(60_000);
    own.load.ended(idsOf(refused), false);
    expect(own.load.pace).toBeNull();
  });

  it('goes by an earlier pace until there is a better one', () => {
    const own = loadAt(1);
    expect(own.load.pace).toBe(1);
    workThrough(own, 120, 1_000);
    expect(own.load.pace).toBeCloseTo(2.5, 1);
    expect(own.load.measuredPace).toBeCloseTo(2.5, 1);
  });

  it('measures how long an idle service takes to start, and only adds that while it is idle', () => {
    const own = loadAt();
    const first = lines(1);
    own.load.sent(first);
    own.pass(4_000);
    own.load.ended(idsOf(first), true);
    workThrough(own, 20, 250);
    const pace = own.load.pace ?? 0;
    expect(own.load.startMs).toBeCloseTo(4_000 - workOf({ lines: 1, characters: 100 }) / pace, 5);
    const batch = [{ at: 0, lines: 10, characters: 1_000 }];
    expect(finishTimes(own.load.state, batch, 0)?.batches[0]).toBeCloseTo(250, 0);
    own.pass(60_000);
    expect(finishTimes(own.load.state, batch, 0)?.batches[0]).toBeCloseTo(4_225, 0);
  });

  it('forecasts a short run within 20 % once the service has been measured, and gives no forecast before', async () => {
    const limits = new TemporaryLimits();
    const { clock } = limits;
    const run = async (earlier: { readonly pace: number | null; readonly startMs: number | null }) => {
      const load = new ServiceLoad({ clock, earlierPace: earlier.pace, earlierStartMs: earlier.startMs });
      const dispatcher = new Dispatcher({ budget: limits.budget(byHand({})), clock, requestTimeoutMs: 30_000, load });
      const service = new SpeakingService(clock, 400, 40, 3_000);
      service.dispatcher = dispatcher;
      const startedAt = clock.now();
      const waiting = lines(20, 60);
      const batch = { at: startedAt, lines: 20, characters: 1_200 };
      const promised = finishTimes(load.state, [batch], startedAt)?.batches[0] ?? null;
      const send = (taken: readonly QueueItem[]) => service.send(taken);
      dispatcher.enqueue({ runId: '1', kind: 'bulk', lines: waiting, send, neverFits: () => {} });
      while (load.lines > 0) await clock.step();
      const { pace, startMs } = load;
      return { promisedMs: promised && promised - startedAt, tookMs: clock.now() - startedAt, pace, startMs };
    };
    const first = await run({ pace: null, startMs: null });
    expect(first.promisedMs).toBeNull();
    const { promisedMs, tookMs } = await run(first);
    expect(Math.abs((promisedMs ?? 0) - tookMs)).toBeLessThan(tookMs / 5);
    limits.dispose();
  });

  it('soon forgets that a service was slow to start', () => {
    const own = loadAt();
    const first = lines(1);
    own.load.sent(first);
    own.pass(6_000);
    own.load.ended(idsOf(first), true);
    workThrough(own, 60, 100);
    expect(own.load.pace).toBeGreaterThan(25 * 0.8);
  });

  it('keeps the pace that it knows while nothing comes back, and does not go by what came first', () => {
    const own = loadAt(5);
    const first = lines(2);
    own.load.sent(first);
    for (let looks = 0; looks < 24; looks += 1) {
      own.pass(250);
      expect(own.load.pace).toBe(5);
    }
    own.load.ended(['0'], true);
    expect(own.load.pace).toBe(5);
    own.load.ended(['1'], true);
    workThrough(own, 20, 500);
    own.load.sent(lines(10));
    own.pass(20_000);
    expect(own.load.pace).toBeCloseTo(5, 0);
  });

  it('follows a service that becomes slower', () => {
    const own = loadAt();
    workThrough(own, 100, 1_000);
    workThrough(own, 30, 10_000);
    expect(own.load.pace).toBeLessThan(0.3);
  });

  it('remembers no pace that was hardly measured', () => {
    const own = loadAt();
    workThrough(own, 3, 1_000);
    expect([own.load.pace === null, own.load.measuredPace]).toEqual([false, null]);
  });
});

describe('the end of the work', () => {
  const NOW = 1_000_000;
  const idle = { pace: 1, lines: 0, characters: 0 };
  const batchesAt = (...after: number[]) => after.map((ms) => ({ at: NOW + ms, lines: 10, characters: 1_000 }));

  it('is not known without a pace', () => {
    expect(finishTimes({ ...idle, pace: null }, batchesAt(0), NOW)).toBeNull();
  });

  it('comes when all that is outstanding is worked through', () => {
    const times = finishTimes({ pace: 1, lines: 10, characters: 1_000 }, batchesAt(0), NOW);
    expect(times).toEqual({ outstanding: NOW + 2_500, batches: [NOW + 5_000] });
  });

  it('follows the service where it is slower than the submissions', () => {
    expect(finishTimes(idle, batchesAt(0, 0, 0, 0), NOW)?.batches.at(-1)).toBe(NOW + 10_000);
  });

  it('follows the submissions where they are slower than the service', () => {
    expect(finishTimes(idle, batchesAt(0, 60_000, 120_000), NOW)?.batches.at(-1)).toBe(NOW + 122_500);
  });
});

/** Characters of lines as a novel has them. */
function bookOf(seed: number, lines: number): QueueItem[] {
  const random = seeded(seed);
  return Array.from({ length: lines }, (_, index) => ({
    id: String(index),
    characters: 5 + Math.floor(random() ** 3 * 900),
  }));
}

/** Runs a book for a while, pauses, and lets what was sent end. */
async function runAndPause(
  charactersPerSecond: number,
  lines: readonly QueueItem[],
  pauseAfterMs: number,
  readAfterMs = 100,
) {
  const limits = new TemporaryLimits();
  try {
    const { clock } = limits;
    const service = new SpeakingService(clock, charactersPerSecond);
    service.readAfterMs = readAfterMs;
    const load = new ServiceLoad({ clock });
    const dispatcher = new Dispatcher({
      budget: limits.budget(byHand({})),
      clock,
      requestTimeoutMs: 30_000,
      load,
      backlog: new Backlog({ clock, load }),
    });
    service.dispatcher = dispatcher;
    const startedAt = clock.now();
    const neverFits = () => expect.unreachable('every line fits');
    dispatcher.enqueue({ runId: 'book', kind: 'bulk', lines, send: (batch) => service.send(batch), neverFits });
    await clock.advance(pauseAfterMs);
    const pausedAt = clock.now();
    dispatcher.cancel();
    const busyMs = Math.min(service.busyMs, pausedAt - startedAt);
    await clock.advance(600_000);
    await dispatcher.idle();
    const spoken = [...service.spokenAt.values()];
    return { lastMs: Math.max(...spoken) - pausedAt, spoken: spoken.length, busyShare: busyMs / pauseAfterMs };
  } finally {
    limits.dispose();
  }
}

describe('a run at a service without limits', () => {
  it('stops within a second, however fast the service speaks', async () => {
    for (const pace of [500, 3_300, 12_000, 60_000]) {
      const { lastMs, spoken } = await runAndPause(pace, bookOf(pace, 20_000), 10_000);
      expect(lastMs, `${pace} characters a second`).toBeLessThanOrEqual(1_000 + (905 / pace) * 1_000);
      expect(spoken).toBeGreaterThan(0);
    }
  });

  it('has the service busy all the same', async () => {
    for (const pace of [500, 3_300, 12_000]) {
      const { busyShare } = await runAndPause(pace, bookOf(pace + 1, 20_000), 20_000);
      expect(busyShare, `${pace} characters a second`).toBeGreaterThan(0.93);
    }
  });

  it('has it busy within seconds, although results are read late', async () => {
    for (const pace of [3_300, 12_000]) {
      const { busyShare } = await runAndPause(pace, bookOf(pace + 2, 20_000), 4_000, 300);
      expect(busyShare, `${pace} characters a second`).toBeGreaterThan(0.75);
    }
  });

  it('leaves a slow engine no more than two lines to finish', async () => {
    const { spoken } = await runAndPause(15, bookOf(7, 100), 1_000);
    expect(spoken).toBeLessThanOrEqual(2 + 600 / 5);
    const later = await runAndPause(
      15,
      [...Array(100).keys()].map((id) => ({ id: `${id}`, characters: 150 })),
      60_000,
    );
    expect(later.lastMs).toBeLessThanOrEqual(2 * 10_000 + 1_000);
  });

  it('renders every line once, whatever their lengths', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 60 }), async (sizes) => {
        const lines = sizes.map((characters, index) => ({ id: String(index), characters }));
        const { spoken } = await runAndPause(2_000, lines, 500_000);
        expect(spoken).toBe(lines.length);
      }),
      { numRuns: rounds(30) },
    );
  });
});

describe('the end of a run, told when a twentieth of it is done', () => {
  const kinds: readonly (readonly [string, BudgetSettings, number])[] = [
    ['at the local service', byHand({}), 3_300],
    ['at a slow service without limits', byHand({}), 200],
    ['at a service faster than its limits', byHand({ characters: 35_000, requests: 20 }), 5_000],
    ['at a service slower than its limits', byHand({ characters: 350_000, requests: 200 }), 1_000],
    ['at a service about as fast as its limits', byHand({ characters: 87_500, requests: 50 }), 1_500],
  ];

  it.each(kinds)('is within 15 %% of what it becomes %s', async (_, settings, charactersPerSecond) => {
    const limits = new TemporaryLimits();
    try {
      const { clock } = limits;
      const service = new SpeakingService(clock, charactersPerSecond, 40);
      const load = new ServiceLoad({ clock });
      const isLimited = settings.limits.batch?.characters !== undefined;
      const dispatcher = new Dispatcher({
        budget: limits.budget(settings),
        clock,
        requestTimeoutMs: 30_000,
        load,
        ...(isLimited ? {} : { backlog: new Backlog({ clock, load }) }),
      });
      const lines = bookOf(charactersPerSecond, 3_000);
      const startedAt = clock.now();
      let told = 0;
      let left = lines.length;
      let endedAt = 0;
      service.dispatcher = {
        ended(ids) {
          dispatcher.ended(ids);
          left -= ids.length;
          endedAt = clock.now();
          if (left > lines.length * 0.95 || told > 0) return;
          const { finishedAt, doneAt } = dispatcher.snapshot();
          told = Math.max(finishedAt ?? 0, doneAt ?? 0);
        },
      };
      const neverFits = () => expect.unreachable('every line fits');
      dispatcher.enqueue({ runId: 'book', kind: 'bulk', lines, send: (batch) => service.send(batch), neverFits });
      while (left > 0) await clock.advance(10_000);
      expect(Math.abs(told - endedAt) / (endedAt - startedAt)).toBeLessThan(0.15);
    } finally {
      limits.dispose();
    }
  });
});
