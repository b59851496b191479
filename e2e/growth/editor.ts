// Growth checks for the editor's parser for paragraph marks.
import { readBlock } from '../../renderer/script/rows/read-block.ts';
import { roleMarkReader } from '../../shared/rules/role-marks.ts';
import { type MeasuredReader, textReaders } from './growth.ts';
import { CHECKED_TEXTS, HOSTILE_TEXTS, repeated } from './input-shapes.ts';

const readMark = roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] });

/** Paragraphs with many marks of every type. */
const MORE_TEXTS = [
  repeated('directions and pauses', 'A: (a) [pause] a\n'),
  repeated('two roles, directions and prefixes', 'A: (a) A: [beat] \\( [sic] B:\nB: (b)\n'),
  repeated('two roles, few prefixes', 'ANNA: a\nB: b\n'),
  repeated('pauses and brackets', 'a [pause 1s] [sic] (a)'),
  repeated('sound cues', '[SFX: rain] (a) '),
];

const read = (text: string, speakBrackets: boolean) =>
  readBlock(text.replace(/\n\s*\n/g, '\n'), {
    readMark,
    speakBrackets,
    actOnDirections: true,
    prefixOf: (role) => `${role}:`,
  });

export const EDITOR_READERS: readonly MeasuredReader[] = textReaders(
  { 'spoken brackets': (text) => read(text, true), 'silent brackets': (text) => read(text, false) },
  [...HOSTILE_TEXTS, ...MORE_TEXTS],
  { checkedShapes: [...CHECKED_TEXTS, ...MORE_TEXTS], measuredSizes: [1_024, 65_536] },
);
