import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { budgetSettingsSchema } from '../../../shared/model/connection.ts';
import { createReadPacer, type ReadPacer } from './read-pacer.ts';
import { TemporaryLimits } from './testing/temporary-limits.ts';

const MINUTE = 60_000;

let limits: TemporaryLimits;
beforeEach(() => {
  limits = new TemporaryLimits();
});
afterEach(() => limits.dispose());

function pacer(requests: number): ReadPacer {
  const settings = budgetSettingsSchema.parse({ plan: 'hacker', limits: { read: { requests } } });
  return createReadPacer({ budget: limits.budget(settings), clock: limits.clock, requestTimeoutMs: 30_000 });
}

/** Asks for places and writes down who got one, in order. */
function asker(reads: ReadPacer) {
  const got: string[] = [];
  const ask = async (name: string, options: Parameters<ReadPacer['waitForRoom']>[1] = {}) => {
    const reservation = await reads.waitForRoom('read', options);
    got.push(name);
    reservation.settle();
  };
  return { got, ask };
}

describe('reads', () => {
  it('go at once while there is room, then as it comes, first come, first served', async () => {
    const { got, ask } = asker(pacer(11));
    const all = Array.from({ length: 15 }, (_, index) => ask(String(index)));
    await limits.clock.advance(0);
    expect(got).toHaveLength(10);
    await limits.clock.advance(MINUTE + 1);
    await Promise.all(all);
    expect(got).toEqual(Array.from({ length: 15 }, (_, index) => String(index)));
  });

  it('that someone waits for find a place kept, and go before others', async () => {
    const { got, ask } = asker(pacer(10));
    for (let index = 0; index < 12; index += 1) void ask('bulk');
    await limits.clock.advance(0);
    expect(got).toHaveLength(9);
    const [first, second] = [ask('mine', { interactive: true }), ask('mine too', { interactive: true })];
    await limits.clock.advance(0);
    expect(got.at(-1)).toBe('mine');
    await limits.clock.advance(MINUTE + 1);
    await Promise.all([first, second]);
    expect(got.slice(10)).toEqual(['mine too', 'bulk', 'bulk', 'bulk']);
  });

  it('that are given up free their place in the row', async () => {
    const { got, ask } = asker(pacer(1));
    await ask('first');
    const stop = new AbortController();
    const given = ask('given up', { signal: stop.signal });
    const next = ask('next');
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    await limits.clock.advance(MINUTE + 1);
    await next;
    expect(got).toEqual(['first', 'next']);
  });

  it('that were given up before they began never begin', async () => {
    await expect(pacer(1).waitForRoom('read', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });

  it('go on, even with a limit of one', async () => {
    const { got, ask } = asker(pacer(1));
    const all = [ask('a'), ask('b'), ask('c')];
    await limits.clock.advance(3 * MINUTE);
    await Promise.all(all);
    expect(got).toEqual(['a', 'b', 'c']);
  });
});
