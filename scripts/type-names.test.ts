import { expect, it } from 'vitest';
import { sharedTypeNames } from './type-names.ts';

const found = (texts: Readonly<Record<string, string>>) => sharedTypeNames(new Map(Object.entries(texts)));

it('finds types, interfaces, classes and enums of one name in two files, exported or not', () => {
  expect(found({ 'a.ts': 'interface Row {}\nexport class Pool {}\n', 'b.ts': 'export type Row = 1;\n' })).toEqual([
    { name: 'Row', files: ['a.ts', 'b.ts'] },
  ]);
  expect(found({ 'a.ts': 'export abstract class Pool<T> {}', 'b.ts': 'enum Pool {}' })).toMatchObject([
    { name: 'Pool' },
  ]);
});

it('leaves alone what one file declares twice, and what is inside a function', () => {
  expect(found({ 'a.ts': 'export const Row = 1;\nexport type Row = typeof Row;\ninterface Row {}\n' })).toEqual([]);
  expect(found({ 'a.ts': 'type Row = 1;', 'b.ts': 'function f() {\n  type Row = 2;\n}\n' })).toEqual([]);
});

it('takes neither an import nor the beginning of a name for a declaration', () => {
  expect(
    found({ 'a.ts': 'type Row = 1;', 'b.ts': "import type { Row } from './a.ts';\n// type Row\ntype Rows = 2;" }),
  ).toEqual([]);
});
