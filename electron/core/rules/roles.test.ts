import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../../../shared/model/settings.ts';
import { parseScript } from '../../../shared/rules/script-text.ts';
import { DEFAULT_SECONDS_PER_CHARACTER, rolesOf, speakingTime } from './roles.ts';

describe('rolesOf', () => {
  it('counts lines and spoken characters, in order of appearance', () => {
    const script = 'LANE: Yes. (Goes.)\nJACK: No.\nLANE: Oh.\n\nHe left.\n\nJACK: (Nods.)\n\nNARRATOR: 🎭!';
    expect(rolesOf(parseScript(script, DEFAULT_PROJECT_SETTINGS), DEFAULT_PROJECT_SETTINGS)).toEqual([
      { name: 'LANE', lines: 1, characters: 7 },
      { name: 'JACK', lines: 1, characters: 3 },
      { name: 'NARRATOR', lines: 2, characters: 10 },
    ]);
  });
});

const NOTHING = { characters: 0, seconds: 0 };

it('goes by the usual speed of speech while nothing was heard, the faster the role is cast the shorter', () => {
  const usual = speakingTime({ characters: 900, heard: NOTHING, speed: 1 });
  expect(usual).toEqual({ seconds: 900 * DEFAULT_SECONDS_PER_CHARACTER, basis: 'usual-speed' });
  expect(speakingTime({ characters: 900, heard: NOTHING, speed: 2 }).seconds).toBeCloseTo(usual.seconds / 2);
});

it('counts takes as long as they are, and says the rest at their pace', () => {
  const heard = { characters: 100, seconds: 20 };
  expect(speakingTime({ characters: 400, heard, speed: 3 })).toEqual({ seconds: 20 + 60, basis: 'takes' });
  expect(speakingTime({ characters: 100, heard, speed: 1 }).seconds).toBe(20);
});

it('is never below what was heard, though the text became shorter since', () => {
  expect(speakingTime({ characters: 10, heard: { characters: 40, seconds: 8 }, speed: 1 }).seconds).toBe(8);
});
