import { expect, it } from 'vitest';
import { normaliseRoleName, renameConfirmedRole, roleNameProblem } from './role-names.ts';

const SCRIPT = { roleMarks: 'capitals', confirmedRoles: [] } as const;
const PROSE = { roleMarks: 'confirmed', confirmedRoles: ['Lane', 'Jack'] } as const;
const ROLES = ['NARRATOR', 'LANE', 'Lane', 'JACK', 'Jack'];
const inScript = (name: string) => roleNameProblem('LANE', name, SCRIPT, ROLES);
const inProse = (name: string) => roleNameProblem('Lane', name, PROSE, ROLES);

it('takes what is read back as the mark of a role', () => {
  expect(inScript('MERRIMAN')).toBeNull();
  expect(inScript('LANE')).toBeNull();
  expect(inScript('MR. LANE-SMITH 2')).toBeNull();
  expect(['田中', '村人A', 'Mr.田中', '123', 'LANE (OLD)'].map(inScript)).toEqual([null, null, null, null, null]);
  expect(inProse('Merriman the butler')).toBeNull();
});

it.each([
  ['', 'empty'],
  ['M'.repeat(121), 'too-long'],
  ['Merriman', 'not-a-mark'],
  ['M:N', 'not-a-mark'],
  ['JACK', 'exists'],
  ['NARRATOR', 'exists'],
])('refuses %j in a script: %s', (name, problem) => {
  expect(inScript(name)).toBe(problem);
});

it.each([
  ['# Lane', 'not-a-mark'],
  ['(Lane)', 'not-a-mark'],
  ['a:b', 'not-a-mark'],
  ['Jack', 'exists'],
])('refuses %j in prose: %s', (name, problem) => {
  expect(inProse(name)).toBe(problem);
});

it('leaves the narrator its name', () => {
  expect(roleNameProblem('NARRATOR', 'READER', SCRIPT, ROLES)).toBe('narrator');
});

it('tidies names, and keeps the confirmed ones in their order, each once', () => {
  expect(normaliseRoleName('  LADY \t BRACKNELL ')).toBe('LADY BRACKNELL');
  expect(renameConfirmedRole(['Lane', 'Jack'], 'Lane', 'Merriman')).toEqual(['Merriman', 'Jack']);
  expect(renameConfirmedRole(['Lane', 'Jack'], 'Lane', 'Jack')).toEqual(['Jack']);
});
