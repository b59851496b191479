import { describe, expect, it } from 'vitest';
import { markedText } from '../../../e2e/support/marked-quotations.ts';
import { sampleText } from '../../../e2e/support/texts.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../model/settings.ts';
import { proseToScript } from '../prose-text.ts';
import { parseScript } from '../script-text.ts';
import { spokenText } from '../spoken-text.ts';
import { attributeScript } from './attributed-script.ts';

const read = (text: string, roles: readonly string[]) =>
  parseScript(text, { ...DEFAULT_PROJECT_SETTINGS, roleMarks: 'confirmed', confirmedRoles: [...roles] });

/** All that is heard of a script, in order. */
function spokenWords(text: string, roles: readonly string[]): string {
  return read(text, roles)
    .flatMap(({ lines }) => lines.flatMap(({ turns }) => turns))
    .map((turn) => spokenText(turn, DEFAULT_PROJECT_SETTINGS))
    .join(' ')
    .replace(/\s+/g, '');
}

const linesOf = (text: string): string[] => {
  const script = attributeScript(text);
  return read(script.text, script.roles).flatMap(({ lines }) =>
    lines.flatMap(({ turns }) =>
      turns.map((turn) => `${turn.role ?? '-'}: ${spokenText(turn, DEFAULT_PROJECT_SETTINGS)}`),
    ),
  );
};

describe('a book whose speakers are found', () => {
  it('has a line for each who speaks, and the narrator’s between them', () => {
    expect(linesOf('“Come in,” said Tom. “Sit down.”\n\nThe door closed.\n')).toEqual([
      'Tom: “Come in,”',
      '-: said Tom.',
      'Tom: “Sit down.”',
      '-: The door closed.',
    ]);
  });

  it('leaves with the narrator what nothing tells of', () => {
    expect(linesOf('It was late.\n\n“Who is there?”\n')).toEqual(['-: It was late.', '-: “Who is there?”']);
  });

  it('speaks brackets as the book has them', () => {
    expect(linesOf('“Come in (if you must),” said Tom (softly).\n')).toEqual([
      'Tom: “Come in (if you must),”',
      '-: said Tom (softly).',
    ]);
  });

  it('takes no words for a mark that were none', () => {
    const [first, second] = linesOf('Tom: a portrait.\n\n“Look,” said Tom.\n');
    expect([first, second]).toEqual(['-: Tom: a portrait.', 'Tom: “Look,”']);
  });

  it.each([
    ['alice.txt', () => sampleText('alice.txt')],
    ['pride-and-prejudice.txt', () => markedText('pride-and-prejudice.txt')],
    ['war-and-peace.txt', () => sampleText('war-and-peace.txt')],
  ])('keeps every word of %s', (_, text) => {
    const before = proseToScript(text()).text;
    const after = attributeScript(before);
    expect(after.roles.length).toBeGreaterThan(5);
    expect(spokenWords(after.text, after.roles) === spokenWords(before, [])).toBe(true);
  });
});
