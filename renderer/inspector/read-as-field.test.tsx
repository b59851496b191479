// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LineDetail } from '../../shared/ipc/script-requests.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { clearNotices, noticeTexts, ShownNotices } from '../ui/testing/shown-notices.tsx';
import { typeInto } from '../ui/testing/type-into.ts';
import { forgetSteps } from '../ui/undo-history.ts';
import { ReadAsField } from './line-fields.tsx';

const RESET = 'Reset the heading’s spoken form';

let chosen: string | null;
let bridge: FakeBridge;
let client: QueryClient;
let root: Root;
let box: HTMLElement;

/** The field, with the line as it is saved. */
function Field() {
  const { data } = useAsk('line.detail', { lineId: 13 });
  return data?.heading && <ReadAsField lineId={data.id} heading={data.heading} />;
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(1));
const field = () => box.querySelector('input') as HTMLInputElement;
const resetButton = () => box.querySelector<HTMLElement>(`[aria-label="${RESET}"]`);
const asked = () => bridge.calls.filter(({ channel }) => channel === 'line.setReadAs').map(({ input }) => input);

async function enter(text: string): Promise<void> {
  await typeInto(field(), text);
  await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await clearNotices();
  chosen = null;
  bridge = installFakeBridge({
    'line.detail': () =>
      ({ id: 13, heading: { spoken: chosen ?? 'Chapter one', isChosen: chosen !== null } }) as LineDetail,
    'line.setReadAs'({ spoken }) {
      chosen = spoken;
      void client.invalidateQueries();
      return { step: '01' };
    },
  });
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={client}>
          <Field />
          <ShownNotices />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
});
afterEach(async () => {
  await clearNotices();
  await act(async () => root.unmount());
  box.remove();
  client.clear();
  bridge.remove();
  forgetSteps();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows how the heading is read, sets it, and resets it', async () => {
  expect(field().value).toBe('Chapter one');
  expect(resetButton()).toBeNull();
  await enter(' The First Chapter ');
  expect(asked()).toEqual([{ lineId: 13, spoken: 'The First Chapter' }]);
  expect(field().value).toBe('The First Chapter');
  expect(noticeTexts()).toEqual([expect.stringContaining('The heading is now read as “The First Chapter”.')]);
  await act(async () => resetButton()?.click());
  await settle();
  expect(asked().at(-1)).toEqual({ lineId: 13, spoken: null });
  expect(field().value).toBe('Chapter one');
  expect(resetButton()).toBeNull();
});

it('is reset by clearing the field', async () => {
  await enter('The First Chapter');
  await enter('');
  expect(asked().at(-1)).toEqual({ lineId: 13, spoken: null });
  expect(field().value).toBe('Chapter one');
});
