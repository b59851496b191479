import { expect } from '@playwright/test';
import { startHostileService } from '../../hostile-service/hostile-service.ts';
import { AccountForm } from '../pages/account-form.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';

export const shootFirstStart: ShotSet = async ({ camera, folders }) => {
  const service = await startHostileService({ seed: 3, behaviours: {} });
  try {
    await withWindow(folders, async (window) => {
      const { library, page } = window;
      await expect(library.welcome).toBeVisible();
      await camera.take(window, 'first-start', ALL_SIZES);
      const form = new AccountForm(page);
      await library.enterAccount.click();
      await camera.take(window, 'first-start-account');
      await form.fill({ baseUrl: service.baseUrl.href, userId: service.userId, key: 'not-the-key' });
      await form.submit.click();
      await expect(form.problem).toBeVisible();
      await camera.take(window, 'first-start-refused', ALL_SIZES);
    });
  } finally {
    await service.close();
  }
};
