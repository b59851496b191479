import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { systemRandom } from '../../system.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { temporaryDataFolder } from '../testing/data-folder.ts';
import { ConnectionBook, type NewConnection } from './connection-book.ts';

let folder: ReturnType<typeof temporaryDataFolder>;
beforeEach(() => {
  folder = temporaryDataFolder();
});
afterEach(() => folder.remove());

const open = () => ConnectionBook.open(folder.path, { clock: new FakeClock(), random: systemRandom });

const common = {
  budget: { plan: 'growth' as const, limits: { batch: { requests: 5 } }, sharePercent: 50 },
  pricePerThousand: 0.15,
  currency: 'EUR',
  webhookUrl: 'https://studio.example/hooks',
  inDoubtPolicy: 'send-again' as const,
};
const LOCAL: NewConnection = { ...common, kind: 'local', name: 'This computer' };
const ACCOUNT: NewConnection = {
  ...common,
  kind: 'account',
  name: 'Studio',
  baseUrl: 'https://api.example.com/tts',
  userId: 'user-1',
  keyStorage: 'keychain',
};

it('keeps connections in their order, with the one that was used last', async () => {
  const book = await open();
  expect([book.list(), book.lastUsed()]).toEqual([[], null]);
  const local = await book.add(LOCAL);
  const account = await book.add(ACCOUNT);
  await book.use(account.id);
  const again = await open();
  expect(again.list()).toEqual([
    { ...LOCAL, id: local.id },
    { ...ACCOUNT, id: account.id },
  ]);
  expect(again.lastUsed()).toEqual(account);
  expect(again.find(local.id)).toEqual(local);
});

it('changes what is named and nothing else', async () => {
  const book = await open();
  const { id } = await book.add(ACCOUNT);
  const local = await book.add(LOCAL);
  const changed = await book.update(id, { name: 'Other', keyStorage: 'ask', userId: undefined });
  expect(changed).toEqual({ ...ACCOUNT, id, name: 'Other', keyStorage: 'ask' });
  expect(await book.update(local.id, { name: 'Here', baseUrl: 'https://x.example/' })).toEqual({
    ...local,
    name: 'Here',
  });
  expect(await book.update('nobody', { name: 'x' })).toBeNull();
  await expect(book.update(id, { baseUrl: 'ftp://x.example' })).rejects.toThrow(ZodError);
  expect((await open()).find(id)).toEqual(changed);
});

it('forgets one, also as the one that was used last', async () => {
  const book = await open();
  const { id } = await book.add(ACCOUNT);
  await book.use(id);
  await book.remove(id);
  const again = await open();
  expect([again.list(), again.lastUsed()]).toEqual([[], null]);
});

it('reads a file from before there were webhooks and a policy: nothing is called, and lines in doubt are asked about', async () => {
  const { webhookUrl: _webhook, inDoubtPolicy: _policy, ...old } = ACCOUNT;
  const connections = [{ ...old, id: 'one' }];
  writeFileSync(join(folder.path, 'connections.json'), JSON.stringify({ version: 1, connections, lastUsedId: 'one' }));
  const book = await open();
  expect(book.problem).toBeNull();
  expect(book.lastUsed()).toEqual({ ...old, id: 'one', webhookUrl: null, inDoubtPolicy: 'ask' });
  await expect(book.update('one', { webhookUrl: 'file:///etc/passwd' })).rejects.toThrow(ZodError);
});

it('is kept aside where it can’t be read, and has no room for a key', async () => {
  const path = join(folder.path, 'connections.json');
  writeFileSync(path, '{"version":1,"connections":[{"id":"../x"}],"lastUsedId":null}');
  const book = await open();
  expect(book.problem).toMatchObject({ kind: 'unreadable', path });
  expect(book.list()).toEqual([]);
  const withKey = { ...ACCOUNT, key: 'sk-very-secret' };
  await book.add(withKey);
  expect(readFileSync(path, 'utf8')).not.toContain('sk-very-secret');
});
