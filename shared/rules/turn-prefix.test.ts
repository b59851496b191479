import { describe, expect, it } from 'vitest';
import type { Role } from '../model/cast.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../model/settings.ts';
import { MAX_TURN_PREFIX_LENGTH, prefixPlaces, turnPrefixOf, turnPrefixProblem } from './turn-prefix.ts';

const role = (name: string, turnPrefix: string | null = null): [string, Role] => [
  name,
  { name, voice: null, parameters: {}, turnPrefix },
];
const cast = new Map([role('LANE'), role('JACK', 'Jack says'), role('MISS LANE')]);

describe('a turn prefix', () => {
  it('is the name and a colon, unless somebody chose another', () => {
    expect(turnPrefixOf('LANE', cast)).toBe('LANE:');
    expect(turnPrefixOf('JACK', cast)).toBe('Jack says');
    expect(turnPrefixOf('NOBODY', cast)).toBe('NOBODY:');
  });

  it('may be anything in one row that no other role has', () => {
    expect(turnPrefixProblem('LANE', '<lane>', cast)).toBeNull();
    expect(turnPrefixProblem('LANE', 'LANE:', new Map([role('LANE')]))).toBeNull();
    expect(turnPrefixProblem('JACK', null, cast)).toBeNull();
  });

  it('is refused where it is empty, has a row break or is too long', () => {
    expect(turnPrefixProblem('LANE', ' ', cast)).toEqual({ kind: 'empty' });
    expect(turnPrefixProblem('LANE', 'a\nb', cast)).toEqual({ kind: 'row-break' });
    expect(turnPrefixProblem('LANE', 'x'.repeat(MAX_TURN_PREFIX_LENGTH), cast)).toBeNull();
    expect(turnPrefixProblem('LANE', 'x'.repeat(MAX_TURN_PREFIX_LENGTH + 1), cast)).toMatchObject({ kind: 'too-long' });
  });

  it('is refused where another role has it, or where one is a part of the other', () => {
    expect(turnPrefixProblem('LANE', 'Jack says', cast)).toMatchObject({ kind: 'collides', role: 'JACK' });
    expect(turnPrefixProblem('LANE', 'Jack', cast)).toMatchObject({ kind: 'collides', role: 'JACK' });
    expect(turnPrefixProblem('JACK', 'MISS LANE: so', cast)).toMatchObject({ kind: 'collides' });
  });

  it('goes back to the name though another name ends with it', () => {
    expect(turnPrefixProblem('LANE', null, cast)).toBeNull();
    expect(turnPrefixProblem('LANE', null, new Map([role('LANE', 'x'), role('JACK', 'LANE:')]))).toEqual({
      kind: 'collides',
      role: 'JACK',
      prefix: 'LANE:',
    });
  });
});

describe('places of a prefix among spoken words', () => {
  const places = (source: string, prefix = 'LANE:') => prefixPlaces(source, prefix, DEFAULT_PROJECT_SETTINGS);

  it('leave out the marks at the start of rows', () => {
    expect(places('JACK: Where?\n  LANE: Here.\n[pause 1s] LANE: And here.')).toEqual([]);
  });

  it('are told in UTF-16 code units of the paragraph', () => {
    const source = 'JACK: He said \u{1F600} LANE: twice, LANE: so.\r\nLANE: I said LANE: too.';
    expect(places(source).map(({ from, to }) => source.slice(from, to))).toEqual(['LANE:', 'LANE:', 'LANE:']);
    expect(places(source)[2]?.from).toBe(source.lastIndexOf('LANE:'));
    expect(places('JACK: No.', '')).toEqual([]);
  });
});
