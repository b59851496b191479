import { describe, expect, it } from 'vitest';
import {
  compareNames,
  compareNumberedNames,
  formatBytes,
  formatCount,
  formatDate,
  formatDay,
  formatDuration,
  formatLoudness,
  formatPosition,
  formatSigned,
} from './format.ts';

describe('figures', () => {
  it('count in groups', () => {
    expect(formatCount(61_240)).toBe('61,240');
  });

  it('tell durations by the minute, from an hour on with hours', () => {
    expect(formatDuration(52.4)).toBe('0:52');
    expect(formatDuration(59.6)).toBe('1:00');
    expect(formatDuration(3_849)).toBe('1:04:09');
    expect(formatDuration(-1)).toBe('0:00');
  });

  it('tell positions by the tenth, and carry over', () => {
    expect(formatPosition(4.1)).toBe('0:04.1');
    expect(formatPosition(59.96)).toBe('1:00.0');
  });

  it('have a true minus sign', () => {
    expect(formatLoudness(-18.4)).toBe('−18.4 LUFS');
    expect(formatSigned(1.5, 1)).toBe('1.5');
  });

  it('tell a day of a calendar, wherever one is', () => {
    expect(formatDate('2026-11-21')).toBe('21 Nov 2026');
  });

  it('tell days as people do', () => {
    const now = new Date(2026, 10, 21, 12, 0).getTime();
    expect(formatDay(new Date(2026, 10, 21, 0, 5).getTime(), now)).toBe('today 00:05');
    expect(formatDay(new Date(2026, 10, 20, 23, 55).getTime(), now)).toBe('yesterday');
    expect(formatDay(new Date(2026, 10, 3).getTime(), now)).toBe('3 Nov');
    expect(formatDay(new Date(2025, 10, 3).getTime(), now)).toBe('3 Nov 2025');
  });
});

it('orders names as the language does', () => {
  expect(['Zoë', 'emma', 'Élodie', 'Eve'].toSorted(compareNames)).toEqual(['Élodie', 'emma', 'Eve', 'Zoë']);
  expect(['Part 10', 'part 2', 'Part 1'].toSorted(compareNumberedNames)).toEqual(['Part 1', 'part 2', 'Part 10']);
});

describe('a size', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_950, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [4_560_000, '4.6 MB'],
    [12_400_000_000, '12 GB'],
    [3e15, '3000 TB'],
  ])('of %d bytes is %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });
});
