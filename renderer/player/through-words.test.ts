import { expect, it } from 'vitest';
import { throughEndWords } from './through-words.ts';

const summary = { title: 'Act I', heard: 57, withoutTake: 0, withoutFile: 0 };

it('says how far playing through came', () => {
  expect(throughEndWords(summary)).toBe('Played 57 lines, to the end of Act I.');
  expect(throughEndWords({ ...summary, title: '', heard: 1 })).toBe('Played 1 line.');
});

it('says which lines were skipped, and why', () => {
  expect(throughEndWords({ ...summary, withoutTake: 1 })).toBe(
    'Played 57 lines, to the end of Act I. Skipped 1 line without a take.',
  );
  expect(throughEndWords({ ...summary, withoutTake: 1_200, withoutFile: 2 })).toBe(
    'Played 57 lines, to the end of Act I. Skipped 1,200 lines without a take and 2 lines whose audio file is missing or damaged.',
  );
});

it('says that there is nothing to play', () => {
  expect(throughEndWords({ ...summary, heard: 0, withoutTake: 3 })).toBe(
    'There is nothing to play from here on. Skipped 3 lines without a take.',
  );
  expect(throughEndWords({ ...summary, heard: 0 })).toBe('There is nothing to play from here on.');
});
