import { expect, it } from 'vitest';
import { NARRATOR } from '../../shared/model/cast.ts';
import { initialsOf, roleColours } from './role-name.tsx';

it.each([
  ['ALGERNON', 'AL'],
  ['LADY BRACKNELL', 'LB'],
  ['Dr. Chasuble', 'DC'],
  ['THE OLD MAN OF', 'TOM'],
  ['田中', '田中'],
])('the initials of %s are %s', (role, initials) => {
  expect(initialsOf(role)).toBe(initials);
});

it('the narrator has a colour apart, wherever it stands in the cast', () => {
  const colours = roleColours(['JACK', NARRATOR, 'LANE']);
  expect([...colours]).toEqual([
    [NARRATOR, 'var(--narrator)'],
    ['JACK', 'var(--r1)'],
    ['LANE', 'var(--r2)'],
  ]);
});
