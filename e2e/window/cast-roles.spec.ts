// A role is renamed in the script itself, while the script is open.
import { localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const SCENE = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: And, speaking of the science of Life.
LANE: Yes, sir.

JACK: How are you, my dear Ernest?
`;

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
});

async function openCast(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await expect(window.script.row('Did you hear')).toBeVisible();
  await window.page.keyboard.press('Control+2');
  await expect(window.cast.roles).toBeVisible();
}

const notFresh = () =>
  queryProject(
    book,
    `SELECT lines.id FROM lines LEFT JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key
     WHERE lines.deleted_at IS NULL AND picks.take_id IS NULL`,
  ).length;

test('a role is renamed by keyboard: the open script follows, no take is lost, and it is taken back', async ({
  open,
}) => {
  const window = await open();
  await openCast(window);
  const { cast, page, frame, script } = window;
  await cast.role('LANE').click();
  await cast.roles.focus();
  await page.keyboard.press('F2');
  await expect(cast.renameDialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('MERRIMAN');
  await page.keyboard.press('Enter');
  await expect(cast.renameDialog).toBeHidden();
  await expect(cast.selected).toContainText('MERRIMAN');
  const notice = frame.notice('LANE was renamed to MERRIMAN');
  await expect(notice).toBeVisible();
  await expect.poll(() => readSavedScript(book)).toBe(SCENE.replaceAll('LANE:', 'MERRIMAN:'));
  await expect.poll(notFresh).toBe(0);

  await page.keyboard.press('Control+1');
  await expect(script.row('MERRIMAN: I didn')).toBeVisible();
  await script.expectStates(['fresh', 'fresh', 'fresh', 'fresh', 'fresh']);
  await page.keyboard.press('Control+2');
  await frame.notice('LANE was renamed to MERRIMAN').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => readSavedScript(book)).toBe(SCENE);
  await expect(cast.role('LANE')).toBeVisible();
  await expect.poll(notFresh).toBe(0);
});
