// Roles: renamed and merged in the script itself, their parameters, and the lines that differ.
import type { Project } from '../../electron/core/project/project.ts';
import { expectAccessible } from './support/accessible.ts';
import { localIdentity, makeBook, query, savedScript } from './support/books.ts';
import { giveSpeech } from './support/give-speech.ts';
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

/** One of LANE's lines is quicker than the role. */
async function fill(project: Project): Promise<void> {
  const line = project.lines.states().find(({ text }) => text.startsWith('I didn'));
  project.lines.setOverride(line?.id ?? 0, { speed: 1.4, temperature: 0.3 });
  await giveSpeech(project);
}

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCENE,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill,
  });
});

async function openCast(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await expect(window.script.row('Did you hear')).toBeVisible();
  await window.page.keyboard.press('Control+2');
  await expect(window.cast.roles).toBeVisible();
}

const notFresh = () =>
  query(
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
  await expect(cast.renameDialog).toBeVisible();
  await expectAccessible(window, 'renaming a role');
  await page.keyboard.type('merriman');
  await expect(cast.renameDialog).toContainText('written in capitals');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('MERRIMAN');
  await page.keyboard.press('Enter');
  await expect(cast.renameDialog).toBeHidden();
  await expect(cast.selected).toContainText('MERRIMAN');
  const notice = frame.notice('LANE is called MERRIMAN');
  await expect(notice).toBeVisible();
  await expect.poll(() => savedScript(book)).toBe(SCENE.replaceAll('LANE:', 'MERRIMAN:'));
  expect(notFresh()).toBe(0);

  await page.keyboard.press('Control+1');
  await expect(script.row('MERRIMAN: I didn')).toBeVisible();
  await script.expectStates(['fresh', 'fresh', 'fresh', 'fresh', 'fresh']);
  await page.keyboard.press('Control+2');
  await frame.notice('LANE is called MERRIMAN').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => savedScript(book)).toBe(SCENE);
  await expect(cast.role('LANE')).toBeVisible();
  expect(notFresh()).toBe(0);
});

test('a role is added and cast before it speaks; its lines are its own once they are written', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page, frame, script, palette } = window;
  await page.getByRole('button', { name: 'Add role…' }).click();
  await page.keyboard.type('JACK');
  await expect(cast.addDialog).toContainText('There is a role called JACK already.');
  await expect(cast.addDialog.getByRole('button', { name: 'Add role' })).toBeDisabled();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Miss Prism');
  await expectAccessible(window, 'adding a role');
  await page.keyboard.press('Enter');
  await expect(cast.addDialog).toBeHidden();
  await expect(cast.selected).toContainText('Miss Prism');
  await expect(cast.inspector).toContainText('It has no line yet.');
  await frame.notice('Miss Prism is a role now.').getByRole('button', { name: 'Undo' }).click();
  await expect(cast.role('Miss Prism')).toBeHidden();
  await page.keyboard.press('Control+Shift+z');
  await cast.role('Miss Prism').click();
  await cast.inspector.getByRole('button', { name: 'No voice yet: choose one' }).click();
  await page.keyboard.press('Enter');
  await expect(frame.notice('Miss Prism is spoken by')).toBeVisible();

  await page.keyboard.press('Control+1');
  await script.putCursorAtEndOf('my dear Ernest');
  await page.keyboard.type('\n\nMiss Prism: Cecily!');
  await expect.poll(() => savedScript(book)).toContain('Miss Prism: Cecily!');
  await expect(frame.roles.getByRole('option', { name: 'Miss Prism' })).toContainText('1');
  await palette.choose('add role', 'Add role…');
  await expect(cast.addDialog).toBeVisible();
});

test('a name that another role has leads to merging the two, which says before what it costs', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page, frame } = window;
  await cast.role('JACK').click();
  await cast.inspector.getByRole('button', { name: 'Rename…' }).click();
  await cast.renameDialog.getByRole('textbox', { name: 'Name' }).fill('LANE');
  await cast.renameDialog.getByRole('button', { name: 'Merge into LANE…' }).click();
  await expect(cast.mergeDialog).toContainText('1 line of JACK goes to LANE, in the script too.');
  await expect(cast.mergeDialog).toContainText('1 line would turn stale: rendering it again takes 28 characters.');
  await expectAccessible(window, 'merging roles');
  await cast.mergeDialog.getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(cast.mergeDialog).toBeHidden();
  await expect(frame.notice('JACK is LANE now')).toContainText('1 line became stale');
  await expect.poll(() => savedScript(book)).toBe(SCENE.replace('JACK:', 'LANE:'));
  await expect(cast.role('JACK')).toBeHidden();
  expect(notFresh()).toBe(1);

  await cast.roles.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => savedScript(book)).toBe(SCENE);
  await expect(cast.role('JACK')).toBeVisible();
  expect(notFresh()).toBe(0);
});

test('every parameter of a role is set within its bounds, and set back', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page, frame } = window;
  await cast.role('ALGERNON').click();
  const parameters = () =>
    JSON.parse(String(query(book, `SELECT parameters FROM roles WHERE name = 'ALGERNON'`)[0]?.['parameters'] ?? '{}'));
  const set = async (name: string, value: string) => {
    await cast.inspector.getByRole('textbox', { name, exact: true }).fill(value);
    await page.keyboard.press('Enter');
  };
  await frame.openDefaults();
  await set('Speed', '9');
  await expect(cast.inspector.getByText('0.1 to 5', { exact: true })).toBeHidden();
  expect(parameters()).toEqual({});
  await set('Speed', '1.25');
  await expect(frame.notice('Speed of ALGERNON: 1.25. 2 lines became stale')).toBeVisible();
  await set('Temperature', '0.4');
  await set('Seed', '77');
  await set('Sample rate', '24000');
  await set('Conditioning', '12');
  for (const [name, choice] of [
    ['Language', 'English'],
    ['Quality', 'High'],
  ] as const) {
    await cast.inspector
      .getByRole('combobox', { name })
      .or(cast.inspector.getByRole('textbox', { name }))
      .first()
      .click();
    await page.getByRole('option', { name: choice, exact: true }).click();
  }
  await expect.poll(parameters).toEqual({
    speed: 1.25,
    temperature: 0.4,
    seed: 77,
    sample_rate: 24000,
    voice_conditioning_seconds: 12,
    language: 'english',
    quality: 'high',
  });
  await cast.inspector.getByRole('button', { name: 'Set back seed of ALGERNON' }).click();
  await expect.poll(() => parameters().seed).toBeUndefined();
  await frame.notice('Seed of ALGERNON').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => parameters().seed).toBe(77);
});

test('lines that differ from their role are listed, reached and cleared, and that is taken back', async ({ open }) => {
  const window = await open();
  await openCast(window);
  const { cast, page, frame, script } = window;
  await cast.role('LANE').click();
  const lines = cast.inspector.getByRole('list', { name: 'Lines of LANE with settings of their own' });
  await expect(lines).toContainText('speed 1.4, temperature 0.3');
  const overrides = () =>
    query(book, 'SELECT override FROM lines WHERE override IS NOT NULL').map(({ override }) => String(override));
  await cast.inspector.getByRole('button', { name: 'Clear speed' }).click();
  await expect.poll(overrides).toEqual(['{"temperature":0.3}']);
  await expect(frame.notice('1 line is spoken as the cast has it again. 1 line became stale')).toBeVisible();
  await frame.notice('1 line is spoken').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(overrides).toHaveLength(1);
  await expect.poll(() => JSON.parse(overrides()[0] ?? '{}')).toEqual({ speed: 1.4, temperature: 0.3 });
  expect(notFresh()).toBe(0);

  await cast.inspector.getByRole('button', { name: /^Clear the settings of / }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(overrides).toEqual([]);
  await expect(lines).toBeHidden();
  await frame.notice('1 line is spoken').getByRole('button', { name: 'Undo' }).click();
  await expect(lines).toBeVisible();
  await lines.getByRole('button').first().click();
  await expect(script.editor).toBeVisible();
  await expect(cast.inspector).toContainText('LANE');
});

test('before anything is rendered, no change is said to make lines stale', async ({ open, folders, service }) => {
  const voices = await service.voices();
  await makeBook(folders, { name: 'Unspoken', text: SCENE, connection: localIdentity(service), voices });
  const { library, script, cast, frame, page } = await open();
  await library.openRecent('Unspoken');
  await script.putCursorAtEndOf('Did you hear');
  await frame.inspector.getByRole('combobox', { name: 'Voice of ALGERNON' }).click();
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(frame.notice(/^ALGERNON is spoken by .+\.Undo$/)).toBeVisible();
  await expect(frame.notice('stale')).toHaveCount(0);

  await page.keyboard.press('Control+2');
  await cast.role('LANE').click();
  await frame.openDefaults();
  await cast.inspector.getByRole('textbox', { name: 'Speed', exact: true }).fill('1.25');
  await page.keyboard.press('Enter');
  await expect(frame.notice(/^Speed of LANE: 1\.25\.Undo$/)).toBeVisible();
});
