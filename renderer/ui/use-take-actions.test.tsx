import { expect, it } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { usePlayer } from './player-store.ts';
import { hasUnheardRetake, noteRetakes, useRetakes } from './use-take-actions.ts';

/** A row as far as it is looked at. */
const row = (latestTake: ReviewRow['latestTake']) => ({ lineId: 3, latestTake }) as ReviewRow;
const isUnheard = (latestTake: ReviewRow['latestTake']) => hasUnheardRetake(useRetakes.getState(), row(latestTake));
const play = (takeId: number) => {
  usePlayer.getState().play({ source: { kind: 'take', takeId, lineId: 3 }, title: '', detail: '' });
  usePlayer.getState().report({ status: 'playing' });
};

it('is new from when it has come until it is played', () => {
  const [old, fresh] = [
    { id: 7, createdAt: 100 },
    { id: 8, createdAt: 300 },
  ];
  expect(isUnheard(old)).toBe(false);
  noteRetakes([3], 200);
  expect(isUnheard(old)).toBe(false);
  expect(isUnheard(fresh)).toBe(true);
  play(old.id);
  expect(isUnheard(fresh)).toBe(true);
  play(fresh.id);
  expect(isUnheard(fresh)).toBe(false);
});
