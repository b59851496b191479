// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { INITIAL_VIEW, type ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { useChangePreferences, useViewPreferences } from './preferences.ts';

/** Answers the changes, in the order in which they were sent. */
let answers: (() => void)[];
let kept: ViewPreferences;
let bridge: FakeBridge;
let root: Root;
let shown: ViewPreferences;
let change: (part: Partial<ViewPreferences>) => void;

const pass = () => act(() => vi.advanceTimersByTimeAsync(1));

async function answer(at: number): Promise<void> {
  answers[at]?.();
  await pass();
}

function Window() {
  shown = useViewPreferences();
  change = useChangePreferences();
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  answers = [];
  kept = INITIAL_VIEW;
  bridge = installFakeBridge({
    'preferences.get': () => kept,
    'preferences.change'(part) {
      kept = { ...kept, ...part } as ViewPreferences;
      const reply = kept;
      return new Promise((resolve) => answers.push(() => resolve(reply)));
    },
  });
  root = createRoot(document.createElement('div'));
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <Window />
      </QueryClientProvider>,
    ),
  );
  await pass();
});
afterEach(async () => {
  await act(async () => root.unmount());
  bridge.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('are those that were chosen last, in whatever order the changes are answered', async () => {
  await act(async () => change({ textSize: 120 }));
  await act(async () => change({ textSize: 100 }));
  await answer(1);
  await answer(0);
  expect(shown.textSize).toBe(100);
});
