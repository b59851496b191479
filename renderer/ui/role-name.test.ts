import { expect, it } from 'vitest';
import { initialsOf } from './role-name.tsx';

it.each([
  ['ALGERNON', 'AL'],
  ['LADY BRACKNELL', 'LB'],
  ['Dr. Chasuble', 'DC'],
  ['THE OLD MAN OF', 'TOM'],
  ['田中', '田中'],
])('the initials of %s are %s', (role, initials) => {
  expect(initialsOf(role)).toBe(initials);
});
