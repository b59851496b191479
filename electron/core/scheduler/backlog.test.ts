import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { Backlog } from './backlog.ts';
import { createDispatcher } from './dispatcher.ts';
import type { Item } from './scheduler-types.ts';
import { ServiceLoad } from './service-load.ts';
import { seeded } from './testing/simulated-service.ts';
import { SpeakingService } from './testing/speaking-service.ts';
import { byHand, TemporaryLimits } from './testing/temporary-limits.ts';

/** Characters of lines as a novel has them. */
function bookOf(seed: number, lines: number): Item[] {
  const random = seeded(seed);
  return Array.from({ length: lines }, (_, index) => ({
    id: String(index),
    characters: 5 + Math.floor(random() ** 3 * 900),
  }));
}

/** Runs a book for a while, pauses, and lets what was sent end. */
async function runAndPause(
  charactersPerSecond: number,
  lines: readonly Item[],
  pauseAfterMs: number,
  readAfterMs = 100,
) {
  const limits = new TemporaryLimits();
  try {
    const { clock } = limits;
    const service = new SpeakingService(clock, charactersPerSecond);
    service.readAfterMs = readAfterMs;
    const load = new ServiceLoad({ clock });
    const dispatcher = createDispatcher({
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
      { numRuns: 30 },
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
      const dispatcher = createDispatcher({
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
