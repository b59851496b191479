import { expect, it } from 'vitest';
import { colourOf, initialOf } from './project-card.tsx';

it('a cover has a colour of eight that stays with the title, and titles share them evenly', () => {
  expect(colourOf('Emma')).toBe(colourOf('Emma'));
  const uses = new Map<number, number>();
  for (let at = 0; at < 800; at += 1) uses.set(colourOf(`Volume ${at}`), (uses.get(colourOf(`Volume ${at}`)) ?? 0) + 1);
  expect([...uses.keys()].toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(Math.max(...uses.values())).toBeLessThan(200);
});

it('a small cover has the letter that tells the title', () => {
  expect(['The Picture of Dorian Gray', 'émile', '“1984”', '…', 'Die Räuber'].map(initialOf)).toEqual([
    'P',
    'É',
    '1',
    '·',
    'R',
  ]);
});
