// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ComponentProps } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { type FakeBridge, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { outlook } from '../ui/cast/testing/outlook.ts';
import { clearNotices, noticeTexts, pressInNotice, ShownNotices } from '../ui/testing/shown-notices.tsx';
import { typeInto } from '../ui/testing/type-into.ts';
import { forgetSteps } from '../ui/undo-history.ts';
import { VoiceFields } from './line-fields.tsx';

const SPEAKER = {
  role: 'LANE',
  voice: 'arthur',
  voiceName: 'Arthur',
  voiceTraits: null,
  turnPrefix: 'LANE:',
  voiceOrigin: 'role' as const,
};

/** The voices that were asked for, and those who wait for an answer. */
let asked: (string | null | undefined)[];
let waiting: PromiseWithResolvers<ReplyOf<'cast.change'>>[];
let bridge: FakeBridge;
let client: QueryClient;
let root: Root;
let box: HTMLElement;

const pass = () => act(() => vi.advanceTimersByTimeAsync(1));

/** Answers the one who waits longest. */
async function answer(step: string | null = null): Promise<void> {
  waiting.shift()?.resolve({ step, outlook: outlook({}) });
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

async function show(...speakers: ComponentProps<typeof VoiceFields>['speakers']): Promise<void> {
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <VoiceFields speakers={speakers} />
          <ShownNotices />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  );
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
    'cast.outlook': () => outlook({}),
    'cast.change'({ change }) {
      asked.push(change.voice);
      const one = Promise.withResolvers<ReplyOf<'cast.change'>>();
      waiting.push(one);
      return one.promise;
    },
  });
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  client = new QueryClient();
  await show(SPEAKER);
});
afterEach(async () => {
  await clearNotices();
  forgetSteps();
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

it('undoes the first voice of a role by the button of its notice', async () => {
  bridge.answer({ 'undo.undo': () => ({ redo: true }) });
  const uncast = { ...SPEAKER, voice: null, voiceName: null };
  await show(uncast);
  await choose('Beatrice');
  await answer('step 1');
  await show({ ...SPEAKER, voice: 'beatrice', voiceName: 'Beatrice' });
  expect(noticeTexts()).toEqual([expect.stringContaining('LANE now uses Beatrice')]);
  await pressInNotice('Undo');
  expect(bridge.calls.at(-1)).toEqual({ channel: 'undo.undo', input: { step: 'step 1' } });
  await show(uncast);
  expect(box.querySelector('input')?.value).toBe('');
});

describe('the turn prefix of a role in a dialog', () => {
  const ALGERNON = { ...SPEAKER, role: 'ALGERNON', voice: 'beatrice', turnPrefix: 'ALGERNON:' };
  const prefix = () => {
    const found = box.querySelector<HTMLInputElement>('[aria-label="Turn prefix for ALGERNON"]');
    if (!found) throw new Error('there is no field for the prefix');
    return found;
  };
  const press = (key: string) =>
    act(async () => prefix().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  const saved = () => bridge.calls.filter(({ channel }) => channel === 'cast.change').map(({ input }) => input);

  beforeEach(async () => {
    bridge.answer({ 'cast.change': () => ({ step: null, outlook: outlook({}) }) });
    await show(ALGERNON, SPEAKER);
  });

  it('is saved when Enter is pressed', async () => {
    expect(prefix().value).toBe('ALGERNON:');
    await typeInto(prefix(), 'A>');
    await press('Enter');
    await pass();
    expect(saved()).toEqual([{ role: 'ALGERNON', change: { turnPrefix: 'A>' } }]);
  });

  it('is refused when it can’t be told from the other role’s', async () => {
    await typeInto(prefix(), 'LANE:');
    expect(box.textContent).toContain('Too similar to “LANE:”.');
    await press('Enter');
    await pass();
    expect(saved()).toEqual([]);
  });

  it('is the name of the role again when it is left empty', async () => {
    await show({ ...ALGERNON, turnPrefix: 'A>' }, SPEAKER);
    await typeInto(prefix(), '');
    await press('Enter');
    await pass();
    expect(saved()).toEqual([{ role: 'ALGERNON', change: { turnPrefix: null } }]);
  });

  it('is asked for in dialogs alone', async () => {
    await show(SPEAKER);
    expect(box.querySelector('[aria-label^="Turn prefix"]')).toBeNull();
  });
});
