import { describe, expect, it } from 'vitest';
import { markFor, rewriteMarks, roleMarkReader } from './role-marks.ts';

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

  it('states a name that would not be read back by itself, and takes that back', () => {
    expect(inScript('LANE: Yes.\nJACK: No.', 'LANE', '村人A')).toBe('@村人A: Yes.\nJACK: No.');
    expect(inScript('LANE:Yes.', 'LANE', 'lane')).toBe('@lane: Yes.');
    expect(inScript('@lane: Yes.', 'lane', 'LANE')).toBe('LANE: Yes.');
  });

  it('refuses a name that can’t be read back at all', () => {
    expect(() => inScript('LANE: Yes.', 'LANE', 'la:ne')).toThrow(RangeError);
  });
});

const script = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });
const prose = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles: ['Alice', '田中', 'MAN AT  THE DOOR'] });
const nameIn = (row: string, read = script) => read(row)?.role ?? null;

describe('capitals before a colon', () => {
  it.each([
    ['LANE: Yes.', 'LANE'],
    ['LANE:', 'LANE'],
    ['LADY  BRACKNELL : Ah.', 'LADY BRACKNELL'],
    ['DR. O’NEIL-SMITH & SON/2: x', 'DR. O’NEIL-SMITH & SON/2'],
    ["D'ARTAGNAN: x", "D'ARTAGNAN"],
    ['1ST SOLDIER: x', '1ST SOLDIER'],
    ['ÉLODIE: x', 'ÉLODIE'],
    ['E\u0301LODIE: x', 'E\u0301LODIE'],
    ['НАТАША: x', 'НАТАША'],
    ['ΜΗΔΕΙΑ： x', 'ΜΗΔΕΙΑ'],
    ['LANE：x', 'LANE'],
    ['LANE:Yes', 'LANE'],
    ['LANE:“Yes.”', 'LANE'],
    ['A: B: x', 'A'],
    [`${'N'.repeat(40)}: x`, 'N'.repeat(40)],
  ])('are a role: %s', (row, role) => {
    expect(nameIn(row)).toBe(role);
  });

  it.each([
    ['Lane: Yes.'],
    ['McDUFF: x'],
    ['10: x'],
    ['A:1'],
    ['HTTP://X: y'],
    ['- LANE: x'],
    ['LANE, JACK: x'],
    ['ǅ: x'],
    [': x'],
    ['\\LANE: x'],
    [`${'N'.repeat(41)}: x`],
    ['LANE'],
    [''],
  ])('are none: %s', (row) => {
    expect(nameIn(row)).toBeNull();
  });

  it('tell where the words begin', () => {
    expect(script('LANE : Yes.')?.end).toBe(6);
  });

  it('count beside confirmed names', () => {
    const both = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: ['田中'] });
    expect([nameIn('LANE: x', both), nameIn('田中：はい', both)]).toEqual(['LANE', '田中']);
  });
});

describe('names that are stated', () => {
  const NAMES = [
    'Mara',
    '田中',
    '村人A',
    'അമ്മ',
    'शर्मा जी',
    'Guard #1',
    '(offstage) Mara',
    "TOM'",
    '7',
    '#1 fan',
    'ʻOlu',
    '@home',
  ];

  it.each(NAMES)('are roles in scripts and in prose: %s', (name) => {
    for (const read of [script, prose]) {
      expect(nameIn(`@${name}: x`, read)).toBe(name);
      expect(nameIn(`@${name}：x`, read)).toBe(name);
      expect(nameIn(`\\@${name}: x`, read)).toBeNull();
    }
  });

  it.each(['@: x', '@ Mara: x', '@Mara', '@Mara:x', '@…: x', `@${'n'.repeat(121)}: x`, 'mara@home: x', '@a\nb: x'])(
    'are none: %j',
    (row) => expect(nameIn(row)).toBeNull(),
  );

  it('are marked plainly where that is enough', () => {
    expect(['LANE', 'lane', '田中', 'Alice', 'a: b', ''].map((name) => markFor(name, script))).toEqual([
      'LANE:',
      '@lane:',
      '@田中:',
      '@Alice:',
      null,
      null,
    ]);
    expect(['LANE', '田中', 'Alice'].map((name) => markFor(name, prose))).toEqual(['@LANE:', '田中:', 'Alice:']);
  });
});

describe('confirmed roles', () => {
  it('are the only ones in prose, beside the narrator', () => {
    const rows = [
      'Alice: x',
      '田中：はい',
      'MAN AT THE DOOR: x',
      'NARRATOR: x',
      'BOOK ONE: 1805',
      'ALICE: x',
      'Alice:x',
    ];
    expect(rows.map((row) => nameIn(row, prose))).toEqual([
      'Alice',
      '田中',
      'MAN AT THE DOOR',
      'NARRATOR',
      null,
      null,
      null,
    ]);
  });
});

it('reads marks of any number of confirmed roles', () => {
  const confirmedRoles = Array.from({ length: 200_000 }, (_, at) => `Role ${at}`);
  const readMark = roleMarkReader({ roleMarks: 'confirmed', confirmedRoles });
  expect(readMark('Role 199999: so')).toEqual({ role: 'Role 199999', end: 12 });
});
