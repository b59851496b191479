import { describe, expect, it } from 'vitest';
import { readRange } from './page-handler.ts';

describe('a range of bytes', () => {
  it.each([
    ['bytes=0-', { kind: 'part', start: 0, end: 99 }],
    ['bytes=10-19', { kind: 'part', start: 10, end: 19 }],
    ['bytes=90-500', { kind: 'part', start: 90, end: 99 }],
    ['bytes=99-99', { kind: 'part', start: 99, end: 99 }],
    ['bytes=-10', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-500', { kind: 'part', start: 0, end: 99 }],
    ['Bytes=5-5', { kind: 'part', start: 5, end: 5 }],
  ])('%s of 100 bytes is answered', (header, answer) => {
    expect(readRange(header, 100)).toEqual(answer);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s of 100 bytes can’t be answered', (header) => {
    expect(readRange(header, 100)).toEqual({ kind: 'unsatisfiable' });
  });

  it.each([null, '', 'bytes=-', 'bytes=5-2', 'bytes=a-b', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-1-2'])(
    '%s is passed over',
    (header) => {
      expect(readRange(header, 100)).toEqual({ kind: 'whole' });
    },
  );

  it('of an empty file is never satisfiable', () => {
    expect(readRange('bytes=0-', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(readRange('bytes=-1', 0)).toEqual({ kind: 'unsatisfiable' });
    expect(readRange(null, 0)).toEqual({ kind: 'whole' });
  });
});
