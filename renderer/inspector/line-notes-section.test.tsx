// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import type { LineNote } from '../../shared/model/note.ts';
import { setReadOnly } from '../ui/read-only.tsx';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { LineNotesSection } from './line-notes-section.tsx';

const DETAIL = { id: 7, chapterNumber: 1, numberInChapter: 3, speakers: [] } as unknown as LineDetail;
const NOTE: LineNote = {
  id: 1,
  lineId: 7,
  text: 'Slower.',
  takeId: 5,
  take: 2,
  seconds: 1,
  createdAt: 0,
  doneAt: null,
};

let section: Rendered;
beforeEach(async () => {
  useView.getState().goTo('script');
  section = await render(null, {
    'note.list': () => [NOTE],
    'review.takes': () => [],
    'note.add': ({ text }) => ({ step: 'added', note: { ...NOTE, id: 2, text } }),
    'note.change': ({ text = '' }) => ({ step: 'changed', note: { ...NOTE, text } }),
    'note.remove': () => ({ step: 'removed' }),
  });
  await section.show(<LineNotesSection detail={DETAIL} />);
});
afterEach(() => {
  setReadOnly(null);
  return section.remove();
});

const blur = (name: string) => section.act(() => section.get('textbox', name).blur());

it('lists a line’s notes, which can be edited in place and are removed when emptied', async () => {
  await section.act(() => section.get('textbox', 'Note text').focus());
  await section.fill('textbox', 'Note text', 'Much slower.');
  await blur('Note text');
  expect(section.requests('note.change')).toEqual([{ noteId: 1, text: 'Much slower.' }]);
  await section.act(() => section.get('textbox', 'Note text').focus());
  await section.fill('textbox', 'Note text', ' ');
  await blur('Note text');
  expect(section.requests('note.remove')).toEqual([{ noteId: 1 }]);
  expect(section.all('list', 'Notes')).toEqual([]);
});

it('adds a note to a line without a take', async () => {
  await section.fill('textbox', 'New note on line 1.3', 'Warmer.');
  await section.pressOn(section.get('textbox', 'New note on line 1.3'), 'Enter');
  expect(section.requests('note.add')).toEqual([{ lineId: 7, text: 'Warmer.', takeId: null, seconds: null }]);
});

it('has no field for new notes in Review, whose panel has one', async () => {
  await section.act(() => useView.getState().goTo('review'));
  expect(section.all('textbox', /^New note/)).toEqual([]);
  expect(section.get('list', 'Notes').textContent).toContain('take 2, 0:01.0');
});

it('changes nothing in a read-only project', async () => {
  await section.act(() => setReadOnly('read-only'));
  expect(section.get('checkbox', 'Done: Slower.').disabled).toBe(true);
  expect(section.get('button', 'Remove note').disabled).toBe(true);
});
