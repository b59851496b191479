// What a run costs: confirmed before it is spent, and shown afterwards.
import { CostsPage } from './pages/costs.ts';
import { expectAccessible } from './support/accessible.ts';
import { test } from './support/staged-test.ts';
import { expect } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

async function openBoard(window: LecternWindow): Promise<CostsPage> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Production');
  return new CostsPage(window.page);
}

test('the costs by keyboard alone: to the view, through the rows, into the script', async ({ open, stage }) => {
  await stage({ behaviours: {}, lines: 120 });
  const window = await open();
  const costs = await openBoard(window);
  await window.production.start.click();
  await expect(window.frame.strip.getByRole('status')).toContainText('Finished', { timeout: 30_000 });
  const { page } = window;
  await costs.main.getByRole('radiogroup', { name: 'Production view' }).getByRole('radio', { checked: true }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(costs.grid).toBeVisible();
  await expectAccessible(window, 'costs');
  await costs.heading('Line').focus();
  await page.keyboard.press('Enter');
  await expect(costs.cell(costs.rows().first(), 'name')).toContainText('1');
  await costs.grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  const last = costs.rows().last();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await expect(last).toHaveAttribute('aria-rowindex', '121');
  await expect(costs.cell(last, 'detail')).toContainText('line 120');
  await page.keyboard.press('Enter');
  await expect(window.script.row('This is line 120 of them')).toBeVisible();
});

test('a run that costs more than the producer spends unasked is confirmed first', async ({ open, stage }) => {
  const { service } = await stage({ behaviours: {}, lines: 20, pricePerThousand: 10 });
  const window = await open();
  await openBoard(window);
  const { production, page } = window;
  const ask = production.inspector.getByLabel('Confirm runs above, in EUR');
  await ask.fill('0.5');
  await ask.press('Enter');
  await production.cap.fill('90000');
  await production.cap.press('Enter');
  await expect(production.figure(/left under cap$/)).toBeVisible();
  await expect(ask).toHaveValue('0.5');
  await expect(production.start).toBeEnabled();
  await expect(production.figure(/^price$/)).toContainText('EUR');
  await production.start.click();
  const dialog = page.getByRole('dialog', { name: 'Render 20 lines?' });
  await expect(dialog).toContainText('above 0.50 EUR');
  await expectAccessible(window, 'confirmation');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(service.stats().jobs).toBe(0);
  await page.keyboard.press('ControlOrMeta+r');
  await expect(dialog.getByRole('button', { name: /^Render for/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(window.frame.strip.getByRole('status')).toContainText('Finished', { timeout: 30_000 });
  expect(service.stats().jobs).toBe(20);
});
