// Notes in Review: written at the playhead, marked on the waveform, kept when the take is replaced, and exported.
import { localIdentity, makeBook, queryProject } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const SENTENCE = 'It is hardly the sort of morning on which one expects a visitor, and yet there he stands';
const LINES = 60;
const SCRIPT = Array.from({ length: LINES }, (_, at) => `GWENDOLEN: ${SENTENCE}, number ${at + 1}.`).join('\n\n');

test('a note has a time in its take, and stays with the line when the take is replaced', async ({
  open,
  folders,
  service,
}) => {
  const book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
  const { page, library, frame, review } = await open();
  await library.openRecent('Book');
  await frame.goTo('Review');
  await review.select(1);
  const { width = 0, height = 0 } = (await review.trimStart.locator('..').boundingBox()) ?? {};
  await review.trimStart.locator('..').click({ position: { x: width / 2, y: height - 4 } });
  await page.keyboard.press('Space');
  await review.focusTable();
  await page.keyboard.press('n');
  await expect(review.note).toBeFocused();
  await page.keyboard.type('A click here.');
  await page.keyboard.press('Enter');
  await expect(review.table).toBeFocused();
  const marker = review.takePanel.getByRole('button', { name: /^Note at \d:\d\d\.\d: A click here\.$/ });
  await expect(marker).toBeVisible();
  const [stored] = queryProject(book, 'SELECT seconds, duration FROM notes JOIN takes ON takes.id = take_id');
  expect(Number(stored?.['seconds'])).toBeGreaterThan(0.4 * Number(stored?.['duration']));
  await marker.click();

  await page.keyboard.press('Control+z');
  await expect(marker).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(marker).toBeVisible();
});
