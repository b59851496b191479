// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import { type FakeBridge, failWith, installFakeBridge } from '../../bridge/testing/fake-bridge.ts';
import { AccountForm } from './account-form.tsx';

const KEY = 'the-only-key';
const info = (keychain: boolean): ReplyOf<'app.info'> => ({
  version: '1.0.0',
  platform: 'linux',
  host: 'electron',
  keychain,
  onboarded: false,
  theme: 'system',
  language: 'system',
  languages: [],
  lastConnectionId: null,
});

let bridge: FakeBridge;
let root: Root;
let box: HTMLElement;
const onAdded = vi.fn();

async function draw(keychain: boolean): Promise<void> {
  bridge.answer({ 'app.info': () => info(keychain) });
  await act(async () => {
    root.render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <AccountForm submitLabel="Connect" onAdded={onAdded} onCancel={vi.fn()} />
        </QueryClientProvider>
      </MantineProvider>,
    );
  });
  await act(async () => undefined);
}

const input = (selector: string) => {
  const found = box.querySelector<HTMLInputElement>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};

async function submit(baseUrl = 'https://tts.example.com'): Promise<void> {
  input('[name=baseUrl]').value = baseUrl;
  input('[name=userId]').value = ' anna ';
  input('[type=password]').value = KEY;
  await act(async () => {
    box.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await act(async () => undefined);
}

const asked = () => bridge.calls.find(({ channel }) => channel === 'connection.add')?.input;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  bridge = installFakeBridge();
  box = document.body.appendChild(document.createElement('div'));
  root = createRoot(box);
  onAdded.mockClear();
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
  bridge.remove();
  vi.unstubAllGlobals();
});

describe('the form for an account', () => {
  it('sends the key once and keeps it nowhere in the page', async () => {
    bridge.answer({
      'connection.add': () => ({
        ok: true,
        voices: 12,
        status: { id: 'c', name: 'My account', kind: 'account', plan: 'startup', state: 'ready', failure: null },
      }),
    });
    await draw(true);
    await submit();
    expect(asked()).toMatchObject({
      baseUrl: 'https://tts.example.com',
      userId: 'anna',
      key: KEY,
      keyStorage: 'keychain',
    });
    expect(input('[type=password]').value).toBe('');
    expect(document.documentElement.outerHTML).not.toContain(KEY);
    expect(onAdded).toHaveBeenCalledWith('My account', 12);
  });

  it('says why an account was refused, and can be sent again', async () => {
    bridge.answer({
      'connection.add': () => ({
        ok: false,
        failure: { kind: 'unauthorized', status: 401, message: 'No such key', errorId: null },
      }),
    });
    await draw(true);
    await submit();
    expect(box.querySelector('[role=alert]')?.textContent).toContain(
      'The service rejected the API key or user ID: No such key. Check both.',
    );
    expect(input('[type=password]').value).toBe('');
    expect(onAdded).not.toHaveBeenCalled();
  });

  it('has the producer choose how the key is kept where there is no keychain', async () => {
    bridge.answer({
      'connection.add': () => ({ ok: false, failure: { kind: 'unusable-address' } }),
    });
    await draw(false);
    expect(input('[type=radio][value=ask]').checked).toBe(true);
    input('[type=radio][value=ask]').checked = false;
    input('[type=radio][value=file]').checked = true;
    await submit();
    expect(asked()).toMatchObject({ keyStorage: 'file' });
  });

  it.each(['ftp://foo', 'tts.example.com', 'https://'])('says at its field that %s is no address', async (address) => {
    await draw(true);
    await submit(address);
    expect(asked()).toBeUndefined();
    expect(input('[name=baseUrl]').getAttribute('aria-invalid')).toBe('true');
    expect(box.textContent).toContain('Enter an address with https:// or http://');
    expect(input('[type=password]').value).toBe(KEY);
  });

  it('says at its field what the studio could not take', async () => {
    bridge.answer({
      'connection.add': () => failWith('connection.add', { kind: 'malformed-request', fields: ['userId'] }),
    });
    await draw(true);
    await submit();
    expect(input('[name=userId]').getAttribute('aria-invalid')).toBe('true');
    expect(box.querySelector('[role=alert]')).toBeNull();
  });

  it('lets a check be called off, and calls it off when it is put away', async () => {
    const { promise: never } = Promise.withResolvers<never>();
    bridge.answer({ 'connection.add': () => never, 'connection.cancelCheck': () => null });
    await draw(true);
    await submit();
    const calls = () => bridge.calls.filter(({ channel }) => channel === 'connection.cancelCheck').length;
    const cancel = [...box.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel');
    await act(async () => cancel?.click());
    expect(calls()).toBe(1);
    await act(async () => root.render(null));
    expect(calls()).toBe(2);
  });
});
