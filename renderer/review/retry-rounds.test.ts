// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import type { NotRetried, RetryPlan } from '../../shared/model/proofed-take.ts';
import { type FakeBridge, failWith, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import {
  advanceRetryRounds,
  endRetryRounds,
  finishRetryRounds,
  startRetryRounds,
  stillSuspicious,
  useRetryRounds,
} from './retry-rounds.ts';

const LIMITS = { maxRetries: 2, maxCharacters: 100 };
let bridge: FakeBridge;
let next: readonly number[];

const planOf = (lineIds: readonly number[], excluded: Readonly<Record<number, NotRetried>> = {}): RetryPlan => ({
  lineIds: [...lineIds],
  characters: 10 * lineIds.length,
  price: null,
  excluded: Object.entries(excluded).map(([id, reason]) => ({ lineId: Number(id), takeId: Number(id), reason })),
});
const rounds = () => useRetryRounds.getState().rounds;
const ordered = () => bridge.calls.filter(({ channel }) => channel === 'proof.retry').map(({ input }) => input);

beforeEach(() => {
  next = [1, 2, 3];
  bridge = installFakeBridge({
    'proof.retry': () => ({ lineIds: [...next], run: null as unknown as ReplyOf<'proof.retry'>['run'] }),
  });
});
afterEach(() => {
  endRetryRounds();
  bridge.remove();
});

test('a round waits until all its takes have been compared, and only suspicious lines are tried again', async () => {
  await startRetryRounds('p', LIMITS, planOf([1, 2, 3]));
  expect(rounds()).toMatchObject({ round: 1, takes: 3, state: 'waiting' });
  await advanceRetryRounds(planOf([2], { 1: 'under-way' }));
  expect(ordered()).toHaveLength(1);
  next = [2];
  await advanceRetryRounds(planOf([2]));
  expect(rounds()).toMatchObject({ round: 2, takes: 4, state: 'waiting' });
  const last = planOf([], { 2: 'retried' });
  await advanceRetryRounds(last);
  expect(rounds()?.state).toBe('done');
  expect(stillSuspicious({ lineIds: [1, 2, 3] }, last)).toBe(1);
});

test('all rounds together stay within the limit on characters', async () => {
  await startRetryRounds('p', LIMITS, planOf([1, 2, 3]));
  next = [2];
  await advanceRetryRounds(planOf([2]));
  expect(ordered()).toMatchObject([{ maxCharacters: 100 }, { maxCharacters: 70 }]);
  expect(rounds()?.limits.maxCharacters).toBe(60);
});

test('only the lines of the first plan are rendered, even if others become suspicious later', async () => {
  await startRetryRounds('p', LIMITS, planOf([1, 2, 3]));
  next = [2];
  await advanceRetryRounds(planOf([2]));
  expect(ordered()).toMatchObject([{ lineIds: [1, 2, 3] }, { lineIds: [1, 2, 3] }]);
});

test('no further round is ordered if the producer stops', async () => {
  await startRetryRounds('p', LIMITS, planOf([1, 2, 3]));
  finishRetryRounds();
  await advanceRetryRounds(planOf([2], { 1: 'under-way' }));
  expect(rounds()?.state).toBe('waiting');
  await advanceRetryRounds(planOf([2]));
  expect(ordered()).toHaveLength(1);
  expect(rounds()?.state).toBe('done');
});

test('no retries are in progress after a failed order', async () => {
  bridge.answer({ 'proof.retry': () => failWith('proof.retry', { kind: 'busy', what: 'run' } as never) });
  await expect(startRetryRounds('p', LIMITS, planOf([1]))).rejects.toThrow();
  expect(rounds()).toBeNull();
});
