// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConnectionEntry, ConnectionStatus } from '../../../shared/ipc/settings-requests.ts';
import type { FakeAnswers } from '../../bridge/testing/fake-bridge.ts';
import { failWith } from '../../bridge/testing/fake-bridge.ts';
import { type Rendered, render } from '../../ui/testing/render.tsx';
import { useView } from '../../ui/view-store.ts';
import { EditDialog } from './connection-dialogs.tsx';
import { Connections } from './connections.tsx';

const ACCOUNT: ConnectionEntry = {
  id: 'c',
  name: 'Studio account',
  kind: 'account',
  baseUrl: 'https://tts.example.com',
  userId: 'anna',
  budget: { plan: 'growth', limits: {}, sharePercent: 100 },
  pricePerThousand: null,
  currency: 'EUR',
  webhookUrl: null,
  inDoubtPolicy: 'ask',
  keyStorage: 'file',
  hasKey: true,
  hasUnconfirmedKey: false,
};
const IN_USE: ConnectionStatus = {
  id: 'c',
  name: 'Studio account',
  kind: 'account',
  plan: 'growth',
  state: 'ready',
  failure: null,
};
const LOCAL: ConnectionStatus = { ...IN_USE, id: 'l', name: 'Local service', kind: 'local', plan: 'enterprise' };
const FAILURE = {
  kind: 'connection',
  phase: 'sent',
  failure: 'timeout',
  origin: 'https://tts.example.com',
  code: null,
} as const;
const SAID = 'No response from https://tts.example.com: it stopped sending.';

let settings: Rendered;
afterEach(() => settings.remove());

/** Renders the services over a studio that stores changes of the account. */
async function open(
  first: Partial<ConnectionEntry> = {},
  { status = IN_USE, ...more }: FakeAnswers & { status?: ConnectionStatus } = {},
  part: ReactNode = <Connections />,
): Promise<void> {
  let account: ConnectionEntry | null = { ...ACCOUNT, ...first };
  const list = () => (account ? [account] : []);
  settings = await render(part, {
    'app.info': () => ({ keychain: false }) as never,
    'connection.list': list,
    'connection.status': () => status,
    'connection.local': () => ({
      running: true,
      address: 'http://127.0.0.1:7311',
      folder: '~/lectern/service',
      log: ['It listens.', 'A batch came.'],
    }),
    'connection.update'({ id: _, ...change }) {
      account = { ...ACCOUNT, ...account, ...change } as ConnectionEntry;
      return account;
    },
    'connection.remove'() {
      account = null;
      return { connections: [], step: '0001' };
    },
    'undo.undo'() {
      account = { ...ACCOUNT, ...first };
      return { redo: true };
    },
    ...more,
  });
}

const text = () => document.body.textContent ?? '';
const updates = () => settings.requests('connection.update').map((input) => ({ ...(input as object), id: undefined }));
const leave = (role: string, name: string, value: string) =>
  settings.fill(role, name, value).then(() => settings.act(() => (document.activeElement as HTMLElement).blur()));

describe('an account', () => {
  it('saves share and price, and shows the resulting limits', async () => {
    await open();
    expect(text()).toContain('Key stored in a file only you can read.');
    expect(text()).toContain('up to 200 batches (up to 10,000 lines) and 350,000 characters');
    await leave('textbox', 'Share of limit', '50 %');
    await leave('textbox', 'Price per 1,000 characters', '0.15');
    expect(updates()).toEqual([{ budget: { ...ACCOUNT.budget, sharePercent: 50 } }, { pricePerThousand: 0.15 }]);
    expect(text()).toContain('up to 100 batches (up to 5,000 lines) and 175,000 characters');
  });

  it('saves limits set by hand', async () => {
    await open({ budget: { ...ACCOUNT.budget, sharePercent: 50 } });
    await settings.choose('Runs (batches): limit', 'Custom');
    await leave('textbox', 'Runs (batches): requests per minute', '12');
    await leave('textbox', 'Runs (batches): characters per minute', '60000');
    expect(updates().at(-1)).toEqual({
      budget: { plan: 'growth', sharePercent: 50, limits: { batch: { requests: 12, characters: 60_000 } } },
    });
    expect(text()).toContain('up to 6 batches (up to 300 lines) and 30,000 characters, about 33 minutes');
  });

  it('saves a webhook only if it is an absolute URL', async () => {
    await open();
    await leave('textbox', 'Webhook for Studio account', 'studio.example/done');
    expect(text()).toContain('Enter a full address with https:// or http://');
    expect(updates()).toEqual([]);
    await leave('textbox', 'Webhook for Studio account', 'https://studio.example/done');
    expect(text()).not.toContain('Enter a full address');
    expect(updates()).toEqual([{ webhookUrl: 'https://studio.example/done' }]);
    await leave('textbox', 'Webhook for Studio account', '');
    expect(updates()[1]).toEqual({ webhookUrl: null });
  });

  it('saves the policy for lines in doubt, and warns of double charges', async () => {
    await open();
    expect(text()).toContain('may be charged twice');
    await settings.click('radio', 'Resend automatically');
    expect(updates()).toEqual([{ inDoubtPolicy: 'send-again' }]);
    expect(settings.get('radio', 'Resend automatically').checked).toBe(true);
  });

  it('shows the result of a test', async () => {
    await open(
      {},
      {
        'connection.test': () => ({
          voices: 24,
          failure: null,
          answerMs: 31,
          limits: [{ scope: 'batch', requests: 200, characters: 350_000, lowered: false }],
        }),
      },
    );
    await settings.click('button', 'Test');
    expect(settings.requests('connection.test')).toEqual([{ id: 'c' }]);
    expect(settings.get('status').textContent).toContain('Connected: found 24 voices in 31 ms.');
    expect(settings.get('status').textContent).toContain('200 batches and 350,000 characters per minute');
  });

  it('shows why a test failed', async () => {
    await open({}, { 'connection.test': () => ({ voices: null, failure: FAILURE, answerMs: null, limits: [] }) });
    await settings.click('button', 'Test');
    expect(settings.get('alert').textContent).toContain(SAID);
  });

  it('can be removed, which can be undone', async () => {
    await open();
    expect(text()).toContain('in use');
    settings.get('button', 'Remove').focus();
    await settings.press('Enter');
    expect(settings.requests('connection.remove')).toEqual([{ id: 'c' }]);
    expect(settings.all('heading', 'Studio account')).toEqual([]);
    expect(settings.notices()).toEqual(['Studio account and its key were removed. No service is in use now.Undo']);
    await settings.click('button', 'Undo');
    expect(settings.requests('undo.undo')).toEqual([{ step: '0001' }]);
    expect(settings.all('heading', 'Studio account')).toHaveLength(1);
  });

  it('uses a key saved by an earlier version only after its server is confirmed', async () => {
    await open({ hasKey: false, hasUnconfirmedKey: true }, { 'connection.confirmKey': () => IN_USE });
    expect(text()).toContain('Use it only if it belongs to https://tts.example.com.');
    expect(settings.requests('connection.confirmKey')).toEqual([]);
    await settings.click('button', 'Use saved key');
    expect(settings.requests('connection.confirmKey')).toEqual([{ id: 'c', origin: 'https://tts.example.com' }]);
  });
});

describe('editing an account', () => {
  const edit = async (more: FakeAnswers = {}) => {
    await open({}, more, null);
    useView.getState().editConnection('c');
    await settings.show(<EditDialog />);
  };
  const key = () => {
    const found = settings.get('dialog').querySelector<HTMLInputElement>('input[type="password"]');
    if (!found) throw new Error('there is no field for the key');
    return found;
  };
  const isOpen = () => useView.getState().dialog === 'edit-connection';

  it('saves another name on Enter', async () => {
    await edit();
    expect(document.activeElement).toBe(settings.get('textbox', /^Name/));
    await settings.fill('textbox', /^Name/, 'Books');
    await settings.press('Enter');
    expect(settings.requests('connection.update')).toMatchObject([{ id: 'c', name: 'Books', keyStorage: 'file' }]);
    expect(settings.requests('connection.enterKey')).toEqual([]);
    expect(isOpen()).toBe(false);
    expect(settings.notices()).toEqual(['Books is saved.']);
  });

  it('saves another key storage', async () => {
    await edit();
    await settings.click('radio', /ask each time/);
    await settings.click('button', 'Save');
    expect(settings.requests('connection.update')).toMatchObject([{ id: 'c', keyStorage: 'ask' }]);
  });

  it('requires a new key for another server, and sends it once', async () => {
    await edit({ 'connection.enterKey': () => IN_USE });
    expect(key().required).toBe(false);
    await settings.fill('textbox', /^Base address/, 'http://127.0.0.1:9');
    expect(text()).toContain('This is a different service, so the saved key for the previous one');
    expect(key().required).toBe(true);
    key().value = 'another-key-2718';
    await settings.click('button', 'Save');
    expect(settings.requests('connection.update')).toMatchObject([{ baseUrl: 'http://127.0.0.1:9' }]);
    expect(settings.requests('connection.enterKey')).toEqual([{ id: 'c', key: 'another-key-2718', use: false }]);
    expect(document.documentElement.outerHTML).not.toContain('another-key-2718');
  });

  it('rejects an invalid address', async () => {
    await edit();
    await settings.fill('textbox', /^Base address/, 'tts.example.com');
    await settings.click('button', 'Save');
    expect(text()).toContain('Enter an address with https:// or http://');
    expect(settings.requests('connection.update')).toEqual([]);
  });

  it('stays open if saving fails', async () => {
    await edit({ 'connection.update': () => failWith('connection.update', { kind: 'forbidden' }) });
    await settings.click('button', 'Save');
    expect(settings.get('dialog').querySelector('[role="alert"]')).not.toBeNull();
    expect(isOpen()).toBe(true);
  });
});

describe('the service in use', () => {
  const NO_ACCOUNT: FakeAnswers = { 'connection.list': () => [] };

  it('shows why it is unreachable, and can be retried', async () => {
    await open(
      {},
      {
        status: { ...IN_USE, state: 'failed', failure: { kind: 'service', failure: FAILURE } },
        'connection.use': () => IN_USE,
      },
    );
    expect(settings.get('alert').textContent).toContain(SAID);
    await settings.click('button', 'Try again');
    expect(settings.requests('connection.use')).toEqual([{ id: 'c' }]);
  });

  it('shows state, address and log of the local service', async () => {
    await open({}, { status: LOCAL, ...NO_ACCOUNT });
    expect(text()).toContain('running');
    expect(text()).toContain('http://127.0.0.1:7311');
    expect(document.querySelector('pre')?.textContent).toBe('It listens.\nA batch came.');
  });

  it('can simulate a plan’s limits on the local service', async () => {
    await open({}, { status: LOCAL, ...NO_ACCOUNT, 'connection.useLocal': () => ({ ...LOCAL, plan: 'startup' }) });
    await settings.choose('Limits', 'Startup');
    expect(settings.requests('connection.useLocal')).toEqual([{ plan: 'startup' }]);
  });
});
