import { describe, expect, it } from 'vitest';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { rolesOf } from './roles.ts';
import { parseScript } from './script-text.ts';

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
