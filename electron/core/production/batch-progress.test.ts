import { expect, it } from 'vitest';
import type { DoubtReason, Failure } from '../../../shared/model/problems/line-failure.ts';
import type { ServiceProblem } from '../../../shared/model/problems/service-problem.ts';
import { doubtOfReason, failureFromReason, lossOfReason } from './batch-progress.ts';

const PROBLEM: ServiceProblem = { kind: 'too-large', status: 413, message: '大きすぎます。', errorId: null };

const stored = (reason: unknown): unknown => JSON.parse(JSON.stringify(reason));

it.each<Failure>([
  { kind: 'refused', problem: PROBLEM },
  { kind: 'audio-unavailable', problem: PROBLEM },
  { kind: 'audio-unavailable', defect: { kind: 'truncated' } },
  { kind: 'unfinished', why: 'unreadable', problem: PROBLEM },
])('reads a failure from the journal: %o', (failure) => {
  expect(failureFromReason(stored(failure))).toEqual(failure);
});

it.each<DoubtReason>([
  { kind: 'in-doubt', why: 'no-reply', problem: { kind: 'in-doubt', what: 'generation', why: PROBLEM, self: null } },
  { kind: 'in-doubt', why: 'interrupted' },
])('reads from the journal why a batch is in doubt: %o', (reason) => {
  expect(doubtOfReason(stored(reason))).toEqual(reason);
});

it.each([
  { kind: 'refused', message: 'The service rejected the request.' },
  { message: 'The service rejected the request.' },
  'The service rejected the request.',
])('keeps the text that an earlier version stored instead of a problem: %o', (reason) => {
  const message = 'The service rejected the request.';
  expect(failureFromReason(reason)).toEqual({ kind: 'failed-by-service', message });
  expect(doubtOfReason(reason)).toEqual({ kind: 'in-doubt', why: 'recorded', message });
});

it('reads losses, including those without details', () => {
  const loss = { kind: 'lost', cause: 'audio-faulty', message: null };
  expect(lossOfReason(loss)).toBe('audio-faulty');
  expect(lossOfReason({ ...loss, defect: { kind: 'truncated' } })).toBe('audio-faulty');
  expect(lossOfReason({ kind: 'refused', message: 'No.' })).toBeNull();
  expect(doubtOfReason(null)).toBeNull();
});
