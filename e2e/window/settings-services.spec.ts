// Services in the settings: an account is added, tested, removed and brought back, on the real local service as an account.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountForm } from './pages/account-form.ts';
import { tabTo } from './support/focus.ts';
import { filesContaining } from './support/folders.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';

test.use({ application: 'shared' });

test(
  'an account is added and tested, removed with its key, and comes back with it',
  MAIN_FLOW,
  async ({ open, folders, service }) => {
    const { page, settings, frame } = await open();
    const keys = () => filesContaining(join(folders.home, 'keys'), service.key);
    await settings.show('Services');
    await settings.addAccount.click();
    const form = new AccountForm(settings.accountDialog.page());
    const { baseUrl, userId, key } = service;
    await form.fill({ name: 'Studio account', baseUrl: baseUrl.href, userId, key, plan: 'Growth' });
    await page.getByRole('radio', { name: /only you can read/ }).check();
    await form.submit.click();
    await expect(frame.notice(/Studio account is connected: \d+ voices/)).toBeVisible();
    const card = settings.service('Studio account');
    await expect(card.getByText('in use')).toBeVisible();
    await card.getByRole('button', { name: 'Test' }).click();
    await expect(card.getByRole('status')).toContainText(/Connected: found \d+ voices in \d+ ms\./);
    expect(JSON.parse(readFileSync(join(folders.home, 'connections.json'), 'utf8')).connections).toMatchObject([
      { kind: 'local' },
      { kind: 'account', name: 'Studio account', budget: { plan: 'growth' }, keyStorage: 'file' },
    ]);
    expect(keys()).toHaveLength(1);
    expect(filesContaining(folders.home, key).filter((path) => path.endsWith('connections.json'))).toEqual([]);

    await tabTo(page, 'button Remove');
    await page.keyboard.press('Enter');
    await expect(card).toBeHidden();
    await expect(frame.notice('Studio account and its key were removed. No service is in use now.')).toBeVisible();
    expect(keys()).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect(card.getByText('in use')).toBeVisible();
    expect(keys()).toHaveLength(1);
  },
);
