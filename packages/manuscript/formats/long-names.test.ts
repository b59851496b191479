import { describe, expect, it } from 'vitest';
import { MAX_ROLE_NAME_LENGTH } from '../../../shared/rules/role-marks.ts';
import { openScriptFile } from '../import-script.ts';

const LONG = `THE ${'VERY '.repeat(30)}OLD LADY`;
const read = async (text: string, file: string) => {
  const source = await openScriptFile(new TextEncoder().encode(text), file);
  return source.as(source.detected);
};
const rolesOf = ({ document }: Awaited<ReturnType<typeof read>>) =>
  document.flatMap((piece) => (typeof piece === 'string' ? [] : [piece.role]));

describe('role names that are too long', () => {
  it.each([
    ['play.fountain', `@${LONG} ONE\nHello.\n\n@${LONG} TWO\nYes.\n\n@${LONG} ONE\nNo.\n`],
    ['play.csv', `Role,Text\n${LONG} ONE,Hello.\n${LONG} TWO,Yes.\n${LONG} ONE,No.\n`],
  ])('stay different roles in %s, and are reported', async (file, text) => {
    const imported = await read(text, file);
    const [one = '', two = '', again] = rolesOf(imported);
    expect(one).not.toBe(two);
    expect(again).toBe(one);
    expect(one.length).toBeLessThanOrEqual(MAX_ROLE_NAME_LENGTH);
    expect(two).toMatch(/^THE VERY .* 2$/);
    expect(two.length).toBeLessThanOrEqual(MAX_ROLE_NAME_LENGTH);
    expect(imported.notices).toContainEqual({
      kind: 'long-names',
      words: expect.stringMatching(/^THE VERY/),
      others: 1,
      limit: MAX_ROLE_NAME_LENGTH,
    });
  });

  it('are the only ones that are shortened', async () => {
    const imported = await read('Role,Text\nANN,Hello.\nBEN,Yes.\n', 'play.csv');
    expect(imported.notices).toEqual([]);
  });
});

it('reports a title that is shortened in the book’s details', async () => {
  const imported = await read(`# ${'A very long title '.repeat(150)}\n\n## One\n\nANN: Hi.\n`, 'play.txt');
  expect(imported.notices).toEqual([{ kind: 'long-title', characters: 2_699, limit: 500 }]);
});
