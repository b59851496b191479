// The progress of a file that takes long to read.
import { longPdf } from '../support/long-pdf.ts';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

test('a long PDF shows the page that is read, and Escape calls it off', async ({ open, service }) => {
  const window = await open();
  const { library, frame, page } = window;
  await expect(frame.strip).toContainText('Local service');
  const reading = page.getByRole('dialog', { name: 'Reading “war.pdf”' });
  // It is still being read when all has been looked at.
  await library.drop('war.pdf', Buffer.from(longPdf(1)));
  await expect(reading.getByRole('status')).toHaveText(/^Page [\d,]+ of [\d,]+$/);
  await expect(reading.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(window, 'the progress of an import');
  await page.keyboard.press('Escape');
  await expect(reading).toBeHidden();
  await expect(library.importDialog).toBeHidden();

  await library.drop('play.txt', Buffer.from('LANE: Yes, sir.\n'));
  await expect(library.importDialog).toContainText('play.txt');
  expect(service.userId).not.toBe('');
});
