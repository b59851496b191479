import { expect, it } from 'vitest';
import { FakeClock } from '../../testing/fake-clock.ts';
import { KEY_RETENTION_MS, type RemovedConnection, RemovedConnections } from './saved-connections.ts';

const removed = (id: string): RemovedConnection => ({
  saved: {
    id,
    kind: 'account',
    name: 'Studio',
    baseUrl: 'https://tts.example',
    userId: 'user-1',
    budget: { plan: 'growth', limits: {}, sharePercent: 100 },
    pricePerThousand: null,
    currency: 'EUR',
    webhookUrl: null,
    inDoubtPolicy: 'ask',
    keyStorage: 'file',
  },
  at: 0,
  inUse: true,
  key: { key: 'sk-a-key', origin: 'https://tts.example' },
});

it('gives back once what was removed, with its key for a while and then without', async () => {
  const clock = new FakeClock();
  const connections = new RemovedConnections(clock);
  connections.keep(removed('one'));
  connections.keep(removed('two'));
  await clock.advance(KEY_RETENTION_MS - 1);
  expect(connections.take('one')).toEqual(removed('one'));
  expect(connections.take('one')).toBeNull();
  await clock.advance(1);
  expect(connections.take('two')).toEqual({ ...removed('two'), key: null });
});

it('keeps nothing after its end', () => {
  const connections = new RemovedConnections(new FakeClock());
  connections.keep(removed('one'));
  connections.clear();
  expect(connections.take('one')).toBeNull();
});
