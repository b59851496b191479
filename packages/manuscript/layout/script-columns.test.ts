// Scripts in columns as plain text has them.
import { describe, expect, it } from 'vitest';
import { normaliseColumns } from './script-columns.ts';
import { laidOut } from './testing/laid-out.ts';
import { script, spokenOf } from './testing/spoken-of.ts';

const spoken = (...rows: string[]): string[] => spokenOf(script(...rows)).map((words) => words.trim());
const HEARD = ['ANNA: Hello there.', 'BEN: Hi. How are you?', 'ANNA: So.', 'BEN: Yes, you did.'];

/** Rows whose cells are parted by a sign. */
const parted = (sign: string, rows: readonly string[]): string[] => rows.map((row) => row.replaceAll('¦', sign));

describe('a script in columns', () => {
  it.each([
    ['a number', ['1¦Anna¦Hello there.', '2¦Ben¦Hi. How are you?', '3¦Anna¦So.', '4¦Ben¦Yes, you did.']],
    ['a time', ['0:12¦Anna¦Hello there.', '0:15¦Ben¦Hi. How are you?', '0:16¦Anna¦So.', '0:17¦Ben¦Yes, you did.']],
    [
      'a number and a time',
      ['1¦0:12¦Anna¦Hello there.', '2¦0:15¦Ben¦Hi. How are you?', '3¦0:16¦Anna¦So.', '4¦0:17¦Ben¦Yes, you did.'],
    ],
    [
      'the name of a file',
      ['ep1_001¦ANNA¦Hello there.', 'ep1_002¦BEN¦Hi. How are you?', 'ep1_003¦ANNA¦So.', 'ep1_004¦BEN¦Yes, you did.'],
    ],
    [
      'a number, and notes behind',
      ['1¦Anna¦Hello there.¦softly', '2¦Ben¦Hi. How are you?¦SFX: door', '3¦Anna¦So.¦', '4¦Ben¦Yes, you did.¦(angry)'],
    ],
    [
      'a time and a scene',
      [
        '0:12¦Scene 1¦Anna¦Hello there.',
        '0:15¦Scene 1¦Ben¦Hi. How are you?',
        '0:16¦Scene 2¦Anna¦So.',
        '0:17¦Scene 2¦Ben¦Yes, you did.',
      ],
    ],
    [
      'a place',
      ['Kitchen¦Anna¦Hello there.', 'Kitchen¦Ben¦Hi. How are you?', 'Garden¦Anna¦So.', 'Garden¦Ben¦Yes, you did.'],
    ],
  ])('has its roles, and nothing else is spoken: %s', (_, rows) => {
    expect(spoken(...parted('\t', rows))).toEqual(HEARD);
    expect(spoken(...parted(' | ', rows))).toEqual(HEARD);
    expect(spoken(...parted('|', rows))).toEqual(HEARD);
  });

  it('may have them one below the other', () => {
    const rows = [
      ' 9  Anna       Hello there.           softly',
      '10  Ben        Hi.  How are you?',
      'SFX: a door slams behind both of them, as loud as can be',
      '11  Anna       So.                    take 2',
      '12  Ben        Yes, you did.',
    ];
    expect(spoken(...rows)).toEqual(HEARD);
    expect(laidOut(script(...rows), false)).toContain('ANNA: (softly) Hello there.');
  });

  it('is told by its titles', () => {
    const rows = [
      'No¦Time¦Scene¦Character¦Line¦Notes¦Mic',
      '1¦0:12¦Kitchen¦Anna¦Hello there.¦She walks. Then she stops.¦left',
      '2¦0:15¦Kitchen¦Ben¦Hi. How are you?¦¦right',
      '3¦0:16¦Garden¦Anna¦So.¦¦',
      '4¦0:17¦Garden¦SFX¦rain on leaves¦¦',
      '5¦0:18¦Garden¦Ben¦Yes, you did.¦¦',
    ];
    for (const sign of ['\t', '|', ' | ']) expect(spoken(...parted(sign, rows))).toEqual(HEARD);
    const written = laidOut(script(...parted('\t', rows)), false);
    expect(written).toContain('## Kitchen\n\nANNA: (0:12) (She walks. Then she stops.) (left) Hello there.\n\n');
    expect(written).toContain('## Garden\n\nANNA: (0:16) So.\n\n');
  });

  it('may have a rule below its titles', () => {
    const rows = ['| # | Character | Line | Notes |', '|---|---|---|---|', '| 1 | Anna | Hello. | softly |'];
    expect(spoken(...rows, '| 2 | Ben | Hi. | |', '| 3 | Anna | So. | |')).toEqual([
      'ANNA: Hello.',
      'BEN: Hi.',
      'ANNA: So.',
    ]);
  });

  it('may be a film’s, with what is seen beside what is said', () => {
    const rows = ['VIDEO¦AUDIO', 'A barn.¦NARRATOR: This is a barn.', 'An owl.¦SFX: hoot', 'A man.¦FARMER: My barn.'];
    for (const sign of ['\t', '|', ' | '])
      expect(spoken(...parted(sign, rows))).toEqual(['NARRATOR: This is a barn.', 'FARMER: My barn.']);
    expect(laidOut(script(...parted('\t', rows)), false)).toContain('(A barn.)\n\nNARRATOR: This is a barn.\n');
  });

  it('loses no words where nothing tells what a column is', () => {
    const rows = ['1\tAnna\tI never\tsaid that', '2\tBen\tYou\tdid', '3\tAnna\tNo,\tI', '4\tBen\tYes,\tyou did'];
    expect(spoken(...rows)).toEqual(['ANNA: I never said that', 'BEN: You did', 'ANNA: No, I', 'BEN: Yes, you did']);
    const told = script('It  was  late  that  night,', 'and  all  was  quiet,  so', 'we  went  to  bed  at  last.');
    expect(normaliseColumns(told)).toBe(told);
  });
});
