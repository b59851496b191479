// A file that takes long to be read: how far it is, and the way to call it off.
import { documentThreads } from '../support/document-threads.ts';
import { longPdf } from '../support/long-pdf.ts';
import { HAS_ALL_ROUNDS } from '../support/rounds.ts';
import { expectAccessible } from './support/accessible.ts';
import { treeOf } from './support/process-tree.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

test('a long PDF tells its pages, is called off by Esc and by its button, and the next is read', async ({
  open,
  service,
}) => {
  test.slow();
  const window = await open();
  const { library, frame, page, app } = window;
  await expect(frame.strip).toContainText('Local service');
  // It is still being read when all has been looked at.
  const bytes = Buffer.from(longPdf(2));
  const reading = page.getByRole('dialog', { name: 'Reading “war.pdf”' });
  const threads = () => treeOf(app.process().pid ?? 0).reduce((sum, pid) => sum + documentThreads(pid), 0);

  await library.drop('war.pdf', bytes);
  await expect(reading.getByRole('status')).toHaveText(/^Page [\d,]+ of [\d,]+$/);
  await expect(reading.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(window, 'the progress of an import');
  expect(threads()).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();
  await expect.poll(threads).toBe(0);
  await expect(library.importDialog).toBeHidden();

  await library.drop('war.pdf', bytes);
  await reading.getByRole('button', { name: 'Cancel' }).click();
  await expect(reading).toBeHidden();
  await expect.poll(threads).toBe(0);
  await expect(frame.problem(/./)).toHaveCount(0);

  // Of all its pages, reading to the end takes half a minute.
  const [share, chapters] = HAS_ALL_ROUNDS ? [1, /^3\d\d$/] : [0.2, /^[5-9]\d$/];
  await library.drop('war.pdf', Buffer.from(longPdf(share)));
  await expect(reading).toBeVisible();
  await expect(library.importFigure('chapters')).toHaveText(chapters, { timeout: 60_000 });
  await expect(reading).toBeHidden();
  expect(service.userId).not.toBe('');
});
