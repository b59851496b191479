import { expect, it } from 'vitest';
import type { FoundLine, FoundLines } from '../../shared/ipc/conform-requests.ts';
import { countFound, foundRows, needsCheck } from './found-rows.ts';

const line = (lineId: number, change: Partial<FoundLine> = {}): FoundLine => ({
  lineId,
  line: `1.${lineId}`,
  roles: ['LANE'],
  text: 'Yes, sir.',
  state: 'taken',
  stretch: { startSeconds: lineId, endSeconds: lineId + 1 },
  confidence: 0.9,
  isDoubtful: false,
  ...change,
});

const FOUND: FoundLines = {
  durationSeconds: 60,
  lines: [
    line(1),
    line(2),
    line(3, { confidence: 0.3, isDoubtful: true }),
    line(4, { state: 'missing', stretch: null, confidence: null }),
    line(5, { state: 'blocked' }),
    line(6, { state: 'approved-kept' }),
  ],
  repeats: [
    { lineId: 2, startSeconds: 20, endSeconds: 21, isComplete: true },
    { lineId: 2, startSeconds: 22, endSeconds: 22.4, isComplete: false },
  ],
  extras: [{ startSeconds: 50, endSeconds: 52 }],
};

it('lists other readings after their line, and other sounds at the end', () => {
  expect(foundRows(FOUND).map(({ key }) => key)).toEqual([
    'line 1',
    'line 2',
    'repeat 20',
    'repeat 22',
    'line 3',
    'line 4',
    'line 5',
    'line 6',
    'extra 50',
  ]);
});

it('leaves lines that were found once out of those to check', () => {
  const left = foundRows(FOUND).filter((row) => !needsCheck(row));
  expect(left.map(({ key }) => key)).toEqual(['line 1', 'line 6']);
});

it('counts blocked lines as found, because they are in the recording', () => {
  expect(countFound(FOUND)).toEqual({ lines: 6, found: 5, doubtful: 1, missing: 1, blocked: 1, repeats: 2, extras: 1 });
});
