// Services in the settings: added, set, tested, edited, removed and brought back, on the real local service as an account.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHostileService } from '../hostile-service/hostile-service.ts';
import { AccountForm } from './pages/account-form.ts';
import { tabTo } from './support/focus.ts';
import { filesHolding, type TestFolders } from './support/folders.ts';
import { settleIn, setUpAccount } from './support/home.ts';
import type { LocalService } from './support/local-service.ts';
import { expect, OWN, test } from './support/test.ts';

test.use({ application: 'shared' });

const kept = ({ home }: TestFolders) =>
  (JSON.parse(readFileSync(join(home, 'connections.json'), 'utf8')) as { connections: { name: string }[] }).connections;

const account = ({ baseUrl, userId, key }: LocalService) => ({ name: 'Studio account', baseUrl, userId, key });

test('an account is added, tested and set, and is so after a restart', OWN, async ({ open, folders, service }) => {
  const first = await open();
  const { page, settings, frame } = first;
  await settings.show('Services');
  await settings.addAccount.click();
  const form = new AccountForm(settings.accountDialog.page());
  await form.fill({ ...account(service), baseUrl: service.baseUrl.href, plan: 'Growth' });
  await page.getByRole('radio', { name: /only you may read/ }).check();
  await form.submit.click();
  await expect(frame.notice(/Studio account is connected: \d+ voices/)).toBeVisible();

  const card = settings.service('Studio account');
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(card.getByRole('status')).toContainText(/It answers: \d+ voices in \d+ ms\./);
  await expect(card.getByRole('status')).toContainText('200 batches and 350,000 characters a minute');
  await expect(card).toContainText('at most 200 batches (up to 10,000 lines) and 350,000 characters');

  await card.getByRole('textbox', { name: 'Share of its limit' }).fill('50');
  await card.getByRole('textbox', { name: 'Price per 1,000 characters' }).fill('0.15');
  await page.keyboard.press('Tab');
  await expect(card).toContainText('at most 100 batches (up to 5,000 lines) and 175,000 characters');
  await card.getByText('Limits by hand, webhook, lines in doubt').click();
  await card.getByLabel('Runs (batches): limit').first().click();
  await page.getByRole('option', { name: 'By hand' }).click();
  await card.getByRole('textbox', { name: 'Runs (batches): requests a minute' }).fill('12');
  await card.getByRole('textbox', { name: 'Runs (batches): characters a minute' }).fill('60000');
  await page.keyboard.press('Tab');
  await expect(card).toContainText('at most 6 batches (up to 300 lines) and 30,000 characters, about 33 minutes');

  const webhook = card.getByRole('textbox', { name: 'Webhook of Studio account' });
  await webhook.fill('studio.example/done');
  await page.keyboard.press('Tab');
  await expect(card).toContainText('Give a whole address with its https:// or http://');
  await webhook.fill('https://studio.example/done');
  await page.keyboard.press('Tab');
  await expect(card).not.toContainText('Give a whole address');
  await expect(card).toContainText('may be charged twice');
  const sendAgain = card.getByRole('radio', { name: /Resend automatically/ });
  await sendAgain.click();
  await expect(sendAgain).toBeChecked();
  const wanted = {
    kind: 'account',
    name: 'Studio account',
    budget: { plan: 'growth', sharePercent: 50, limits: { batch: { requests: 12, characters: 60_000 } } },
    pricePerThousand: 0.15,
    webhookUrl: 'https://studio.example/done',
    inDoubtPolicy: 'send-again',
    keyStorage: 'file',
  };
  await expect.poll(() => kept(folders)[1]).toMatchObject(wanted);
  expect(filesHolding(folders.home, service.key).filter((path) => path.endsWith('connections.json'))).toEqual([]);
  await first.lectern.close();

  const again = await open();
  await again.settings.show('Services');
  const same = again.settings.service('Studio account');
  await same.getByText('Limits by hand, webhook, lines in doubt').click();
  await expect(same.getByRole('textbox', { name: 'Webhook of Studio account' })).toHaveValue(
    'https://studio.example/done',
  );
  await expect(same.getByRole('radio', { name: /Resend automatically/ })).toBeChecked();
  await expect(same.getByRole('textbox', { name: 'Runs (batches): requests a minute' })).toHaveValue('12');
});

test('an account that is removed is gone with its key, and comes back with it', async ({ open, folders, service }) => {
  await setUpAccount(folders, account(service));
  const { page, settings, frame } = await open();
  await settings.show('Services');
  const card = settings.service('Studio account');
  await expect(card.getByText('in use')).toBeVisible();
  expect(filesHolding(join(folders.home, 'keys'), service.key)).toHaveLength(1);
  await card.getByRole('button', { name: 'Remove' }).click();
  await expect(card).toBeHidden();
  const notice = frame.notice('Studio account is removed, and its key with it. No service is in use now.');
  await expect(notice).toBeVisible();
  expect(filesHolding(join(folders.home, 'keys'), service.key)).toEqual([]);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(card.getByText('in use')).toBeVisible();
  expect(filesHolding(join(folders.home, 'keys'), service.key)).toHaveLength(1);
  await card.getByRole('button', { name: 'Test' }).click();
  await expect(card.getByRole('status')).toContainText('It answers');

  // The same by keyboard, and back by the step that Edit > Undo takes.
  await tabTo(page, 'button Remove');
  await page.keyboard.press('Enter');
  await expect(card).toBeHidden();
  await page.keyboard.press('Control+z');
  await expect(card).toBeVisible();
});

test(
  'a key that an earlier version kept without its server is used only once that is confirmed',
  OWN,
  async ({ open, folders }) => {
    const elsewhere = await startHostileService({ seed: 4, behaviours: {} });
    try {
      await settleIn(folders);
      await setUpAccount(folders, { name: 'Studio account', ...elsewhere });
      const [file = ''] = filesHolding(join(folders.home, 'keys'), elsewhere.key);
      writeFileSync(file, elsewhere.key);
      const { settings, frame } = await open();
      await expect(frame.strip).toContainText('key needed');
      await settings.show('Services');
      const card = settings.service('Studio account');
      await expect(card).toContainText(`Use it only if it belongs to ${elsewhere.baseUrl.origin}.`);
      expect(elsewhere.stats().requests.list).toBe(0);
      await card.getByRole('button', { name: 'Use saved key' }).click();
      await expect(card.getByRole('button', { name: 'Use saved key' })).toBeHidden();
      await expect.poll(() => elsewhere.stats().requests.list).toBeGreaterThan(0);
      expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
        key: elsewhere.key,
        origin: elsewhere.baseUrl.origin,
      });
      await card.getByRole('button', { name: 'Test' }).click();
      await expect(card.getByRole('status')).toContainText('It answers: 5 voices');
    } finally {
      await elsewhere.close();
    }
  },
);

test('an account is edited by keyboard; with another address its key is not taken there', async ({
  open,
  folders,
  service,
}) => {
  await setUpAccount(folders, account(service));
  const { page, settings, frame } = await open();
  await settings.show('Services');
  await tabTo(page, 'button Edit…');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Edit Studio account' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Books');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(settings.service('Books')).toContainText('Its key is in a file that only you may read.');
  await expect(frame.strip).toContainText('Books');

  await settings.service('Books').getByRole('button', { name: 'Edit…' }).click();
  const books = page.getByRole('dialog', { name: 'Edit Books' });
  const notAtAll = books.getByRole('radio', { name: /ask each time/ });
  await notAtAll.click();
  await expect(notAtAll).toBeChecked();
  await books.getByRole('button', { name: 'Save' }).click();
  await expect(settings.service('Books')).toContainText('Its key is asked for at each start.');
  expect(filesHolding(join(folders.home, 'keys'), service.key)).toEqual([]);

  await settings.service('Books').getByRole('button', { name: 'Edit…' }).click();
  await books.getByRole('textbox', { name: 'Base address' }).fill('http://127.0.0.1:9');
  await expect(books).toContainText('This is another service');
  await books.locator('input[type="password"]').fill('another-key-2718');
  await page.keyboard.press('Enter');
  await expect(books).toBeHidden();
  await expect(page.getByRole('tabpanel').getByRole('alert').first()).toContainText(
    /can’t be reached|does not answer|No answer/i,
  );
  expect(filesHolding(folders.home, 'another-key-2718')).toEqual([]);
});

test('the local service says whether it runs, where, and what it wrote', OWN, async ({ open, service }) => {
  const { page, settings } = await open();
  await settings.show('Services');
  const card = settings.service('Local service');
  await expect(card).toContainText('runs');
  await expect(card).toContainText(service.baseUrl.origin);
  await card.getByText('Its log').click();
  await expect(card.locator('pre')).toBeVisible();
  await card
    .getByRole('combobox')
    .or(card.getByRole('textbox', { name: 'Limits' }))
    .first()
    .click();
  await page.getByRole('option', { name: 'Startup' }).click();
  await expect(page.getByRole('contentinfo')).toContainText('87,500');
});

test('a service that does not answer says so, with its way out', OWN, async ({ open, folders, service }) => {
  await setUpAccount(folders, account(service));
  const { page, settings } = await open();
  await settings.show('Services');
  await expect(settings.service('Studio account').getByText('in use')).toBeVisible();
  await service.stop();
  await settings.service('Studio account').getByRole('button', { name: 'Test' }).click();
  await expect(settings.service('Studio account').getByRole('alert')).toBeVisible();
  await expect(page.getByRole('tabpanel')).not.toContainText(service.key);
});
