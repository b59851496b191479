// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { type Rendered, render } from '../ui/testing/render.tsx';
import { VersionComparison } from './version-comparison.tsx';

const NO_EFFECT = { stale: 0, removed: 0, takes: 0, approved: 0 };
const COMPARISON: ReplyOf<'revision.compare'> = {
  renamed: [],
  knowsEdits: true,
  takes: 10,
  chapters: [
    {
      title: 'One',
      change: 'changed',
      moved: false,
      renderedRemoved: 0,
      notesRemoved: 0,
      changes: 2,
      effect: { stale: 2, removed: 0, takes: 3, approved: 0 },
      paragraphs: [
        { change: 'same', count: 4 },
        {
          change: 'changed',
          before: 'The storm is coming.',
          after: 'The storm is here.',
          index: 4,
          isEdited: false,
          effect: { stale: 2, removed: 0, takes: 3, approved: 0 },
        },
        {
          change: 'changed',
          before: 'It was quite dark.',
          after: 'It was dark.',
          index: 5,
          isEdited: true,
          effect: { stale: 1, removed: 0, takes: 2, approved: 1 },
        },
      ],
    },
    {
      title: 'Two',
      change: 'added',
      moved: false,
      renderedRemoved: 0,
      notesRemoved: 0,
      changes: 0,
      effect: NO_EFFECT,
      paragraphs: [],
    },
    {
      title: 'Three',
      change: 'same',
      moved: false,
      renderedRemoved: 0,
      notesRemoved: 0,
      changes: 0,
      effect: NO_EFFECT,
      paragraphs: [],
    },
  ],
};
const choices = { kind: 'script' as const, roles: null, merges: [] };

let dialog: Rendered;
const done = vi.fn();
async function show(comparison = COMPARISON): Promise<void> {
  dialog = await render(
    <VersionComparison importId="new" choices={choices} back={vi.fn()} close={vi.fn()} onDone={done} />,
    { 'revision.compare': () => comparison, 'revision.take': () => ({ step: '1' }) },
  );
}
beforeEach(() => done.mockClear());
afterEach(() => dialog.remove());

it('shows what changes and the effect on takes, and keeps edits by default', async () => {
  await show();
  expect(dialog.text).toContain('2 chapters change, 1 stays as it is.');
  expect(dialog.text).toContain('2 lines become stale. 7 takes are kept.');
  expect(dialog.text).toContain('You’ve edited 1 paragraph that the new version would replace.');
  expect(dialog.text).toContain('Your text keeps 2 takes, 1 of them approved.');
  await dialog.submit();
  expect(dialog.requests('revision.take')).toEqual([{ importId: 'new', choices, declined: [], replaced: [] }]);
  expect(done).toHaveBeenCalledOnce();
});

it('replaces an edit if the new version is chosen', async () => {
  await show();
  await dialog.click('radio', 'Use new text');
  expect(dialog.text).toContain('3 lines become stale. 5 takes are kept; 1 approved take is affected.');
  await dialog.submit();
  expect(dialog.requests('revision.take')).toMatchObject([{ replaced: [{ chapter: 0, paragraph: 5 }] }]);
});

it('doesn’t ask about edits in a chapter that isn’t updated', async () => {
  await show();
  await dialog.click('radio', 'Use new text');
  await dialog.click('checkbox', 'Update One');
  expect(dialog.all('radio', 'Keep mine')).toEqual([]);
  await dialog.submit();
  expect(dialog.requests('revision.take')).toMatchObject([{ declined: [0], replaced: [] }]);
});

it('marks changed words side by side, with unchanged paragraphs collapsed', async () => {
  await show();
  await dialog.click('button', '2 changes in One');
  const list = dialog.get('list', 'Changed chapters');
  expect(list.textContent).toContain('4 unchanged paragraphs');
  expect([...list.querySelectorAll('del')].map(({ textContent }) => textContent?.trim())).toEqual(['coming.', 'quite']);
  expect([...list.querySelectorAll('ins')].map(({ textContent }) => textContent?.trim())).toEqual(['here.']);
  expect(list.textContent).toContain('Your edit is kept.');
});

it('says so if the project has no record of edits', async () => {
  await show({ ...COMPARISON, knowsEdits: false });
  expect(dialog.text).toContain('This project has no record of your edits since the import');
});
