import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { superlinearGrowth } from '../support/time-growth.ts';

let clockMs = 0;

beforeEach(() => {
  // As the system tells it: in ticks of four milliseconds.
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((since) => ({
    user: Math.floor(clockMs / 4) * 4000 - (since?.user ?? 0),
    system: 0,
  }));
});

afterEach(() => vi.restoreAllMocks());

/** What takes some milliseconds of processor time, as the length of its input is. */
const taking = (msOf: (length: number) => number) => (length: number) => {
  clockMs += msOf(length);
};

const measured = (msOf: (length: number) => number) =>
  superlinearGrowth(taking(msOf), (length) => length, { from: 1_024, to: 16_384, floorMs: 20, growth: 10 });

describe('whether time grows too fast', () => {
  it('is so for work that takes the square of its input', async () => {
    expect(await measured((length) => (length / 1_024) ** 2)).not.toBeNull();
  });

  it('is so for the square where a short input takes no time at all', async () => {
    expect(await measured((length) => (length < 4_096 ? 0 : (length / 1_024) ** 2 * 2))).not.toBeNull();
    expect(await measured((length) => (length < 16_384 ? 0 : (length / 1_024) ** 2))).not.toBeNull();
  });

  it('is not so for work in proportion to its input, however short an input takes no time', async () => {
    expect(await measured((length) => (length / 1_024) * 6)).toBeNull();
    expect(await measured((length) => (length < 4_096 ? 0 : (length / 1_024) * 6))).toBeNull();
    expect(await measured((length) => (length < 16_384 ? 0 : (length / 1_024) * 6))).toBeNull();
  });
});
