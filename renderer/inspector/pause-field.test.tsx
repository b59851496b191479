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
import { PauseField } from './line-fields.tsx';

const RESET = 'Reset the pause before this line';

let setSeconds: number | null;
let bridge: FakeBridge;
let client: QueryClient;
let root: Root;
let box: HTMLElement;

/** The field, with the line as it is saved. */
function Field() {
  const { data } = useAsk('line.detail', { lineId: 13 });
  return data && <PauseField detail={data} />;
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(1));
const field = () => box.querySelector('input') as HTMLInputElement;
const resetButton = () => box.querySelector<HTMLElement>(`[aria-label="${RESET}"]`);
const asked = () => bridge.calls.filter(({ channel }) => channel === 'line.setPause').map(({ input }) => input);

async function enter(text: string): Promise<void> {
  await typeInto(field(), text);
  await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  await clearNotices();
  setSeconds = null;
  bridge = installFakeBridge({
    'line.detail': () =>
      ({
        id: 13,
        chapterNumber: 1,
        numberInChapter: 3,
        pause: { setSeconds, usual: { seconds: 0.6, reason: 'paragraph' } },
      }) as LineDetail,
    'line.setPause'({ seconds }) {
      setSeconds = seconds;
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

it('shows the usual pause, which can’t be reset', () => {
  expect(field().value).toBe('0.6 s');
  expect(resetButton()).toBeNull();
});

it('sets a pause for this line alone, and says so', async () => {
  await enter('2');
  expect(asked()).toEqual([{ lineId: 13, seconds: 2 }]);
  expect(field().value).toBe('2 s');
  expect(noticeTexts()).toEqual([expect.stringContaining('The pause before line 1.3 is now 2 s.')]);
});

it('is reset to the usual pause', async () => {
  await enter('2');
  await act(async () => resetButton()?.click());
  await settle();
  expect(asked().at(-1)).toEqual({ lineId: 13, seconds: null });
  expect(field().value).toBe('0.6 s');
  expect(resetButton()).toBeNull();
  expect(noticeTexts()).toEqual([expect.stringContaining('The pause before line 1.3 was reset.')]);
});

it('drops what was typed when Escape is pressed', async () => {
  await typeInto(field(), '3');
  await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  await act(async () => field().blur());
  await settle();
  expect(asked()).toEqual([]);
  expect(field().value).toBe('0.6 s');
  expect(noticeTexts()).toEqual([]);
});
