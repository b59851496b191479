import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkGrowth, isSuperlinear, measureGrowth } from './growth.ts';

let clockMs = 0;

beforeEach(() => {
  clockMs = 0;
  // Some systems count processor time in ticks of four milliseconds.
  vi.spyOn(process, 'threadCpuUsage').mockImplementation((since) => ({
    user: Math.floor(clockMs / 4) * 4000 - (since?.user ?? 0),
    system: 0,
  }));
});

afterEach(() => vi.restoreAllMocks());

/** A reader that takes some milliseconds of processor time, depending on the size of its input. */
const taking = (msOf: (size: number) => number) => (size: number) => {
  clockMs += msOf(size);
};

const checked = (msOf: (size: number) => number) => checkGrowth(taking(msOf), (size) => size, 8_192);
const measured = async (msOf: (size: number) => number) =>
  isSuperlinear(await measureGrowth(taking(msOf), (size) => size, [1_024, 262_144]));

describe('the quick check', () => {
  it('reports quadratic and cubic time', async () => {
    expect(await checked((size) => (size / 1_024) ** 2)).not.toBeNull();
    expect(await checked((size) => (size / 1_024) ** 3)).not.toBeNull();
  });

  it('reports cubic time without reading the largest input', async () => {
    let largest = 0;
    const read = (size: number) => {
      largest = Math.max(largest, size);
      clockMs += (size / 128) ** 3;
    };
    expect(await checkGrowth(read, (size) => size, 8_192)).not.toBeNull();
    expect(largest).toBe(1_024);
  });

  it('accepts linear time, however long it is', async () => {
    expect(await checked((size) => size / 1_024)).toBeNull();
    expect(await checked((size) => size)).toBeNull();
    expect(await checked((size) => size * Math.log2(size))).toBeNull();
  });

  it('accepts a slow measurement that does not repeat', async () => {
    let reads = 0;
    const read = (size: number) => {
      reads += 1;
      clockMs += size / 128 + (reads === 1 ? 10_000 : 0);
    };
    expect(await checkGrowth(read, (size) => size, 8_192)).toBeNull();
  });
});

describe('the benchmark', () => {
  it('reports quadratic time', async () => {
    expect(await measured((size) => (size / 1_024) ** 2)).toBe(true);
  });

  it('reports quadratic time where small inputs take no time', async () => {
    expect(await measured((size) => (size < 4_096 ? 0 : (size / 1_024) ** 2 * 2))).toBe(true);
    expect(await measured((size) => (size < 16_384 ? 0 : (size / 1_024) ** 2))).toBe(true);
  });

  it('accepts linear time, however small the inputs that take no time', async () => {
    expect(await measured((size) => (size / 1_024) * 6)).toBe(false);
    expect(await measured((size) => (size < 4_096 ? 0 : (size / 1_024) * 6))).toBe(false);
    expect(await measured((size) => (size < 16_384 ? 0 : (size / 1_024) * 6))).toBe(false);
  });

  it('stops once an input takes long enough', async () => {
    let largest = 0;
    const read = (size: number) => {
      largest = Math.max(largest, size);
      clockMs += size / 100;
    };
    await measureGrowth(read, (size) => size, [1_024, 4 * 2 ** 20]);
    expect(largest).toBe(16_384);
  });
});
