// Screenshots of costs: no costs yet, a run that needs confirmation, each grouping, and a run that reached the cap.
import { expect } from '@playwright/test';
import { CostsPage } from '../pages/costs.ts';
import { ALL_SIZES, type Camera, type Size } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { PLAY_NAME, setStage } from './stage.ts';

const SIZES: readonly Size[] = [[960, 600], ...ALL_SIZES.slice(2)];

export const shootCosts: ShotSet = async ({ camera, folders }) => {
  const { service } = await setStage(folders, {
    behaviours: {
      fails: (text) => text.includes('superior quality'),
      failReason: 'The voice is not available in this language.',
      webhookResult: () => ({ called_at: '2026-11-22T03:04:05Z', response_status: 204 }),
    },
    pricePerThousand: 0.3,
    webhookUrl: 'https://hooks.studio.example/lectern?token=secret',
  });
  try {
    await withWindow(folders, async (window) => {
      const { library, frame, production, page } = window;
      const costs = new CostsPage(page);
      await library.openRecent(PLAY_NAME);
      await frame.goTo('Production');
      await costs.show('Costs');
      await expect(page.getByText('No costs yet')).toBeVisible();
      await shoot(camera, window, 'costs-empty');
      await costs.show('Batches');
      const ask = production.inspector.getByLabel('Confirm runs above, in EUR');
      await ask.fill('5');
      await ask.press('Enter');
      const cap = production.inspector.getByLabel('Cap');
      await cap.fill('60000');
      await cap.press('Enter');
      await expect(page.getByText(/over the cap will be skipped/)).toBeVisible();
      await page.getByText(/^Webhook: /).click();
      await shoot(camera, window, 'costs-plan');
      await production.start.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await shoot(camera, window, 'costs-confirm');
      await page.getByRole('button', { name: /^Render for/ }).click();
      await expect(frame.strip.getByRole('status')).toContainText(/run (finished|stopped)/, { timeout: 120_000 });
      await expect(production.inspector.getByText('answered 204').first()).toBeVisible({ timeout: 30_000 });
      await shoot(camera, window, 'costs-webhooks');
      await costs.show('Costs');
      await expect(costs.grid).toBeVisible();
      await shoot(camera, window, 'costs-lines');
      await costs.groupBy('Roles');
      await expect(costs.grid).toHaveAccessibleName('Costs by role');
      await shoot(camera, window, 'costs-roles');
      await costs.groupBy('Runs');
      await shoot(camera, window, 'costs-runs');
    });
  } finally {
    await service.close();
  }
};

const shoot = (camera: Camera, window: Parameters<Camera['take']>[0], name: string) => camera.take(window, name, SIZES);
