// A screen has one thing to do next at the most: one button that is filled with the accent.
import { SETTINGS_PARTS } from './pages/settings.ts';
import { localIdentity, makeBook } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';

test.use({ application: 'shared' });

const BOOK = '# One\n\nLANE: I did not think it polite to listen, sir.\n\nALGERNON: I’m sorry for that.\n';

test('every screen has one filled button at the most, whatever is to be rendered', async ({
  open,
  folders,
  service,
}) => {
  const connection = localIdentity(service);
  await makeBook(folders, { text: BOOK, connection, voices: await service.voices(), fill: addSpeechTakes });
  const { library, frame, script, page, settings, review, cast, pronunciation, clones } = await open();
  const filled = page.locator('button[data-variant="filled"]:visible:not([data-disabled])');
  const expectAtMostOne = async (screen: string) => expect.poll(() => filled.count(), screen).toBeLessThan(2);
  await expect(library.title).toBeVisible();
  await expectAtMostOne('Library');
  await library.openRecent('Book');
  await script.putCursorAtEndOf('polite to listen');
  await page.keyboard.type(' Truly.');
  await expect(page.getByRole('button', { name: 'Render 1 line…' })).toBeVisible();
  await expect(frame.inspector.getByRole('button', { name: 'Render this line' })).toBeEnabled();
  await expectAtMostOne('Script');
  for (const screen of ['Cast', 'Production', 'Review', 'Export'] as const) {
    await frame.goTo(screen);
    await expect(page.getByRole('main').getByRole('button').first()).toBeVisible();
    await expectAtMostOne(screen);
  }
  await frame.goTo('Cast');
  await cast.show('Roles');
  await cast.role('LANE').click();
  await expectAtMostOne('Cast, a role');
  await cast.inspector.getByText('Choose another voice').click();
  await cast.voices.getByRole('row').nth(3).click();
  await expect(cast.inspector.getByRole('button', { name: /^Cast / })).toBeVisible();
  await expectAtMostOne('Cast, another voice for a role');
  await pronunciation.open();
  await pronunciation.written.fill('polite');
  await pronunciation.spoken.fill('po light');
  await expect(pronunciation.summary).toContainText('1 line');
  await expectAtMostOne('Cast, a rule that is written');
  await clones.open();
  await expectAtMostOne('Cast, clones');
  await frame.goTo('Review');
  await expect(review.table).toBeVisible();
  await expectAtMostOne('Review');
  for (const part of SETTINGS_PARTS) {
    await settings.show(part);
    await expectAtMostOne(`Settings, ${part}`);
  }
});
