// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RequestOf } from '../../shared/ipc/contract.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { VoiceFields } from './line-fields.tsx';

const SPEAKER = {
  ...{ role: 'LANE', voice: 'arthur', voiceName: 'Arthur', voiceTraits: null },
  ...{ turnPrefix: 'LANE:', voiceOrigin: 'role' as const },
};

/** The voices that were asked for, and those who wait for an answer. */
let asked: RequestOf<'role.setVoice'>['voice'][];
let waiting: PromiseWithResolvers<{ step: null }>[];
let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;

const pass = () => act(() => vi.advanceTimersByTimeAsync(1));

/** Answers the one who waits longest. */
async function answer(): Promise<void> {
  waiting.shift()?.resolve({ step: null });
  await pass();
}

async function choose(name: string): Promise<void> {
  await act(async () => box.querySelector<HTMLElement>('input')?.click());
  await pass();
  const options = [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const option = options.find(({ textContent }) => textContent?.startsWith(name));
  if (!option) throw new Error(`there is no ${name}`);
  await act(async () => option.click());
  await pass();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  asked = [];
  waiting = [];
  const voice = (id: string, name: string) => ({ id, name, traits: '', language: 'english' });
  bridge = installFakeBridge({
    'voices.list': () => [voice('arthur', 'Arthur'), voice('beatrice', 'Beatrice')] as never,
    'project.roles': () => [],
    'project.current': () => null,
    'role.setVoice'({ voice }) {
      asked.push(voice);
      const one = Promise.withResolvers<{ step: null }>();
      waiting.push(one);
      return one.promise;
    },
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <MantineProvider env="test">
          <VoiceFields speakers={[SPEAKER]} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  );
  await pass();
});
afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  bridge.remove();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends a voice that is chosen again while another one is being saved, once that one is saved', async () => {
  await choose('Beatrice');
  await choose('Arthur');
  expect(asked).toEqual(['beatrice']);
  await answer();
  expect(asked).toEqual(['beatrice', 'arthur']);
  await answer();
});
