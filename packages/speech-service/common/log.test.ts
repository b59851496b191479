import { expect, test } from 'vitest';
import { createLogger, stackFrames } from './log.ts';

test('a log has the rows of its level and of the graver ones, each an object of JSON', () => {
  const rows: string[] = [];
  const log = createLogger('warn', (row) => void rows.push(row));
  log.info({}, 'not this');
  log.warn({ job: 'bc-1' }, 'this');
  log.error({}, 'and this');
  expect(rows.map((row) => JSON.parse(row))).toEqual([
    { time: expect.any(String), level: 'warn', message: 'this', job: 'bc-1' },
    { time: expect.any(String), level: 'error', message: 'and this' },
  ]);
  expect(rows.every((row) => row.indexOf('\n') === row.length - 1)).toBe(true);
});

test('where an error came from is told without its message, of however many rows', () => {
  const where = stackFrames(
    new Error('A secret line.\nAnother secret.\n\n  at last, a secret.\n    at half past a secret (file.ts:1:2)'),
  );
  expect(where).toMatch(/^at .*log\.test\.ts\S*:\d+:\d+/);
  expect(where).not.toMatch(/Another|secret/);
  expect(stackFrames(Object.assign(new Error('x'), { stack: undefined }))).toBe('');
});
