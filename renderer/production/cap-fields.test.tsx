// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../shared/ipc/contract.ts';
import { type FakeBridge, failWith, installFakeBridge } from '../bridge/testing/fake-bridge.ts';
import { useAsk } from '../bridge/use-ask.ts';
import { typeInto } from '../ui/testing/type-into.ts';
import { CapFields } from './production-inspector.tsx';

type Summary = ReplyOf<'project.updateSettings'>;

/** As the studio has it. */
let characterCap: number | null;
/** Answers those who have asked for the ledger, when the test says so. */
let readers: (() => void)[];
let bridge: FakeBridge;
let client: QueryClient;
let root: Root;
let box: HTMLElement;

const ledger = (): ReplyOf<'production.ledger'> => ({
  total: 0,
  auditions: 0,
  moneyCap: null,
  confirmPrice: null,
  spent: 0,
  retakes: 0,
  inDoubt: 0,
  lost: 0,
  thisRun: 0,
  cap: characterCap,
  pricePerThousand: null,
  currency: 'EUR',
  runs: [],
});

function Ledger() {
  const { data } = useAsk('production.ledger', {});
  return data && <CapFields ledger={data} />;
}

const pass = () => act(() => vi.advanceTimersByTimeAsync(1));

/** Answers all who have asked for the ledger with what holds now. */
async function answerLedger(): Promise<void> {
  for (const answer of readers.splice(0)) answer();
  await pass();
}

const field = (): HTMLInputElement => {
  const found = box.querySelector('input');
  if (!found) throw new Error('there is no field');
  return found;
};

const type = (text: string) => typeInto(field(), text);

async function enter(text: string): Promise<void> {
  await type(text);
  await act(async () => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await pass();
}

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  characterCap = null;
  readers = [];
  bridge = installFakeBridge({
    'production.ledger': () => new Promise((resolve) => readers.push(() => resolve(ledger()))),
    'project.updateSettings'(settings) {
      if (settings.characterCap !== undefined) characterCap = settings.characterCap;
      return {} as Summary;
    },
  });
  client = new QueryClient();
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <Ledger />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await answerLedger();
});

afterEach(async () => {
  await act(async () => root.unmount());
  box.remove();
  client.clear();
  bridge.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a cap', () => {
  it('is gone where it is taken back before the ledger that has it was read', async () => {
    await enter('1');
    expect(characterCap).toBe(1);
    await enter('');
    expect(characterCap).toBeNull();
    await answerLedger();
    expect(field().value).toBe('');
  });

  it('keeps what is typed while the ledger comes', async () => {
    await enter('1');
    await act(async () => void client.invalidateQueries());
    await type('20');
    await answerLedger();
    expect(field().value).toBe('20');
  });

  it('is as typed until the ledger has it, without the old value between', async () => {
    await enter('1');
    expect(field().value).toBe('1');
    await answerLedger();
    expect(field().value).toBe('1');
    characterCap = 5;
    await act(async () => void client.invalidateQueries());
    await answerLedger();
    expect(field().value).toBe('5');
  });

  it('is shown as it holds where another could not be kept', async () => {
    bridge.answer({
      'project.updateSettings': () => failWith('project.updateSettings', { kind: 'forbidden' }),
    });
    await enter('1');
    await answerLedger();
    expect(field().value).toBe('');
  });
});
