// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from '../../shared/ipc/contract.ts';
import { ask, BridgeFailure, onEvent } from './ask.ts';
import { auditionUrl, mediaUrl } from './media-url.ts';
import { type FakeBridge, failWith, installFakeBridge } from './testing/fake-bridge.ts';

let bridge: FakeBridge;
beforeEach(() => {
  bridge = installFakeBridge();
});
afterEach(() => bridge.remove());

it('answers the value of a reply, whether it crosses as JSON or as an object', async () => {
  bridge.answer({ 'voices.list': () => [] });
  expect(await ask('voices.list', {})).toEqual([]);
  Object.defineProperty(window.lectern, 'request', { value: async () => '{"ok":true,"value":[]}' });
  expect(await ask('voices.list', {})).toEqual([]);
});

it('fails with the kind of the error and its data, and without what was asked', async () => {
  bridge.answer({
    'connection.enterKey': () => failWith('connection.enterKey', { kind: 'not-found', what: 'connection' }),
  });
  const failure = await ask('connection.enterKey', { id: 'c', key: 'very-secret' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(BridgeFailure);
  expect(failure).toMatchObject({ channel: 'connection.enterKey', error: { kind: 'not-found', what: 'connection' } });
  expect(String(failure)).not.toContain('very-secret');
});

it('listens to an event until it is told to end', () => {
  const heard: unknown[] = [];
  const stop = onEvent('command', ({ id }) => heard.push(id));
  bridge.emit('command', { id: 'palette.open' });
  stop();
  bridge.emit('command', { id: 'run.start' });
  expect(heard).toEqual(['palette.open']);
});

it('names audio by ids, never by paths', () => {
  expect(mediaUrl(12)).toBe('media/take/12');
  expect(auditionUrl('../take/1')).toBe('media/audition/..%2Ftake%2F1');
});

it('JSON carries every reply but the one with bytes in it', () => {
  const withBytes = Object.entries(CONTRACT).filter(([, { output }]) => {
    try {
      // Bytes are no part of JSON, and zod says so.
      z.toJSONSchema(output);
      return false;
    } catch {
      return true;
    }
  });
  expect(withBytes.map(([channel]) => channel)).toEqual(['review.peaks']);
});
