import { expect, it } from 'vitest';
import type { CastRole } from '../../../shared/ipc/cast-requests.ts';
import { castFile, sortRoles } from './role-table.tsx';

const role = (name: string, lines: number, voiceName: string | null): CastRole => ({
  name,
  voice: voiceName,
  voiceName,
  voiceTraits: null,
  parameters: {},
  turnPrefix: null,
  lines,
  characters: lines * 10,
  seconds: lines,
  basis: 'usual-speed',
  overrides: 0,
});
const ROLES = [role('LANE', 3, 'Orion'), role('ALGERNON', 9, 'Ben'), role('JACK', 3, null)];
const names = (search: string, by: 'name' | 'voice' | 'lines', isDescending: boolean) =>
  sortRoles(ROLES, search, { by, isDescending }, 'english').map(({ name }) => name);

it('sorts by any column, either way, and keeps the order of the cast where two are alike', () => {
  expect(names('', 'lines', true)).toEqual(['ALGERNON', 'LANE', 'JACK']);
  expect(names('', 'lines', false)).toEqual(['LANE', 'JACK', 'ALGERNON']);
  expect(names('', 'name', false)).toEqual(['ALGERNON', 'JACK', 'LANE']);
  expect(names('', 'voice', false)).toEqual(['JACK', 'ALGERNON', 'LANE']);
});

it.each(['name', 'voice'] as const)('orders by the %s as the script’s language has it', (by) => {
  const cast = [role('ZORA', 1, 'Zoë'), role('ÄNNE', 1, 'Åsa')];
  const inOrder = (language: 'german' | 'swedish') =>
    sortRoles(cast, '', { by, isDescending: false }, language).map(({ name }) => name);
  expect(inOrder('german')).toEqual(['ÄNNE', 'ZORA']);
  expect(inOrder('swedish')).toEqual(['ZORA', 'ÄNNE']);
});

it('finds roles by their name and by who speaks them', () => {
  expect(names('orion', 'name', false)).toEqual(['LANE']);
  expect(names('a ck', 'name', false)).toEqual(['JACK']);
});

const FIGURES = {
  voiceName: null,
  voiceTraits: null,
  lines: 1,
  characters: 1,
  seconds: 1,
  basis: 'usual-speed',
  overrides: 0,
} as const;

it('writes what the command line reads: voice, parameters and prefix of each role that has any', () => {
  const text = castFile([
    { ...FIGURES, name: 'LANE', voice: 's3://orion', parameters: { speed: 1.1, seed: 7 }, turnPrefix: 'L>' },
    { ...FIGURES, name: 'JACK', voice: 's3://ben', parameters: {}, turnPrefix: null },
    { ...FIGURES, name: 'CECILY', voice: null, parameters: {}, turnPrefix: null },
  ]);
  expect(JSON.parse(text)).toEqual({
    LANE: { voice: 's3://orion', speed: 1.1, seed: 7, turn_prefix: 'L>' },
    JACK: { voice: 's3://ben' },
  });
});
