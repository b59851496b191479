// Screenshots of the production screen before, during and after a run with problems.
import { expect } from '@playwright/test';
import type { BudgetSettings } from '../../../shared/model/connection.ts';
import { ALL_SIZES } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { PLAY_NAME, type StageSetting, setStage } from './stage.ts';

/** A plan with low limits, so that batches have to wait. */
const FEW_BATCHES: BudgetSettings = {
  plan: 'hacker',
  limits: { batch: { requests: 7, characters: 35_000 }, read: {}, list: {} },
  sharePercent: 100,
};

/** A run with an unanswered batch and a failing line. */
export const PRODUCTION_SETTING: StageSetting = {
  behaviours: {
    submission: { sequence: ['none', 'none', 'none', 'reset-after'] },
    fails: (text) => text.includes('superior quality') || text.includes('Brute!'),
    failReason: 'The voice is not available in this language.',
    readsUntilDone: 12,
  },
  budget: FEW_BATCHES,
  pricePerThousand: 0.3,
};

export const shootProduction: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, PRODUCTION_SETTING);
  try {
    await withWindow(folders, async (window) => {
      const { library, frame, production, page } = window;
      await library.openRecent(PLAY_NAME);
      await frame.goTo('Review');
      await expect(page.getByText('No takes yet')).toBeVisible();
      await camera.take(window, 'review-empty');
      await frame.goTo('Production');
      await expect(production.plan).toBeVisible();
      await expect(production.start).toBeEnabled();
      await camera.take(window, 'production-plan', ALL_SIZES);
      await production.start.click();
      await expect(production.doubts).toBeVisible({ timeout: 30_000 });
      await camera.take(window, 'production-running', ALL_SIZES);
      await production.inspector.getByText('Log', { exact: true }).click();
      await camera.take(window, 'production-log');
      await production.pause.click();
      await expect(production.goOn).toBeVisible();
      await camera.take(window, 'production-paused');
      await production.doubts.getByRole('button', { name: 'Skip' }).first().click();
      await production.cancel.click();
      await expect(frame.strip.getByRole('status')).toContainText(/run (finished|stopped)/, { timeout: 60_000 });
      await camera.take(window, 'production-stopped');
    });
  } finally {
    await service.close();
  }
};
