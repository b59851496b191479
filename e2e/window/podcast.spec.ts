// A podcast as it is typed, from the file to finished audio: names in ordinary case, cues in brackets, real speech. Once by
// mouse, where every press and every stretch of typing counts as an action, and once by keyboard alone. What is held is the
// same: what the project's file has, what is heard, and what is exported.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import type { Page } from '@playwright/test';
import { sampleBytes } from '../support/texts.ts';
import { queryProject, readSavedScript } from './support/books.ts';
import { chooseByKeys, tabTo } from './support/focus.ts';
import type { TestFolders } from './support/folders.ts';
import { listen } from './support/heard.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ speech: 'espeak', application: 'shared' });

const LINES = 57;
const MAX_ACTIONS = 40;
const RETAKEN = ['1.1', '1.2', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.11'];
const EDITED = [
  ["And I'm Jonas Weber.", ' Hello.'],
  ['Why does bread rise?', ' Tell us.'],
  ["It's been on since half past five.", ' In the morning.'],
  ['What is in a dough?', ' Tell me all.'],
  ['From my hands?', ' Really?'],
] as const;

/** How a producer does each step; what comes of it is held against the same in every way. */
interface Ways {
  /** Shows what the script would become. */
  readonly preview: (window: LecternWindow, folders: TestFolders) => Promise<void>;
  readonly makeProject: (window: LecternWindow) => Promise<void>;
  readonly render: (window: LecternWindow, lines: number) => Promise<void>;
  readonly playChapter: (window: LecternWindow) => Promise<void>;
  readonly pause: (window: LecternWindow) => Promise<void>;
  /** Orders another take of lines. */
  readonly retake: (window: LecternWindow, lines: readonly string[]) => Promise<void>;
  readonly goToScript: (window: LecternWindow) => Promise<void>;
  /** Adds words to the end of the row that has these. */
  readonly write: (window: LecternWindow, row: string, added: string) => Promise<void>;
  /** Exports everything to the folder that the system's dialog answers. */
  readonly exportAll: (window: LecternWindow) => Promise<void>;
}

const BY_MOUSE: Ways = {
  preview: ({ library }) => library.drop('podcast.txt', sampleBytes('podcast.txt')),
  makeProject: ({ library }) => library.confirmImport(),
  async render({ frame, production }, lines) {
    await frame.goTo('Production');
    await expect(production.start).toHaveText(`Render ${lines} lines`);
    await production.start.click();
  },
  async playChapter({ frame, player }) {
    await frame.goTo('Script');
    await player.playChapter.click();
  },
  pause: ({ player }) => player.pause.click(),
  async retake({ frame, review, page }, [first = '', ...others]) {
    await frame.goTo('Review');
    await review.choose('Order', 'Script order');
    await expect.poll(async () => (await review.labels())[0]).toBe('1.1');
    await review.select(first);
    for (const line of others) {
      await review
        .line(line)
        .getByRole('gridcell')
        .first()
        .click({ modifiers: ['ControlOrMeta'] });
    }
    await page
      .getByRole('main')
      .getByRole('button', { name: /another take/i })
      .first()
      .click();
  },
  goToScript: ({ frame }) => frame.goTo('Script'),
  async write({ script, page }, row, added) {
    await script.putCursorAtEndOf(row);
    await page.keyboard.type(added);
  },
  async exportAll({ frame, page, exports }) {
    await frame.goTo('Export');
    await page.getByRole('button', { name: /^Single lines/ }).click();
    await exports.chooseFolder.click();
    await exports.exportAll();
  },
};

const BY_KEYBOARD: Ways = {
  async preview({ app, page, library }, folders) {
    const file = join(folders.scratch, 'podcast.txt');
    writeFileSync(file, sampleBytes('podcast.txt'));
    await answerOpenDialog(app, file);
    await page.keyboard.press('Control+i');
    await expect(library.importDialog).toBeVisible();
  },
  async makeProject({ page, library }) {
    await tabTo(page, 'Create project');
    await page.keyboard.press('Enter');
    await expect(library.importDialog).toBeHidden();
  },
  async render({ page, production }, lines) {
    await page.keyboard.press('Control+3');
    await expect(production.start).toHaveText(`Render ${lines} lines`);
    await tabTo(page, /^button Render \d+ lines/);
    await page.keyboard.press('Enter');
  },
  async playChapter({ page, script }) {
    await page.keyboard.press('Control+1');
    await expect(script.editor).toBeFocused();
    await page.keyboard.press('Control+Shift+p');
  },
  pause: ({ page }) => page.keyboard.press('Control+Shift+p'),
  async retake({ page, review }, lines) {
    await page.keyboard.press('Control+4');
    await expect(review.table).toBeFocused();
    await chooseByKeys(page, 'Order', 'Script order');
    await expect.poll(async () => (await review.labels())[0]).toBe('1.1');
    await tabTo(page, 'grid Takes');
    await page.keyboard.press('Home');
    for (const line of lines) {
      while ((await review.line(line).getAttribute('aria-selected')) !== 'true') await page.keyboard.press('j');
      await page.keyboard.press('t');
    }
  },
  async goToScript({ page, script }) {
    await page.keyboard.press('Control+1');
    await expect(script.editor).toBeFocused();
  },
  async write({ page, script }, row, added) {
    await script.openFind();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(row);
    await expect(script.find.getByRole('status')).toContainText(/1/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(script.editor).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(added);
  },
  async exportAll({ page, exports }) {
    await page.keyboard.press('Control+5');
    await expect(exports.chooseFolder).toBeVisible();
    // The planned target comes first; this story exports the lines.
    await tabTo(page, /^button Podcast episode/);
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: /^Single lines/, pressed: true })).toBeFocused();
    await tabTo(page, 'Choose a folder…');
    await page.keyboard.press('Enter');
    await expect(exports.start).toBeEnabled();
    await tabTo(page, /^button Export \d/);
    await page.keyboard.press('Enter');
    await expect(exports.outcome).toBeVisible({ timeout: 60_000 });
  },
};

/** How often the mouse was pressed since this was called. */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.set(globalThis, 'presses', 0);
    const count = () => Reflect.set(globalThis, 'presses', Reflect.get(globalThis, 'presses') + 1);
    document.addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'presses') as number);
}

/** From the file to the finished audio. @returns how often the mouse was pressed */
async function makePodcast(window: LecternWindow, folders: TestFolders, ways: Ways): Promise<number> {
  const { app, page, library, frame, script } = window;
  const heard = await listen(page);
  const presses = await countPresses(page);
  const project = join(projectsFolder(folders), 'podcast.lectern');
  const rows = (sql: string) => queryProject(project, sql);
  const counted = (sql: string) => Number(rows(`SELECT count(*) AS n FROM ${sql}`)[0]?.['n']);
  const fresh = `lines JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key WHERE deleted_at IS NULL`;

  await test.step('every speaker is found, and no cue is a line', async () => {
    await ways.preview(window, folders);
    for (const name of ['Mara', 'Jonas', 'Dr. Okafor']) {
      await expect(library.importDialog.getByRole('checkbox', { name: new RegExp(`^${name}`, 'i') })).toBeChecked();
    }
    await expect(library.importFigure('lines')).toHaveText(`${LINES}`);
    await ways.makeProject(window);
    await expect(frame.projectName).toHaveText('podcast');
    expect(counted('lines WHERE deleted_at IS NULL')).toBe(LINES);
    const voices = rows('SELECT DISTINCT voice FROM roles');
    expect(voices.length, 'each role has a voice of its own').toBeGreaterThanOrEqual(3);
  });

  await test.step('it is rendered', async () => {
    await ways.render(window, LINES);
    await expect.poll(() => counted(fresh), { timeout: 120_000 }).toBe(LINES);
    expect(rows(`SELECT request FROM takes WHERE request LIKE '%SFX%' OR request LIKE '%MUSIC%'`)).toEqual([]);
  });

  await test.step('it is heard from line to line', async () => {
    await ways.playChapter(window);
    await expect.poll(async () => (await heard.bursts(0.3)).length, { timeout: 60_000 }).toBeGreaterThan(4);
    await ways.pause(window);
    await expect.poll(() => heard.isQuiet()).toBe(true);
  });

  await test.step('ten lines get another take', async () => {
    await ways.retake(window, RETAKEN);
    const retaken = '(SELECT line_id FROM takes GROUP BY line_id HAVING count(*) = 2)';
    await expect.poll(() => counted(retaken), { timeout: 60_000 }).toBe(RETAKEN.length);
  });

  await test.step('five lines are changed and rendered again', async () => {
    await ways.goToScript(window);
    for (const [row, added] of EDITED) {
      await ways.write(window, row, added);
      await expect(script.row(`${row}${added}`)).toHaveCount(1);
    }
    await expect
      .poll(() => EDITED.every(([row, added]) => readSavedScript(project).includes(`${row}${added}`)))
      .toBe(true);
    expect(counted(fresh)).toBe(LINES - EDITED.length);
    await ways.render(window, EDITED.length);
    await expect.poll(() => counted(fresh), { timeout: 60_000 }).toBe(LINES);
    expect(counted('takes')).toBe(LINES + RETAKEN.length + EDITED.length);
  });

  await test.step('its audio is exported', async () => {
    const out = join(folders.scratch, 'podcast');
    await answerOpenDialog(app, out);
    await ways.exportAll(window);
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wav'));
    expect(files).toHaveLength(LINES);
    for (const file of files) {
      const { channels } = await decode(readFileSync(join(out, file)));
      expect(
        channels[0]?.some((sample) => Math.abs(sample) > 0.05),
        file,
      ).toBe(true);
    }
  });
  return presses();
}

const kinds = [
  ['by mouse, in a few actions', BY_MOUSE],
  ['by keyboard alone', BY_KEYBOARD],
] as const;

for (const [how, ways] of kinds) {
  test(`a podcast is imported, cast, rendered, heard, reviewed and exported ${how}`, async ({
    open,
    folders,
    service,
  }) => {
    expect(service.userId).not.toBe('');
    const presses = await makePodcast(await open(), folders, ways);
    const drop = 1;
    if (ways === BY_KEYBOARD) expect(presses).toBe(0);
    else expect(presses + EDITED.length + drop).toBeLessThanOrEqual(MAX_ACTIONS);
  });
}
