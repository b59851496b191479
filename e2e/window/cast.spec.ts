// The cast: roles with what they have to say, the browser of voices, and casting.
import { expectAccessible } from './support/accessible.ts';
import { auditions, localIdentity, makeBook, query } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
import { listen } from './support/heard.ts';
import { expect, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

const SCENE = `# First Act

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn't think it polite to listen, sir.

ALGERNON: I'm sorry for that, for your sake.

ALGERNON: And, speaking of the science of Life.
LANE: Yes, sir.
`;

// Samples and auditions are heard.
test.use({ application: 'shared', speech: 'espeak' });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveSpeech,
  });
});

async function openCast(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await expect(window.frame.projectName).toHaveText('Book');
  await window.page.keyboard.press('Control+2');
  await expect(window.frame.tab('Cast')).toHaveAttribute('aria-current', 'page');
  await expect(window.cast.roles).toBeVisible();
}

const voiceOf = (role: string): unknown => query(book, `SELECT voice FROM roles WHERE name = '${role}'`)[0]?.['voice'];

test('each role says how much it has to say and how long that takes, and can be found and sorted', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page } = window;
  await expect(cast.summary).toHaveText('3 roles');
  await expect(cast.cell(cast.role('ALGERNON'), 'lines')).toHaveText('3');
  await expect(cast.cell(cast.role('LANE'), 'lines')).toHaveText('2');
  const characters = 'Did you hear what I was playing, Lane?'.length + "I'm sorry for that, for your sake.".length;
  const inDialog = 'And, speaking of the science of Life.'.length;
  await expect(cast.cell(cast.role('ALGERNON'), 'characters')).toHaveText(String(characters + inDialog));
  await expect(page.getByText('Minutes go by the pace of each role’s takes.')).toBeVisible();

  await expect.poll(() => cast.names()).toEqual(['ALGERNON', 'LANE', 'NARRATOR']);
  await cast.roles.getByRole('button', { name: 'Role' }).click();
  await cast.roles.getByRole('button', { name: 'Role' }).click();
  await expect.poll(() => cast.names()).toEqual(['NARRATOR', 'LANE', 'ALGERNON']);

  await cast.searchRoles.fill('lan');
  await expect.poll(() => cast.names()).toEqual(['LANE']);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowDown');
  await expect(cast.roles).toBeFocused();
  await page.keyboard.press('End');
  await expect(cast.inspector).toContainText('ALGERNON');
});

test('voices are searched, filtered and liked, and the likes are there after a restart', OWN, async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page } = window;
  await cast.show('Voices');
  await expect(cast.summary).toContainText(/^\d+ of \d+ voices$/);
  const usual = (await cast.summary.textContent()) ?? '';
  // Of the script's language at first; what is searched for is found among all.
  await expect(cast.voices.getByRole('row').nth(1)).toContainText('English');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(cast.summary).not.toHaveText(usual);
  const [first = ''] = await cast.names();

  await cast.searchVoices.fill('french');
  await expect(cast.selected).toContainText('French');
  await cast.chooseFilter('Gender', 'male');
  await expect(cast.voices.getByRole('row').nth(1)).toContainText(/French/);
  await expect(cast.summary).not.toContainText(/^0 of/);
  const [liked = ''] = await cast.names();
  await cast
    .voice(liked)
    .getByRole('button', { name: `Favourite: ${liked}` })
    .click();
  await expect(cast.voice(liked).getByRole('button', { name: `Favourite: ${liked}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await cast.searchVoices.fill('no such voice anywhere');
  await page.getByRole('button', { name: 'Show all voices' }).click();
  await expect.poll(async () => (await cast.names()).slice(0, 2)).toEqual([liked, first]);
  await window.lectern.close();

  const again = await open();
  await openCast(again);
  await again.cast.show('Voices');
  await again.page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => (await again.cast.names())[0]).toBe(liked);
});

test('by keyboard alone: a voice is found, heard, liked and cast, which says what it costs and can be taken back', async ({
  open,
}) => {
  const window = await open();
  const { cast, page, player, frame } = window;
  const heard = await listen(page);
  await openCast(window);
  const before = voiceOf('LANE');
  await cast.searchRoles.focus();
  await page.keyboard.press('ArrowDown');
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
  const name = (await cast.cell(cast.selected, 'name').textContent()) ?? '';
  await heard.more(() => page.keyboard.press('Space'));
  await expect(player.region).toContainText(`${name} · sample`);
  expect(auditions(book), 'a sample costs nothing').toEqual([]);
  await page.keyboard.press('f');
  await expect(cast.voice(name).getByRole('button', { name: `Favourite: ${name}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.keyboard.press('Enter');
  const notice = frame.notice(`LANE is spoken by ${name}. 2 lines became stale`);
  await expect(notice).toContainText(/rendering them again takes \d+ characters/);
  await expect(cast.voice(name)).toContainText('LANE');
  expect(voiceOf('LANE')).not.toBe(before);
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => voiceOf('LANE')).toBe(before);
  await expect(cast.voice(name)).not.toContainText('LANE');
});

test('a real line of the role is heard by its voice and by others side by side, which says what it sends', async ({
  open,
}) => {
  const window = await open();
  const { cast, page, player } = window;
  const heard = await listen(page);
  await openCast(window);
  const before = voiceOf('ALGERNON');
  await cast.role('ALGERNON').click();
  await cast.inspector.getByRole('button', { name: 'Next line' }).click();
  await expect(cast.inspector).toContainText("I'm sorry for that, for your sake.");
  await heard.more(() => cast.inspector.getByRole('button', { name: /^Preview with / }).click());
  const audition = { role: 'ALGERNON', characters: "I'm sorry for that, for your sake.".length };
  await expect(player.region).toContainText(`audition · ${audition.characters} characters used`);
  expect(auditions(book)).toEqual([audition]);

  await cast.show('Voices');
  await cast.searchVoices.fill('english');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const { comparison } = cast;
  for (let chosen = 0; chosen < 4; ) {
    // One of them is cast at the end, which the role's own voice is already.
    if (!(await cast.selected.textContent())?.includes('ALGERNON')) {
      await page.keyboard.press('c');
      chosen += 1;
    }
    const before = await cast.selected.getAttribute('aria-rowindex');
    await page.keyboard.press('ArrowDown');
    await expect(cast.selected).not.toHaveAttribute('aria-rowindex', before ?? '');
  }
  await expect(comparison.getByRole('article')).toHaveCount(4);
  await expect(comparison).toContainText("I'm sorry for that, for your sake.");
  await expect(comparison).toContainText(`4 voices still to hear: ${4 * audition.characters} characters.`);
  const names = await comparison.getByRole('article').evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));

  // Names are hidden: the third voice is heard by its digit, and chosen before anything tells who it is.
  await comparison.getByRole('checkbox', { name: 'Hide names' }).check();
  await expect.poll(() => heard.isQuiet(), { timeout: 20_000 }).toBe(true);
  await heard.more(() => page.keyboard.press('3'));
  await expect(player.region).toContainText('Voice C as ALGERNON');
  for (const name of names) await expect(comparison).not.toContainText(name);
  expect(auditions(book)).toEqual([audition, audition]);
  await expectAccessible(window, 'voices side by side');
  await comparison.getByRole('button', { name: 'Choose Voice C' }).click();
  await comparison.getByRole('button', { name: 'Reveal names' }).click();
  const third = comparison.getByRole('article').nth(2);
  const name = (await third.getAttribute('aria-label')) ?? '';
  expect(names).toContain(name);
  await expect(third.getByRole('button', { name: `Cast: ${name}` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(third.getByRole('button', { name: `Is cast: ${name}` })).toBeDisabled();
  expect(voiceOf('ALGERNON')).not.toBe(before);

  // All in turn: the third one was sent already, and is heard all the same.
  await heard.more(() => comparison.getByRole('button', { name: 'Hear all in turn' }).click());
  await expect.poll(() => auditions(book).length, { timeout: 40_000 }).toBe(5);
  await comparison.getByRole('button', { name: 'Stop' }).click();
  await expect(comparison).toContainText('hearing them again sends nothing');
  await comparison.getByRole('button', { name: 'End' }).click();
  await expect(cast.comparison).toBeHidden();
});

test('a voice that batches do not take is shown, says why, can be heard, and is not cast', async ({ open }) => {
  const window = await open();
  const { cast, page, player } = window;
  const heard = await listen(page);
  await openCast(window);
  const before = voiceOf('ALGERNON');
  await cast.role('ALGERNON').click();
  await cast.show('Voices');
  await cast.chooseFilter('Engine', 'Svc2.0');
  await cast.voices.focus();
  await page.keyboard.press('Home');
  const name = (await cast.cell(cast.selected, 'name').locator('b').textContent()) ?? '';
  await expect(cast.cell(cast.selected, 'name')).toContainText('Svc2.0');
  await page.keyboard.press('Enter');
  await expect(cast.inspector.getByText('Can’t be cast: batches take SvcDialog only')).toBeVisible();
  await heard.more(() => cast.inspector.getByRole('button', { name: `Preview with ${name}` }).click());
  await expect(player.region).toContainText(`${name} as ALGERNON`);
  expect(voiceOf('ALGERNON')).toBe(before);
});

test('by mouse: a voice is cast where it stands in the list', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, frame } = window;
  await cast.role('LANE').click();
  const before = voiceOf('LANE');
  await cast.show('Voices');
  const row = cast.voices
    .getByRole('row')
    .filter({ has: cast.page.locator('button[aria-label$=" as LANE"]') })
    .first();
  await row.hover();
  const name = (await cast.cell(row, 'name').locator('b').textContent()) ?? '';
  await row.getByRole('button', { name: `Cast ${name} as LANE` }).click();
  await expect(frame.notice(`LANE is spoken by ${name}.`)).toBeVisible();
  expect(voiceOf('LANE')).not.toBe(before);
});

test('by mouse: from a role to the voices, and one of them is cast by a button', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast } = window;
  await cast.role('LANE').click();
  const before = voiceOf('LANE');
  await cast.inspector.getByText('Choose another voice').click();
  const voice = cast.voices.getByRole('row').filter({ hasNot: cast.page.locator('[data-column="cast"] svg') });
  const name = (await cast.cell(voice.nth(4), 'name').locator('b').textContent()) ?? '';
  await cast.voice(name).click();
  await cast.inspector.getByRole('button', { name: `Cast ${name}` }).click();
  await expect(cast.voice(name)).toContainText('LANE');
  expect(voiceOf('LANE')).not.toBe(before);
  await expect(cast.inspector.getByRole('button', { name: `Cast ${name}` })).toBeHidden();
});
