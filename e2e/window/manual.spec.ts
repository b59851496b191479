import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

test('the manual is opened by its key, read page by page and by its links, and shows its pictures', async ({
  open,
}) => {
  const { page } = await open();
  await page.keyboard.press('F1');
  const manual = page.getByRole('dialog', { name: 'Manual' });
  const reading = manual.getByRole('article');
  await expect(reading).toHaveAccessibleName('Your first hour');
  await expect
    .poll(() =>
      reading
        .getByRole('img')
        .first()
        .evaluate((picture: HTMLImageElement) => picture.naturalWidth),
    )
    .toBeGreaterThan(100);

  await manual.getByRole('navigation').getByRole('button', { name: 'Production' }).focus();
  await page.keyboard.press('Enter');
  await expect(reading).toHaveAccessibleName('Production');
  await expect(reading).toBeFocused();
  await expect(reading.getByRole('row', { name: /^in doubt/ })).toContainText('may have rendered');

  await manual.getByRole('navigation').getByRole('button', { name: 'Your first hour' }).click();
  await reading.getByRole('button', { name: 'Casting' }).click();
  await expect(reading).toHaveAccessibleName('Casting');
  if (process.env['SHOT']) await page.screenshot({ path: process.env['SHOT'] });
  await page.keyboard.press('Escape');
  await expect(manual).toBeHidden();
});
