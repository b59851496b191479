// Several projects render one after another while the window shows any of them.
import { manyLines } from '../support/sample-texts.ts';
import { ONE_BATCH_A_MINUTE } from './support/accounts.ts';
import { makeBook } from './support/books.ts';
import { test } from './support/staged-test.ts';
import { expect, OWN } from './support/test.ts';

test(
  'a run continues in the background, and other projects wait in the queue',
  OWN,
  async ({ open, stage, folders }) => {
    const { service } = await stage({ behaviours: {}, lines: 120, budget: ONE_BATCH_A_MINUTE });
    const connection = { origin: service.baseUrl.origin, userId: service.userId };
    await makeBook(folders, {
      name: 'Emma',
      text: manyLines(60),
      connection,
      voices: ['s3://voices/anna/manifest.json'],
    });
    const window = await open();
    const { library, frame, production, page } = window;
    await library.openRecent('Book');
    await frame.goTo('Production');
    await production.start.click();
    await expect(frame.strip.getByRole('status')).toContainText('50 of 120 lines');

    await page.keyboard.press('Control+0');
    await library.choose('Emma', 'Add to render queue…');
    await expect(page.getByText('60 lines with 1,731 characters will be rendered')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Add to render queue' }).click();
    await library.openRecent('Emma');
    await expect(frame.projectName).toHaveText('Emma');
    const progress = frame.strip.getByRole('button', { name: '1 project rendering · 50 of 120 · 1 waiting' });
    await progress.click();

    const dialog = page.getByRole('dialog', { name: 'Render queue' });
    const rows = dialog.getByRole('listitem');
    await expect(rows).toContainText(['Rendering · 50 of 120', 'Waiting']);
    await rows.nth(1).getByRole('button', { name: 'Emma', exact: true }).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(rows).toContainText(['Emma', 'Book']);
    await dialog.getByRole('button', { name: 'Stop “Book” and cancel its unsent lines' }).click();
    await expect(rows.nth(1)).toContainText('Stopped · 50 of 120');
    await page.keyboard.press('Escape');
    await frame.goTo('Production');
    await expect(production.batches(production.run)).toHaveCount(2);
    await production.renderQueue.click();
    await dialog.getByRole('button', { name: 'Go to “Book”' }).click();
    await expect(frame.projectName).toHaveText('Book');
    await expect(frame.strip.getByRole('status')).toContainText('Stopped · 50 of 120 lines');
    await expect(page.getByText('Stopped · 50 of 120 lines rendered.')).toBeVisible();
  },
);
