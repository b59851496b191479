import { expect, it } from 'vitest';
import { areBookParts, commonTitle, compareParts } from './book-parts.ts';

it('orders parts as people number them', () => {
  expect(['Part 10', 'Part 2', 'Part 1'].toSorted(compareParts)).toEqual(['Part 1', 'Part 2', 'Part 10']);
});

it.each([
  { names: ['Chapter 1.docx', 'Chapter 2.docx'], are: true },
  { names: ['01 The Rabbit-Hole.txt', '02 The Pool.txt'], are: true },
  { names: ['one.txt', 'two.txt'], are: false },
  { names: ['Emma 2.txt', 'Persuasion.txt'], are: false },
])('$names: parts of one book? $are', ({ names, are }) => {
  expect(areBookParts(names)).toBe(are);
});

it.each([
  { names: ['Alice - Chapter 01', 'Alice - Chapter 02'], name: 'Alice' },
  { names: ['Chapter 1', 'Chapter 2'], name: null },
  { names: ['The Storm_1', 'The Storm_2'], name: 'The Storm' },
  { names: ['one', 'two'], name: null },
])('a book of $names is called $name', ({ names, name }) => {
  expect(commonTitle(names)).toBe(name);
});
