import { describe, expect, test } from 'vitest';
import { parseRange } from './audio.ts';

describe('a range of ten bytes', () => {
  const cases: [string | undefined, ReturnType<typeof parseRange>][] = [
    [undefined, 'all'],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=4-', { start: 4, end: 9 }],
    ['bytes=4-6', { start: 4, end: 6 }],
    ['bytes=4-99', { start: 4, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=-0', 'none'],
    ['bytes=6-4', 'all'],
    ['bytes=-', 'all'],
    ['bytes=0-1,4-5', 'all'],
    ['lines=0-1', 'all'],
    ['nonsense', 'all'],
  ];
  for (const [header, expected] of cases) {
    test(`${header} is ${JSON.stringify(expected)}`, () => expect(parseRange(header, 10)).toEqual(expected));
  }
  test('nothing of an empty file can be asked for', () => expect(parseRange('bytes=0-', 0)).toBe('none'));
});
