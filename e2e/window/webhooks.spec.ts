// Webhooks of runs, over the real local service and a receiver on this machine.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manyLines } from '../support/sample-texts.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { settleIn, setUpLocalService, UNLIMITED } from './support/home.ts';
import { startLocalService } from './support/local-service.ts';
import { test as base, expect } from './support/test.ts';

interface Receiver {
  readonly host: string;
  /** Paths that were called. */
  readonly paths: string[];
  /** What it answers. */
  status: number;
}

const test = base.extend<{ receiver: Receiver; told: undefined }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs from this pattern
  async receiver({}, use) {
    const receiver = { host: '', paths: [] as string[], status: 204 };
    const server: Server = createServer((request, response) => {
      receiver.paths.push(request.url ?? '');
      request.resume();
      response.writeHead(receiver.status).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    receiver.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(receiver);
    server.closeAllConnections();
    server.close();
  },
  /** The local service, with a project whose batches the receiver is told of. */
  async told({ folders, receiver }, use) {
    await settleIn(folders);
    const service = await startLocalService(folders, 'silent');
    await setUpLocalService(folders, UNLIMITED, { webhookUrl: `http://${receiver.host}/own` });
    const voices = await service.voices();
    await makeBook(folders, { text: manyLines(6), connection: localIdentity(service), voices });
    await use(undefined);
    await service.stop();
  },
});

test('whom the connection names is told: the board and each line say what was answered', async ({
  open,
  receiver,
  told: _,
}) => {
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  const { production, page } = window;
  await expect(page.getByText(`Webhook: ${receiver.host}`)).toBeVisible();
  await production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished', { timeout: 30_000 });
  const webhooks = production.inspector.getByRole('region', { name: /^Webhooks/ });
  await expect(webhooks).toContainText('answered 204', { timeout: 20_000 });
  await expect(
    production.batches(production.run).first().getByRole('img', { name: 'Webhook answered 204' }),
  ).toBeVisible();
  expect(receiver.paths).toEqual(Array.from({ length: 7 }, () => '/own'));
  await expectAccessible(window, 'webhooks');
  await window.frame.goTo('Script');
  await window.script.row('This is line 3 of them').click();
  const line = window.frame.inspector.getByRole('region', { name: 'Webhook · answered 204' });
  await expect(line).toContainText(`${receiver.host} was called on`);
});

test('a receiver that fails disturbs nothing and is shown; by keyboard, a run tells another receiver, or none', async ({
  open,
  receiver,
  told: _,
}) => {
  receiver.status = 500;
  const window = await open();
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  const { production, page } = window;
  const options = page.getByText(/^Webhook: /);
  await options.focus();
  await page.keyboard.press('Enter');
  const kinds = page.getByRole('radiogroup', { name: 'Webhook of this run' });
  await kinds.getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(options).toHaveText('Webhook: off for this run');
  await page.keyboard.press('ArrowRight');
  const address = page.getByLabel('Address of the webhook');
  await address.fill('no address');
  await expect(production.start).toBeDisabled();
  await address.fill(`http://${receiver.host}/other`);
  await page.keyboard.press('ControlOrMeta+r');
  await expect(window.frame.strip.getByRole('status')).toContainText('run finished · 6 of 6 lines', {
    timeout: 30_000,
  });
  const webhooks = production.inspector.getByRole('region', { name: /^Webhooks/ });
  await expect(webhooks).toContainText('failed: 500', { timeout: 20_000 });
  await expect(webhooks).toContainText('The results are here all the same.');
  expect(new Set(receiver.paths)).toEqual(new Set(['/other']));
});
