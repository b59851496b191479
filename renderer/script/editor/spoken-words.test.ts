import { describe, expect, it } from 'vitest';
import { roleMarkReader } from '../../../shared/rules/role-marks.ts';
import { spokenWords } from '../../../shared/rules/spoken-words.ts';
import { readBlock } from '../rows/read-block.ts';
import { wordsOfLine } from './spoken-words.ts';

const blockOf = (text: string) =>
  readBlock(text, {
    readMark: roleMarkReader({ roleMarks: 'capitals', confirmedRoles: [] }),
    prefixOf: (role) => role,
    speakBrackets: false,
    actOnDirections: true,
  });

/** The words shown for a line, with those that were sent for each. */
const shown = (text: string, sent: string, lines: readonly string[] = [sent], at = 0) =>
  wordsOfLine(text, blockOf(text), { lines, at, sent }).map((word) => [
    text.slice(word.from, word.to),
    word.sent &&
      spokenWords(sent)
        .slice(word.sent.from, word.sent.to)
        .map((one) => one.text)
        .join(' '),
  ]);

describe('the words of a paragraph in the script', () => {
  it('stand for the words sent, without the role, directions and marks', () => {
    expect(shown('LANE: (bows) *Very* good, Dr. Brown.', 'Very good, Doctor Brown.')).toEqual([
      ['LANE:', null],
      ['(bows)', null],
      ['*Very*', 'Very'],
      ['good,', 'good,'],
      ['Dr.', 'Doctor'],
      ['Brown.', 'Brown.'],
    ]);
  });

  it('are those of both turns of a dialog', () => {
    const text = 'GWENDOLEN: Is he gone?\nLANE: Yes, madam.';
    expect(shown(text, 'Is he gone?\nYes, madam.').filter(([, sent]) => sent === null)).toEqual([
      ['GWENDOLEN:', null],
      ['LANE:', null],
    ]);
  });

  it('are only those of the line, in a paragraph of several lines', () => {
    const lines = ['The cat sat on the mat.', 'The dog sat on the cat.'];
    expect(
      shown(lines.join(' '), lines[1] ?? '', lines, 1)
        .map(([word]) => word)
        .join(' '),
    ).toBe(lines[1]);
    expect(
      shown(lines.join(' '), lines[0] ?? '', lines, 0)
        .map(([word]) => word)
        .join(' '),
    ).toBe(lines[0]);
  });
});
