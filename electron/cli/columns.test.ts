import { expect, it } from 'vitest';
import { alignColumns } from './columns.ts';

it('stand in columns, also under headings whose signs are twice as wide', () => {
  expect(
    alignColumns([
      ['名前', 'A'],
      ['Clara', 'B'],
    ]),
  ).toEqual(['名前   A', 'Clara  B']);
});
