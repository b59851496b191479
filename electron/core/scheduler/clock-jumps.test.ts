// A wall clock that is set while requests count in the window: by a person, by the network's time, by a virtual machine.
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../e2e/support/rounds.ts';
import { Dispatcher } from './dispatcher.ts';
import type { RateBudget } from './rate-budget.ts';
import type { Reservation } from './scheduler-types.ts';
import { fullestMinute, type SeenRequest } from './testing/simulated-service.ts';
import { byHand, granted, TemporaryLimits } from './testing/temporary-limits.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IN_FLIGHT = { inFlightForMs: 30_000 };
const SETTINGS = byHand({ requests: 4, characters: 1_000 });

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

const reserve = (budget: RateBudget, characters: number) => budget.tryReserve('batch', { characters }, IN_FLIGHT);

describe('a wall clock that jumps', () => {
  it.each([HOUR, 61_000, -HOUR])('by %i ms neither frees the window nor blocks it for longer', async (jump) => {
    const budget = limits.budget(SETTINGS);
    granted(reserve(budget, 1_000)).settle();
    await limits.clock.advance(20_000);
    limits.clock.jump(jump);
    for (const view of [budget, limits.budget(SETTINGS)]) {
      const nextChangeAt = limits.clock.now() + 40_001;
      expect(view.room('batch')).toMatchObject({ characters: 0, nextChangeAt });
      expect(reserve(view, 1)).toMatchObject({ ok: false, retryAt: nextChangeAt });
    }
    await limits.clock.advance(40_000);
    expect(budget.room('batch').characters).toBe(0);
    await limits.clock.advance(1);
    expect(budget.room('batch').characters).toBe(1_000);
  });

  it('forward and back leaves a refusal’s wait as long as it was', async () => {
    const budget = limits.budget(SETTINGS);
    granted(reserve(budget, 10)).refused(30_000);
    limits.clock.jump(HOUR);
    expect(budget.state('batch').waitingUntil).toBe(limits.clock.now() + 30_000);
    limits.clock.jump(-2 * HOUR);
    expect(budget.state('batch').waitingUntil).toBe(limits.clock.now() + 30_000);
    await limits.clock.advance(30_000);
    expect(budget.state('batch').waitingUntil).toBeNull();
  });

  it('back holds no batch after a failed connection for longer than the pause', async () => {
    const dispatcher = new Dispatcher({
      budget: limits.budget(SETTINGS),
      clock: limits.clock,
      requestTimeoutMs: 1_000,
    });
    let sends = 0;
    dispatcher.enqueue({
      runId: 'r',
      kind: 'bulk',
      lines: [{ id: '1', characters: 1 }],
      send: async () => {
        sends += 1;
        return sends === 1 ? { kind: 'not-sent' } : { kind: 'accepted' };
      },
      neverFits: () => {},
    });
    await limits.clock.advance(0);
    limits.clock.jump(-HOUR);
    await limits.clock.advance(6_000);
    expect(sends).toBe(2);
  });
});

describe('a machine that is started again', () => {
  it.each([1_000, 4_990_000])('and has been up for %i ms waits for one window at most', async (uptime) => {
    granted(reserve(limits.budget(SETTINGS), 1_000)).settle();
    limits.clock.reboot(uptime);
    const budget = limits.budget(SETTINGS);
    expect(budget.room('batch')).toMatchObject({ characters: 0 });
    await limits.clock.advance(MINUTE + 1 + 10_000);
    expect(budget.room('batch').characters).toBe(1_000);
  });
});

it('over any jumps and restarts, no real minute holds more than the limit, and no wait is longer than a window', async () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('send' as const), characters: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ kind: fc.constant('wait' as const), milliseconds: fc.integer({ min: 0, max: 40_000 }) }),
    fc.record({ kind: fc.constant('jump' as const), milliseconds: fc.integer({ min: -48 * HOUR, max: 48 * HOUR }) }),
    fc.record({ kind: fc.constant('reply' as const) }),
    fc.record({ kind: fc.constant('restart' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 20, maxLength: 80 }), async (actions) => {
      const trial = new TemporaryLimits();
      const { clock } = trial;
      let budget = trial.budget(SETTINGS);
      const open: { readonly reservation: Reservation; readonly sentAt: number }[] = [];
      const seen: SeenRequest[] = [];
      const reply = ({ reservation, sentAt }: (typeof open)[number]) => {
        reservation.settle();
        const { characters } = reservation;
        seen.push({ sentAt, arrivedAt: sentAt, repliedAt: clock.monotonic(), characters, ids: [] });
      };
      let longestWait = 0;
      for (const step of actions) {
        if (step.kind === 'wait') await clock.advance(step.milliseconds);
        if (step.kind === 'jump') clock.jump(step.milliseconds);
        const first = step.kind === 'reply' ? open.shift() : undefined;
        if (first) reply(first);
        if (step.kind === 'restart') budget = trial.budget(SETTINGS);
        if (step.kind === 'send') {
          const result = reserve(budget, step.characters);
          if (result.ok) open.push({ reservation: result.reservation, sentAt: clock.monotonic() });
          else if (result.kind === 'wait') longestWait = Math.max(longestWait, result.retryAt - clock.now());
        }
      }
      for (const each of open) reply(each);
      trial.dispose();
      const within = seen.filter(({ sentAt, repliedAt }) => repliedAt - sentAt <= IN_FLIGHT.inFlightForMs);
      expect(fullestMinute(within).characters).toBeLessThanOrEqual(1_000);
      expect(fullestMinute(within).requests).toBeLessThanOrEqual(4);
      // A request that was given up for dead counts from its time-out.
      expect(longestWait).toBeLessThanOrEqual(IN_FLIGHT.inFlightForMs + MINUTE + 1);
    }),
    { numRuns: rounds(60) },
  );
});
