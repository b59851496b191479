import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Reservation } from './scheduler-types.ts';
import { fullestMinute, type SeenRequest } from './testing/simulated-service.ts';
import { byHand, granted, TemporaryLimits } from './testing/temporary-limits.ts';

const MINUTE = 60_000;
const IN_FLIGHT = { inFlightForMs: 30_000 };

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

const reserve = (budget: RateBudget, characters: number) => budget.tryReserve('batch', { characters }, IN_FLIGHT);

describe('the window', () => {
  it('lets through what fits into both budgets, and says when to try again', () => {
    const budget = limits.budget(byHand({ requests: 3, characters: 100 }));
    granted(reserve(budget, 60)).settle();
    expect(budget.room('batch')).toMatchObject({ requests: 2, characters: 40 });
    const wait = { ok: false, kind: 'wait', retryAt: limits.clock.now() + MINUTE + 1 };
    expect(reserve(budget, 41)).toEqual(wait);
    granted(reserve(budget, 1)).settle();
    granted(reserve(budget, 1)).settle();
    expect(reserve(budget, 1)).toEqual(wait);
  });

  it('counts a request while it is in flight and for a minute after its reply', async () => {
    const budget = limits.budget(byHand({ characters: 100 }));
    const reservation = granted(reserve(budget, 100));
    await limits.clock.advance(20_000);
    reservation.settle();
    await limits.clock.advance(MINUTE);
    expect(budget.room('batch').characters).toBe(0);
    await limits.clock.advance(1);
    expect(budget.room('batch').characters).toBe(100);
  });

  it('counts a request without a reply for three seconds longer, since the service may count it late', async () => {
    const budget = limits.budget(byHand({ characters: 100 }));
    granted(reserve(budget, 100)).lost();
    await limits.clock.advance(MINUTE + 3000);
    expect(budget.room('batch').characters).toBe(0);
    await limits.clock.advance(1);
    expect(budget.room('batch').characters).toBe(100);
  });

  it('counts a request that takes longer than it should for as long as it takes', async () => {
    const budget = limits.budget(byHand({ characters: 100 }));
    const late = granted(reserve(budget, 100));
    await limits.clock.advance(10 * MINUTE);
    expect(reserve(budget, 1).ok).toBe(false);
    late.settle();
    await limits.clock.advance(MINUTE);
    expect(reserve(budget, 1).ok).toBe(false);
    await limits.clock.advance(1);
    expect(reserve(budget, 1).ok).toBe(true);
  });

  it('ends what a dead process had in flight at its time-out and a minute', async () => {
    reserve(limits.budget(byHand({ characters: 100 })), 100);
    const survivor = limits.budget(byHand({ characters: 100 }));
    await limits.clock.advance(30_000 + MINUTE);
    expect(survivor.room('batch').characters).toBe(0);
    await limits.clock.advance(1);
    expect(survivor.room('batch').characters).toBe(100);
  });

  it('gives back at once what was never sent, and only once', () => {
    const budget = limits.budget(byHand({ requests: 1 }));
    const reservation = granted(reserve(budget, 5));
    reservation.release();
    const second = granted(reserve(budget, 5));
    reservation.release();
    reservation.settle();
    expect(budget.room('batch').requests).toBe(0);
    second.release();
    expect(budget.room('batch').requests).toBe(1);
  });

  it('says of what is longer than the whole window that it never fits', () => {
    const budget = limits.budget(byHand({ characters: 200 }, { sharePercent: 50 }));
    expect(reserve(budget, 101)).toEqual({ ok: false, kind: 'never-fits', limitCharacters: 100 });
    expect(reserve(budget, 100).ok).toBe(true);
  });

  it('counts nothing where nothing is limited', () => {
    const budget = limits.budget(byHand({}));
    for (let i = 0; i < 100; i += 1) granted(reserve(budget, 1e6));
    expect(budget.room('batch')).toMatchObject({ requests: Infinity, characters: Infinity });
    expect(budget.outlook('batch').window).toEqual([]);
  });

  it('takes new settings from the next request on', () => {
    const budget = limits.budget(byHand({ characters: 100 }));
    granted(reserve(budget, 80)).settle();
    budget.update(byHand({ characters: 500 }));
    expect(budget.room('batch').characters).toBe(420);
    budget.update(byHand({ characters: 50 }));
    expect(budget.room('batch').characters).toBe(0);
  });

  it('is never over the limit, whenever the requests arrive, restarts included', async () => {
    const action = fc.oneof(
      fc.record({ kind: fc.constant('send' as const), characters: fc.integer({ min: 1, max: 400 }) }),
      fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 0, max: 40_000 }) }),
      fc.record({ kind: fc.constant('reply' as const) }),
      fc.record({ kind: fc.constant('restart' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 80 }), async (actions) => {
        const trial = new TemporaryLimits();
        const settings = byHand({ requests: 4, characters: 1_000 });
        let budget = trial.budget(settings);
        const open: Reservation[] = [];
        const seen: SeenRequest[] = [];
        const reply = (reservation: Reservation) => {
          reservation.settle();
          const { sentAt, characters } = reservation;
          seen.push({ sentAt, arrivedAt: sentAt, repliedAt: trial.clock.now(), characters, ids: [] });
        };
        for (const step of actions) {
          if (step.kind === 'wait') await trial.clock.advance(step.milliseconds);
          const first = step.kind === 'reply' ? open.shift() : undefined;
          if (first) reply(first);
          if (step.kind === 'restart') budget = trial.budget(settings);
          if (step.kind === 'send') {
            const result = reserve(budget, step.characters);
            if (result.ok) open.push(result.reservation);
          }
        }
        for (const reservation of open) reply(reservation);
        trial.dispose();
        // A restart forgets what is in flight; the file must not, for as long as it may be under way.
        const within = seen.filter(({ sentAt, repliedAt }) => repliedAt - sentAt <= IN_FLIGHT.inFlightForMs);
        expect(fullestMinute(within).characters).toBeLessThanOrEqual(1_000);
        expect(fullestMinute(within).requests).toBeLessThanOrEqual(4);
      }),
      { numRuns: rounds(40) },
    );
  });
});

describe('a refusal', () => {
  const LIMIT = byHand({ requests: 20, characters: 1_000 });

  it("waits for the service's Retry-After, at most a minute, and a whole one where there is none", async () => {
    const budget = limits.budget(LIMIT);
    for (const [retryAfter, expected] of [
      [5_000, 5_000],
      [3_600_000, MINUTE],
      [undefined, MINUTE],
      [-1, 0],
    ] as const) {
      granted(reserve(budget, 10)).refused(retryAfter);
      const until = expected === 0 ? null : limits.clock.now() + expected;
      expect(budget.state('batch')).toMatchObject({ waitingUntil: until, waitingFor: until && 'refused' });
      expect(reserve(budget, 10).ok).toBe(expected === 0);
      await limits.clock.advance(expected);
      expect(budget.state('batch').waitingUntil).toBeNull();
      expect(reserve(budget, 10).ok).toBe(true);
      await limits.clock.advance(40 * MINUTE);
    }
  });

  it('lowers the assumed limit, which recovers step by step, for all processes', async () => {
    const budget = limits.budget(LIMIT);
    granted(reserve(budget, 700)).settle();
    granted(reserve(budget, 200)).refused();
    const other = limits.budget(LIMIT);
    expect(other.state('batch').assumed).toEqual({ requests: 14, characters: 700 });
    await limits.clock.advance(5 * MINUTE);
    expect(other.state('batch').assumed).toEqual({ requests: 14, characters: 720 });
    await limits.clock.advance(10 * MINUTE);
    expect(other.state('batch')).toMatchObject({ assumed: { characters: 1_000 }, limit: { characters: 1_000 } });
  });

  it('teaches once, however many were in flight', () => {
    const budget = limits.budget(LIMIT);
    granted(reserve(budget, 600)).settle();
    const flight = [granted(reserve(budget, 100)), granted(reserve(budget, 100)), granted(reserve(budget, 100))];
    for (const reservation of flight) reservation.refused(1_000);
    expect(budget.state('batch').assumed.characters).toBe(600);
    // What was refused may count at the service all the same.
    expect(budget.state('batch').used.characters).toBe(900);
  });

  it('teaches more exactly as replies come to what was in flight, for all processes', () => {
    const budget = limits.budget(LIMIT);
    const [first, second, third] = [
      granted(reserve(budget, 300)),
      granted(reserve(budget, 350)),
      granted(reserve(budget, 350)),
    ];
    second.refused(1_000);
    expect(budget.state('batch').assumed.characters).toBe(500);
    first.settle();
    expect(budget.state('batch').assumed.characters).toBe(500);
    third.settle();
    expect(limits.budget(LIMIT).state('batch').assumed.characters).toBe(650);
  });

  it('of other scopes changes nothing here', () => {
    const budget = limits.budget(LIMIT);
    budget.refused('read');
    expect(budget.state('read')).toMatchObject({ waitingFor: 'refused', assumed: { requests: 20 } });
    expect(budget.state('batch')).toMatchObject({ waitingFor: null, assumed: { characters: 1_000 } });
  });

  it('never locks out a line that is within the full limit: it may go alone', async () => {
    const budget = limits.budget(LIMIT);
    for (let i = 0; i < 4; i += 1) {
      granted(reserve(budget, 1)).refused(1_000);
      await limits.clock.advance(MINUTE + 1);
    }
    expect(budget.state('batch').assumed.characters).toBeLessThan(200);
    expect(budget.room('batch')).toMatchObject({ loneLine: 1_000 });
    granted(reserve(budget, 1_000));
    expect(reserve(budget, 1)).toMatchObject({ kind: 'wait' });
  });

  it('holds even where nothing is limited', async () => {
    const budget = limits.budget(byHand({}));
    granted(reserve(budget, 10)).refused(2_000);
    expect(reserve(budget, 10)).toMatchObject({ ok: false, retryAt: limits.clock.now() + 2_000 });
    await limits.clock.advance(2_000);
    expect(reserve(budget, 10).ok).toBe(true);
  });
});

describe('a clock that is set', () => {
  const HOUR = 60 * MINUTE;

  it('back costs one window and the time-out at most, not the hour', async () => {
    await limits.clock.advance(HOUR);
    const budget = limits.budget(byHand({ characters: 100 }));
    granted(reserve(budget, 50)).settle();
    granted(reserve(budget, 50));
    granted(budget.tryReserve('list', { characters: 0 }, IN_FLIGHT)).refused();
    await limits.clock.advance(-HOUR);
    const restarted = limits.budget(byHand({ characters: 100 }));
    expect(restarted.room('batch')).toMatchObject({ characters: 0, nextChangeAt: limits.clock.now() + MINUTE + 1 });
    await limits.clock.advance(MINUTE + 1);
    expect(restarted.room('batch').characters).toBe(50);
    expect(restarted.state('list').waitingUntil).toBeNull();
    await limits.clock.advance(30_000);
    expect(restarted.room('batch').characters).toBe(100);
  });

  it('back while a request is in flight still counts it for a minute after its reply', async () => {
    await limits.clock.advance(HOUR);
    const budget = limits.budget(byHand({ characters: 100 }));
    const reservation = granted(reserve(budget, 100));
    await limits.clock.advance(-HOUR);
    reservation.settle();
    await limits.clock.advance(MINUTE);
    expect(budget.room('batch').characters).toBe(0);
    await limits.clock.advance(1);
    expect(budget.room('batch').characters).toBe(100);
  });
});
