// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { INITIAL_VIEW, type ViewPreferences } from '../../shared/ipc/view-preferences.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { useSoundOutput } from '../ui/sound/sound-output.ts';
import { Sound } from './look-and-sound.tsx';

let kept: ViewPreferences;
let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;

const settle = () => act(() => vi.advanceTimersByTimeAsync(1));

const input = (label: string): HTMLInputElement => {
  const found = [...box.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  const labelled = found && box.querySelector<HTMLInputElement>(`[id="${found.htmlFor}"]`);
  if (!labelled) throw new Error(`there is no ${label}`);
  return labelled;
};
async function choose(label: string): Promise<void> {
  await act(async () => input(label).click());
  await settle();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  Object.defineProperty(navigator, 'mediaDevices', {
    value: { enumerateDevices: async () => [], addEventListener() {}, removeEventListener() {} },
    configurable: true,
  });
  kept = INITIAL_VIEW;
  bridge = installFakeBridge({
    'preferences.get': () => kept,
    'preferences.change'(part) {
      kept = { ...kept, ...part } as ViewPreferences;
      return kept;
    },
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Sound />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await settle();
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  useSoundOutput.setState({ devices: null, chosen: null });
  Reflect.deleteProperty(navigator, 'mediaDevices');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the settings for listening', () => {
  it('set what happens at the end of a chapter', async () => {
    expect(input('Stop').checked).toBe(true);
    await choose('Continue with the next chapter');
    expect(kept.atChapterEnd).toBe('continue');
    expect(input('Continue with the next chapter').checked).toBe(true);
    await choose('Stop');
    expect(kept.atChapterEnd).toBe('stop');
  });

  it('set what is heard in place of lines without a take', async () => {
    await choose('Skip with a beep');
    expect(kept.missingLines).toBe('beep');
    await choose('Speak with a local voice');
    expect(kept.missingLines).toBe('voice');
    expect(input('Speak with a local voice').checked).toBe(true);
  });
});
