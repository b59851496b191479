import { expect, it } from 'vitest';
import { castFile } from './cast-file.ts';

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
