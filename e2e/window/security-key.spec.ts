// Where a key is, by looking for it.
import { statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { startService } from '../support/processes.ts';
import { AccountForm } from './pages/account-form.ts';
import { filesContaining, makeFolders } from './support/folders.ts';
import { launchLectern } from './support/launch.ts';
import { readHeapText } from './support/page-memory.ts';

test.describe('a key', () => {
  for (const storage of ['ask', 'file'] as const) {
    test(`is nowhere but where the producer wants it (${storage})`, async () => {
      const own = makeFolders();
      const elsewhere = makeFolders();
      const service = await startService(elsewhere.scratch, '--speech', 'silent');
      const { LECTERN_BASE_URL = '', LECTERN_API_KEY: key = '', LECTERN_USER_ID = '' } = service.environment;
      const running = await launchLectern(own);
      try {
        const first = running.page;
        await first.getByRole('button', { name: 'Enter an account…' }).click();
        const form = new AccountForm(first);
        await form.fill({ baseUrl: LECTERN_BASE_URL, userId: LECTERN_USER_ID, key: '' });
        await form.key.pressSequentially(key);
        await first.getByRole('radio', { name: storage === 'file' ? /only you can read/ : /ask each time/ }).check();
        await form.submit.click();
        await expect(form.key).toBeHidden();
        const made = await first.evaluate(() => window.lectern.request('project.create', { name: 'Secrets' }));
        expect(typeof made === 'string' ? JSON.parse(made) : made).toMatchObject({ ok: true });

        const memory = await readHeapText(first);
        expect(memory.includes(LECTERN_USER_ID)).toBe(true);
        expect(memory.includes(key)).toBe(false);
        const stored = await first.evaluate(async () => ({
          local: Object.entries(localStorage),
          session: Object.entries(sessionStorage),
          cookie: document.cookie,
          databases: (await indexedDB.databases()).map(({ name }) => name),
          caches: await caches.keys().catch(() => []),
        }));
        expect(JSON.stringify(stored)).not.toContain(key);
        expect(running.output()).not.toContain(key);
        const holding = filesContaining(own.root, key);
        expect(holding).toHaveLength(storage === 'file' ? 1 : 0);
        for (const path of holding) expect(statSync(path).mode & 0o777).toBe(0o600);
      } finally {
        await running.close();
        await service.stop();
      }
      // What was only closed has had its chance to write.
      expect(filesContaining(own.root, key)).toHaveLength(storage === 'file' ? 1 : 0);
      own.remove();
      elsewhere.remove();
    });
  }
});
