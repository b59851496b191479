import { describe, expect, it } from 'vitest';
import { roleMarkReader } from './role-marks.ts';

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
