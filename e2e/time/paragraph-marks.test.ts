// What the editor shows of a paragraph takes time in proportion to its text, whatever was pasted.
import { expect, it } from 'vitest';
import { readBlock } from '../../renderer/script/rows/read-block.ts';
import { roleMarkReader } from '../../shared/rules/role-marks.ts';
import { HOSTILE_TEXTS, repeated } from '../support/hostile-texts.ts';
import { SMALL_SIZES, superlinearTexts } from '../support/time-growth.ts';

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });

/** Paragraphs with many marks of every kind. */
const MORE_TEXTS = [
  repeated('directions and pauses', 'A: (a) [pause] a\n'),
  repeated('two roles, directions and prefixes', 'A: (a) A: [beat] \\( [sic] B:\nB: (b)\n'),
  repeated('two roles, few prefixes', 'ANNA: a\nB: b\n'),
  repeated('pauses and brackets', 'a [pause 1s] [sic] (a)'),
  repeated('sound cues', '[SFX: rain] (a) '),
];

it.each([true, false])('the marks of a paragraph, brackets spoken: %s', async (speakBrackets) => {
  const read = (text: string) =>
    readBlock(text.replace(/\n\s*\n/g, '\n'), {
      readMark,
      speakBrackets,
      actOnDirections: true,
      prefixOf: (role) => `${role}:`,
    });
  const sizes = { ...SMALL_SIZES, to: 65_536 };
  expect(await superlinearTexts(read, [...HOSTILE_TEXTS, ...MORE_TEXTS], sizes)).toEqual([]);
});
