import { describe, expect, it } from 'vitest';
import { checkGrowth } from '../../../../e2e/growth/growth.ts';
import { setLatest } from './line-memory.ts';

describe('setLatest', () => {
  it('keeps the latest entries, and an eighth more at most', () => {
    const entries = new Map<number, number>();
    for (let at = 0; at < 1_000; at += 1) {
      setLatest(entries, at, at, 80);
      expect(entries.size).toBeLessThanOrEqual(90);
      const oldest = Math.max(0, at - 79);
      expect(entries.has(oldest)).toBe(true);
    }
  });

  it('makes an entry that is set again the latest', () => {
    const entries = new Map<string, number>([['a', 1]]);
    setLatest(entries, 'b', 2, 8);
    setLatest(entries, 'a', 3, 8);
    expect([...entries]).toEqual([
      ['b', 2],
      ['a', 3],
    ]);
  });

  it('takes as long for each entry, however many are kept', async () => {
    const work = (most: number) => {
      const entries = new Map<number, number>();
      for (let at = 0; at < most * 3; at += 1) setLatest(entries, at, at, most);
    };
    expect(await checkGrowth(work, (most) => most, 32_768)).toBeNull();
  });
});
