// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { hasUnheardRetake, noteRetakes, setRetakesProject, useRetakes } from './retakes.ts';
import { usePlayer } from './sound/player-store.ts';

/** A row with the fields that matter here. */
const row = (latestTake: ReviewRow['latestTake']) => ({ lineId: 3, latestTake }) as ReviewRow;
const isUnheard = (latestTake: ReviewRow['latestTake']) => hasUnheardRetake(useRetakes.getState(), row(latestTake));
const play = (takeId: number) => {
  usePlayer.getState().play({ source: { kind: 'take', takeId, lineId: 3 }, title: '', detail: '' });
  usePlayer.getState().report({ status: 'playing' });
};

it('is new until it is played', () => {
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

it('is new in its own project only', () => {
  setRetakesProject('one');
  noteRetakes([3], 200);
  const fresh = { id: 9, createdAt: 300 };
  expect(isUnheard(fresh)).toBe(true);
  setRetakesProject('two');
  expect(isUnheard(fresh)).toBe(false);
  noteRetakes([3], 200);
  play(fresh.id);
  expect(isUnheard(fresh)).toBe(false);
  setRetakesProject('one');
  expect(isUnheard(fresh)).toBe(true);
  setRetakesProject(null);
});
