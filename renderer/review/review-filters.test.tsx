// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { render } from '../ui/testing/render.tsx';
import { useView } from '../ui/view-store.ts';
import { DEFAULT_CHOICE, ReviewFilters, useReviewChoice } from './review-filters.tsx';

function Screen({ projectId }: { readonly projectId: string }) {
  const [choice, setChoice] = useReviewChoice(projectId);
  return (
    <button type="button" onClick={() => setChoice({ ...choice, sort: 'script', shown: 'rejected' })}>
      {choice.sort} {choice.shown}
    </button>
  );
}

/** What the screen shows when it is come to; it is left at once. @param press whether the choice is changed */
async function visit(projectId: string, press = false): Promise<string | null> {
  const box = document.createElement('div');
  const root = createRoot(box);
  await act(async () => root.render(<Screen projectId={projectId} />));
  if (press) await act(async () => box.querySelector('button')?.click());
  const { textContent } = box;
  await act(async () => root.unmount());
  return textContent;
}

it('is kept for its project when the screen is left', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  expect(await visit('one')).toBe('suspicion all');
  expect(await visit('one', true)).toBe('script rejected');
  expect(await visit('one')).toBe('script rejected');
  expect(await visit('two')).toBe('suspicion all');
});

it('shows that only one role’s lines are listed, and can list all again', async () => {
  const filters = await render(<ReviewFilters choice={DEFAULT_CHOICE} onChoice={() => {}} />, {
    'project.roles': () => [],
  });
  const clear = () => filters.all('button', 'Showing only LANE: show all roles');
  expect(clear()).toEqual([]);
  await filters.act(() => useView.getState().chooseRole('LANE'));
  expect(clear()[0]?.textContent).toBe('Only LANE');
  await filters.click('button', 'Showing only LANE: show all roles');
  expect(useView.getState().role).toBeNull();
  expect(clear()).toEqual([]);
  await filters.remove();
});
