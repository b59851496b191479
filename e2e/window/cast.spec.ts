// Casting by keyboard.
import { localIdentity, makeBook, queryProject, readAuditions } from './support/books.ts';
import { listen } from './support/heard.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

const SCENE = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: I'm sorry for that, for your sake.

ALGERNON: And, speaking of the science of Life.
LANE: Yes, sir.
`;

// Samples are heard.
test.use({ application: 'shared', speech: 'espeak' });

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
  await expect(window.frame.projectName).toHaveText('Book');
  await window.page.keyboard.press('Control+2');
  await expect(window.frame.tab('Cast')).toHaveAttribute('aria-current', 'page');
  await expect(window.cast.roles).toBeVisible();
}

const voiceOf = (role: string): unknown =>
  queryProject(book, `SELECT voice FROM roles WHERE name = '${role}'`)[0]?.['voice'];

test(
  'by keyboard alone: a voice is found, heard, liked and cast, which says what it costs and can be taken back',
  MAIN_FLOW,
  async ({ open }) => {
    const window = await open();
    const { cast, page, player, frame } = window;
    const heard = await listen(page);
    await openCast(window);
    const before = voiceOf('LANE');
    await cast.searchRoles.focus();
    await page.keyboard.press('ArrowDown');
    await expect(cast.roles).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect(cast.selected).toContainText('LANE');
    await page.keyboard.press('Enter');
    await expect(cast.voices).toBeFocused();
    await cast.searchVoices.focus();
    const summary = page.getByText(/^[\d,]+ of [\d,]+ voices$/);
    const ofAll = (await summary.textContent()) ?? '';
    // At one go: the list follows what is typed a moment later, once.
    await page.keyboard.insertText('svcdialog english male');
    await expect(summary).not.toHaveText(ofAll);
    await page.keyboard.press('ArrowDown');
    await expect(cast.voices).toBeFocused();
    await page.keyboard.press('Home');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    const rows = Number(await cast.voices.getAttribute('aria-rowcount'));
    await expect(cast.selected).toHaveAttribute('aria-rowindex', String(rows - 1));
    const name = (await cast.cell(cast.selected, 'name').textContent()) ?? '';
    await heard.waitForMore(() => page.keyboard.press('Space'));
    await expect(player.region).toContainText(`${name} · sample`);
    expect(readAuditions(book), 'a sample costs nothing').toEqual([]);
    await page.keyboard.press('f');
    await expect(cast.voice(name).getByRole('button', { name: `Favourite: ${name}` })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(cast.question).toContainText(/2 lines become stale\. Rendering them again uses \d+ characters/);
    expect(voiceOf('LANE')).toBe(before);
    await page.keyboard.press('Escape');
    await expect(cast.question).toBeHidden();
    await expect(cast.voices).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cast.question.getByRole('button', { name: 'Apply', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    const notice = frame.notice(`LANE now uses ${name}. 2 lines still have the old voice. Render them?`);
    await expect(cast.voice(name)).toContainText('LANE');
    expect(voiceOf('LANE')).not.toBe(before);
    await notice.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => voiceOf('LANE')).toBe(before);
    await expect(cast.voice(name)).not.toContainText('LANE');
  },
);
