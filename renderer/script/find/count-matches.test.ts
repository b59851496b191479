import { SearchQuery } from '@codemirror/search';
import { EditorSelection, EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { countMatches, type MatchCount } from './count-matches.ts';

const count = (doc: string, search: string, from = 0, to = 0) =>
  new Promise<MatchCount>((resolve) => {
    const state = EditorState.create({ doc, selection: EditorSelection.single(from, to) });
    countMatches(new SearchQuery({ search }), state, resolve);
  });

it('counts what is found and says which of it is selected', async () => {
  await expect(count('sir. Yes, sir. No, sir.', 'sir', 10, 13)).resolves.toEqual({
    total: 3,
    current: 2,
    isMore: false,
  });
  await expect(count('sir.', 'madam')).resolves.toEqual({ total: 0, current: null, isMore: false });
});

it('stops counting at a maximum', async () => {
  await expect(count('a'.repeat(30_000), 'a')).resolves.toEqual({ total: 20_000, current: null, isMore: true });
});

it('says nothing once it was called off', async () => {
  const state = EditorState.create({ doc: 'sir' });
  let called = false;
  const cancel = countMatches(new SearchQuery({ search: 'sir' }), state, () => {
    called = true;
  });
  cancel();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(called).toBe(false);
});
