// The script: lines keep their takes through edits, and nothing that was written is lost.
import { addTakeToLine, localIdentity, makeBook, queryProject, readSavedScript } from './support/books.ts';
import { listen, toneOf } from './support/heard.ts';
import { soundOf } from './support/sounds.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, OWN_MAIN_FLOW, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const ACT = `# The Morning-Room

ALGERNON: Did you hear what I was playing, Lane?

LANE: I didn’t think it polite to listen, sir.

ALGERNON: I’m sorry for that, for your sake.

LANE: Yes, sir.
`;
const GARDEN = `# The Garden

CECILY: But I don’t like German, Lane is not German.

LANE: Indeed, miss.
`;
const FRESH = ['fresh', 'fresh', 'fresh', 'fresh', 'fresh'];

let book: string;

/** Opens the book and waits for its first chapter, all of it fresh. */
async function openBook(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.script.expectStates(FRESH);
}

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: `${ACT}\n${GARDEN}`,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: addSpeechTakes,
  });
});

test(
  'lines keep their takes through typing, splitting, merging, pasting and undoing all of it',
  MAIN_FLOW,
  async ({ open }) => {
    const window = await open();
    await openBook(window);
    const { page, script } = window;
    const lineIds = () =>
      queryProject(book, 'SELECT id FROM lines WHERE deleted_at IS NULL ORDER BY id').map(({ id }) => id);
    const before = lineIds();

    await test.step('typing makes one line stale, and undoing makes it fresh again', async () => {
      await script.putCursorAtEndOf('for your sake.');
      await page.keyboard.type(' Really.');
      await script.expectStates(['fresh', 'fresh', 'fresh', 'stale', 'fresh']);
      await script.undoAll();
      await script.expectStates(FRESH);
    });

    await test.step('splitting makes a line of the second half', async () => {
      await script.putCursorAtEndOf('for your sake.');
      for (let at = 0; at < ' for your sake.'.length; at += 1) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      await script.expectStates(['fresh', 'fresh', 'fresh', 'stale', 'not rendered', 'fresh']);
      await script.undoAll();
      await script.expectStates(FRESH);
    });

    await test.step('merging makes a dialog of two lines', async () => {
      await script.putCursorAtEndOf('what I was playing, Lane?');
      await page.keyboard.press('Delete');
      await script.expectStates(['fresh', 'stale', 'fresh', 'fresh']);
      await script.undoAll();
      await script.expectStates(FRESH);
    });

    await test.step('what is cut and pasted again is what it was', async () => {
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Control+x');
      await expect(script.row('Did you hear')).toHaveCount(0);
      await page.keyboard.press('Control+v');
      await script.expectStates(FRESH);
    });

    await expect.poll(() => readSavedScript(book)).toBe(`${ACT}\n${GARDEN}`);
    expect(lineIds()).toEqual(before);
  },
);

test('what the window calls saved is there after a kill', OWN_MAIN_FLOW, async ({ open }) => {
  const first = await open();
  await openBook(first);
  await first.script.putCursorAtEndOf('for your sake.');
  await first.page.keyboard.type(' There was nothing else to be done about it.');
  await expect(first.frame.saveNote).toHaveText('saved');
  await first.lectern.kill();
  expect(readSavedScript(book)).toContain('for your sake. There was nothing else to be done about it.\n');

  const second = await open();
  await second.library.openRecent('Book');
  await expect(second.script.row('There was nothing else to be done about it.')).toHaveCount(1);
  await second.script.expectStates(['fresh', 'fresh', 'fresh', 'stale', 'fresh']);
});

test('a paragraph that is dragged keeps its take, and a name that is begun is completed by Tab', async ({ open }) => {
  const window = await open();
  await openBook(window);
  const { page, script, frame } = window;
  const boxOf = async (line: string) => {
    const box = await page.locator('.script-number').getByText(line, { exact: true }).boundingBox();
    if (!box) throw new Error(`There is no number ${line}`);
    return box;
  };
  const [from, to] = [await boxOf('1.2'), await boxOf('1.4')];
  await page.mouse.move(from.x + 4, from.y + 4);
  await page.mouse.down();
  await page.mouse.move(to.x + 4, to.y + 20, { steps: 5 });
  await page.mouse.up();
  const [heading, first, second, third, fourth] = ACT.split('\n\n');
  const moved = [heading, second, third, first, fourth].join('\n\n');
  await expect.poll(() => readSavedScript(book)).toBe(`${moved}\n${GARDEN}`);
  await script.expectStates(FRESH);

  await expect(frame.roles.getByRole('option', { name: 'ALGERNON' })).toBeVisible();
  await script.putCursorAtEndOf('LANE: Yes, sir.');
  for (const key of ['Enter', 'Enter', 'A', 'L', 'Tab']) await page.keyboard.press(key);
  await page.keyboard.type('Quite.');
  await expect.poll(() => readSavedScript(book)).toContain('LANE: Yes, sir.\n\nALGERNON: Quite.\n');
});

test('lines go to another chapter by the pointer and by a dialog, with their takes, and come back by one undo', async ({
  open,
}) => {
  const window = await open();
  await openBook(window);
  const { page, script, frame } = window;
  const picks = () => queryProject(book, 'SELECT line_id, take_id FROM picks ORDER BY line_id');
  const before = picks();
  const [heading, first, second, third, fourth] = ACT.trim().split('\n\n');
  const expectScript = async (act: readonly (string | undefined)[], garden: string) => {
    await expect.poll(() => readSavedScript(book)).toBe(`${act.join('\n\n')}\n\n${garden}`);
    expect(picks()).toEqual(before);
  };
  const left = [heading, third, fourth];
  const come = `${GARDEN}\n${first}\n\n${second}\n`;
  const all = [heading, first, second, third, fourth];

  await test.step('a selection that is dropped on a chapter', async () => {
    await script.row('Did you hear').click();
    await page.keyboard.press('Home');
    for (const key of ['ArrowDown', 'ArrowDown', 'End']) await page.keyboard.press(`Shift+${key}`);
    const number = await page.locator('.script-number').getByText('1.3', { exact: true }).boundingBox();
    const row = await frame.chapter('The Garden').boundingBox();
    if (!number || !row) throw new Error('There is no number, or no chapter');
    await page.mouse.move(number.x + 4, number.y + 4);
    await page.mouse.down();
    await page.mouse.move(row.x + 40, row.y + 12, { steps: 5 });
    await expect(page.getByText('2 lines', { exact: true })).toBeVisible();
    await page.mouse.up();
    await expectScript(left, come);
    await expect(frame.notice('Moved 2 lines to “The Garden”.')).toBeVisible();
    await script.expectStates(['fresh', 'fresh', 'fresh']);
    await expect(script.editor).toBeFocused();
    await page.keyboard.press('Control+z');
    await expectScript(all, GARDEN);
    await page.keyboard.press('Control+Shift+z');
    await expectScript(left, come);
    await page.keyboard.press('Control+z');
    await expectScript(all, GARDEN);
    await script.expectStates(FRESH);
  });
  await test.step('the line of the cursor, by the palette and the keyboard alone', async () => {
    await script.putCursorAtEndOf('for your sake.');
    await window.palette.choose('lines to chapter', 'chapter');
    const dialog = page.getByRole('dialog', { name: 'Move 1 line to a chapter' });
    await expect(dialog.getByRole('listbox', { name: 'Chapters' })).toBeFocused();
    await dialog.getByText('At the start').click();
    await dialog.getByRole('listbox', { name: 'Chapters' }).focus();
    for (const key of ['End', 'Enter']) await page.keyboard.press(key);
    await expect(dialog).toHaveCount(0);
    const start = GARDEN.replace('CECILY', `${third}\n\nCECILY`);
    await expectScript([heading, first, second, fourth], start);
    await expect(script.editor).toBeFocused();
  });
  await test.step('a word that is written since is what undo takes back first', async () => {
    await script.putCursorAtEndOf('LANE: Yes, sir.');
    await page.keyboard.type(' Ah.');
    await expect.poll(() => readSavedScript(book)).toContain('LANE: Yes, sir. Ah.');
    await page.keyboard.press('Control+z');
    await expect.poll(() => readSavedScript(book)).not.toContain('Ah.');
    await expect.poll(() => readSavedScript(book)).toContain(`# The Garden\n\n${third}`);
  });
});

test('a click on any line’s dot plays that line', async ({ open, folders, service }) => {
  await makeBook(folders, {
    name: 'Tones',
    text: ACT,
    connection: localIdentity(service),
    voices: await service.voices(),
    async fill(project) {
      for (const line of [1, 2, 3, 4, 5]) await addTakeToLine(project, line, soundOf(toneOf(line, 1)));
    },
  });
  const { page, script, library } = await open();
  const heard = await listen(page);
  await library.openRecent('Tones');
  await script.expectStates(FRESH);
  await script.putCursorAtEndOf('what I was playing, Lane?');
  for (const line of [3, 2, 1]) {
    await page
      .locator('.script-dot[title^="fresh:"]')
      .nth(line - 1)
      .click();
    await expect.poll(async () => (await heard.lines()).at(-1)).toBe(line);
  }
});
