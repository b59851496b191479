// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { publishSaveState, useIsUnsaved } from './save-state.ts';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('what shows only whether something can’t be saved is drawn once, however much is typed', () => {
  let drawn = 0;
  function Shown() {
    drawn += 1;
    return useIsUnsaved() ? 'unsaved' : 'saved';
  }
  const box = document.createElement('div');
  const root = createRoot(box);
  act(() => root.render(<Shown />));
  for (let keys = 0; keys < 5; keys += 1) {
    act(() => publishSaveState({ kind: 'saving' }));
    act(() => publishSaveState({ kind: 'saved' }));
    act(() => void vi.advanceTimersByTime(1_000));
  }
  expect([box.textContent, drawn]).toEqual(['saved', 1]);
  act(() => publishSaveState({ kind: 'unsaved', error: { kind: 'no-project' } }));
  expect(box.textContent).toBe('unsaved');
  act(() => publishSaveState({ kind: 'saved' }));
  act(() => void vi.advanceTimersByTime(1_000));
  act(() => root.unmount());
});
