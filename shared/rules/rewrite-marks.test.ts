import { describe, expect, it } from 'vitest';
import { rewriteMarks } from './rewrite-marks.ts';
import { roleMarkReader } from './role-marks.ts';

const capitals = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const confirmed = (...names: string[]) => roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: names });
const inScript = (source: string, from: string, into: string) =>
  rewriteMarks(source, { from, into, before: capitals, after: capitals }).source;

describe('rewriting marks', () => {
  it('changes the name before the colon and nothing else', () => {
    expect(inScript('LANE: Yes, sir. LANE: is no mark here.', 'LANE', 'MERRIMAN')).toBe(
      'MERRIMAN: Yes, sir. LANE: is no mark here.',
    );
    expect(inScript('  [pause 1s] LANE : Yes.\r\nALGERNON: Lane!', 'LANE', 'MERRIMAN')).toBe(
      '  [pause 1s] MERRIMAN : Yes.\r\nALGERNON: Lane!',
    );
    expect(inScript('LANE AND JACK: Yes.', 'LANE', 'MERRIMAN')).toBe('LANE AND JACK: Yes.');
    expect(inScript('\\LANE: as words.', 'LANE', 'MERRIMAN')).toBe('\\LANE: as words.');
  });

  it('tells which marks it changed and how each was written, so that it can be taken back exactly', () => {
    const source = 'LADY  BRACKNELL: Sit.\nJACK: I stand.\nLADY BRACKNELL: Well.';
    const done = rewriteMarks(source, { from: 'LADY BRACKNELL', into: 'AUGUSTA', before: capitals, after: capitals });
    expect(done.marks).toEqual([
      { at: 0, name: 'LADY  BRACKNELL' },
      { at: 2, name: 'LADY BRACKNELL' },
    ]);
    const only = new Map(done.marks.map(({ at, name }) => [at, name]));
    const back = { from: 'AUGUSTA', into: 'LADY BRACKNELL', before: capitals, after: capitals, only };
    expect(rewriteMarks(done.source, back).source).toBe(source);
  });

  it('escapes words that the new name would make a mark, and frees those that the old one did', () => {
    const rename = { from: 'Mary', into: 'Algy', before: confirmed('Mary'), after: confirmed('Algy') };
    const { source } = rewriteMarks('Mary: Hello.\nAlgy: not a role so far.\n\\Mary: words.', rename);
    expect(source).toBe('Algy: Hello.\n\\Algy: not a role so far.\nMary: words.');
    const back = { from: 'Algy', into: 'Mary', before: rename.after, after: rename.before };
    expect(rewriteMarks(source, back).source).toBe('Mary: Hello.\nAlgy: not a role so far.\n\\Mary: words.');
  });

  it('keeps a name that is no capitals apart from the word behind its colon', () => {
    const both = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: ['Algy'] });
    const done = rewriteMarks('LANE:Yes.', { from: 'LANE', into: 'Algy', before: capitals, after: both });
    expect(done.source).toBe('Algy: Yes.');
  });

  it('refuses a name that could not be read back', () => {
    expect(() => inScript('LANE: Yes.', 'LANE', 'lane')).toThrow(RangeError);
  });
});
