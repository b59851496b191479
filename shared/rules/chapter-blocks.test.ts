import { describe, expect, it } from 'vitest';
import { blockEnd, chapterMoveTarget } from './chapters.ts';

const chapters = (levels: string) =>
  [...levels].map((level, at) => ({
    id: level === '-' ? null : at,
    level: level === '-' ? null : level === '1' ? (1 as const) : (2 as const),
  }));

describe('a chapter that moves', () => {
  it('takes the chapters of its part along', () => {
    expect(blockEnd(chapters('12212'), 0)).toBe(3);
    expect(blockEnd(chapters('12212'), 1)).toBe(2);
    expect(blockEnd(chapters('111'), 1)).toBe(2);
  });

  it('steps over one chapter, or over a whole part', () => {
    expect(chapterMoveTarget(chapters('222'), 1, -1)).toBe(0);
    expect(chapterMoveTarget(chapters('222'), 1, 1)).toBeNull();
    expect(chapterMoveTarget(chapters('12212'), 3, -1)).toBe(0);
    expect(chapterMoveTarget(chapters('122121'), 0, 1)).toBe(5);
  });

  it('goes no further than the ends, and never before what has no heading', () => {
    expect(chapterMoveTarget(chapters('222'), 0, -1)).toBeUndefined();
    expect(chapterMoveTarget(chapters('222'), 2, 1)).toBeUndefined();
    expect(chapterMoveTarget(chapters('-22'), 1, -1)).toBeUndefined();
    expect(chapterMoveTarget(chapters('122'), 0, 1)).toBeUndefined();
    expect(chapterMoveTarget(chapters('22'), 9, 1)).toBeUndefined();
  });
});
