import { PLAN_LIMITS } from '@lectern/tts-protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { Dispatcher } from './dispatcher.ts';
import { forecast, unspentBudget } from './forecast.ts';
import type { PlannedBatch, QueueItem } from './scheduler-types.ts';
import { byHand, TemporaryLimits } from './testing/temporary-limits.ts';

const MINUTE = 60_000;
const lines = (sizes: readonly number[]): QueueItem[] =>
  sizes.map((characters, id) => ({ id: String(id), characters }));

describe('the forecast', () => {
  it('says when each batch leaves and when all is done', () => {
    const limit = { requests: 2, characters: 100 };
    const board = forecast(lines([60, 30, 60, 40, 10]), unspentBudget(limit), { now: 5_000, latencyMs: 500 });
    expect(board).toEqual({
      batches: [
        { at: 5_000, lines: 2, characters: 90 },
        { at: 65_501, lines: 2, characters: 100 },
        { at: 126_002, lines: 1, characters: 10 },
      ],
      allSentAt: 126_002,
      doneAt: 126_502,
      neverFit: 0,
    });
  });

  it('tells what another plan would bring', () => {
    const book = lines(Array.from({ length: 2_000 }, () => 350));
    const minutes = (plan: 'hacker' | 'startup' | 'growth') => {
      const board = forecast(book, unspentBudget(PLAN_LIMITS.stream[plan]), { now: 0, latencyMs: 1_000 });
      return Math.round((board.allSentAt ?? 0) / MINUTE);
    };
    expect([minutes('hacker'), minutes('startup'), minutes('growth')]).toEqual([19, 7, 1]);
  });

  it('counts lines that will never leave', () => {
    const board = forecast(lines([10, 500, 10]), unspentBudget({ characters: 100 }), { now: 0, latencyMs: 1 });
    expect(board).toMatchObject({ neverFit: 1, batches: [{ lines: 1 }, { lines: 1 }] });
  });

  it('has nothing to say of nothing', () => {
    const board = forecast([], unspentBudget({}), { now: 0, latencyMs: 1 });
    expect(board).toEqual({ batches: [], allSentAt: null, doneAt: null, neverFit: 0 });
  });

  it('takes a refusal into account: the wait, the lowered limit, and its recovery', () => {
    const lowered = {
      ...unspentBudget({ characters: 100 }),
      assumption: { factor: 0.5, loweredAt: -3 * MINUTE },
      heldUntil: 30_000,
    };
    const board = forecast(lines([50, 5, 55, 1]), lowered, { now: 0, latencyMs: 1_000 });
    expect(board.batches).toEqual([
      { at: 30_000, lines: 1, characters: 50 },
      { at: 91_001, lines: 1, characters: 5 },
      // Longer than the limit assumed by then: alone.
      { at: 152_002, lines: 1, characters: 55 },
      // Six clean minutes: 56.
      { at: 180_000, lines: 1, characters: 1 },
    ]);
  });

  it('is what really happens, before a run and in the middle of one', async () => {
    const trial = fc.record({
      sizes: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 150 }),
      requests: fc.integer({ min: 1, max: 12 }),
      characters: fc.integer({ min: 250, max: 3_000 }),
      concurrency: fc.integer({ min: 1, max: 5 }),
      lookAfterMs: fc.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 4 * MINUTE })),
      refused: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(trial, async ({ sizes, requests, characters, concurrency, lookAfterMs, refused }) => {
        const limits = new TemporaryLimits();
        const { clock } = limits;
        const budget = limits.budget(byHand({ requests, characters }));
        if (refused) budget.refused('batch', 5_000);
        const latencyMs = 1_000;
        const options = { concurrency, linesPerBatch: 7 };
        const before = forecast(lines(sizes), budget.outlook('batch'), { now: clock.now(), latencyMs, ...options });
        const dispatcher = new Dispatcher({ budget, clock, requestTimeoutMs: 30_000, ...options });
        const batches: PlannedBatch[] = [];
        let never = 0;
        let doneAt: number | null = null;
        dispatcher.enqueue({
          runId: 'run',
          kind: 'bulk',
          lines: lines(sizes),
          async send(batch) {
            const sum = batch.reduce((total, line) => total + line.characters, 0);
            batches.push({ at: clock.now(), lines: batch.length, characters: sum });
            await clock.sleep(latencyMs);
            doneAt = clock.now();
            return { kind: 'accepted' };
          },
          neverFits() {
            never += 1;
          },
        });
        const sleeper = clock.sleep(lookAfterMs);
        await clock.advance(lookAfterMs);
        await sleeper;
        const [midway, gone] = [dispatcher.snapshot(), batches.length];
        let over = false;
        const idle = dispatcher.idle().then(() => {
          over = true;
        });
        while (!over && (await clock.step()));
        await idle;
        limits.dispose();
        expect(batches).toEqual(before.batches);
        expect([doneAt, never]).toEqual([before.doneAt, before.neverFit]);
        expect(batches.slice(gone)).toEqual(midway.batches);
      }),
      { numRuns: rounds(60) },
    );
  });
});
