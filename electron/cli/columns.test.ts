import { expect, it } from 'vitest';
import { columns } from './columns.ts';

it('stand in columns, also under headings whose signs are twice as wide', () => {
  expect(
    columns([
      ['名前', 'A'],
      ['Clara', 'B'],
    ]),
  ).toEqual(['名前   A', 'Clara  B']);
});
