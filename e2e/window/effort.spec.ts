// How many actions two usual jobs take. Mouse clicks, keys and a dropped file count as one each; modifier keys don't count.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { sampleBytes } from '../support/texts.ts';
import { queryCount, queryProject } from './support/books.ts';
import { projectsFolder } from './support/home.ts';
import { answerOpenDialog } from './support/launch.ts';
import { expect, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ speech: 'espeak', application: 'shared' });

const FRESH =
  'SELECT count(*) FROM lines JOIN picks ON picks.line_id = lines.id AND picks.render_key = lines.render_key WHERE deleted_at IS NULL';

/** Returns a function that counts presses and keys since then. */
async function countActions(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const count = (event: Event) => {
      const isModifier = event instanceof KeyboardEvent && ['Control', 'Meta', 'Shift'].includes(event.key);
      if (event.isTrusted && !isModifier) Reflect.set(globalThis, 'actions', Reflect.get(globalThis, 'actions') + 1);
    };
    Reflect.set(globalThis, 'actions', 0);
    document.addEventListener('pointerdown', count, { capture: true });
    document.addEventListener('keydown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(Reflect.get(globalThis, 'actions')));
}

/** Casts a voice, and renders the lines that this makes stale. */
async function recast({ page, frame, cast }: LecternWindow, role: string, name: string): Promise<void> {
  await frame.roles
    .getByRole('option')
    .filter({ hasText: new RegExp(role, 'i') })
    .click();
  const voice = cast.voice(name);
  await voice.hover();
  await voice.getByRole('button', { name: new RegExp(` as ${role}$`, 'i') }).click();
  await page.getByRole('button', { name: /^Apply and render/ }).click();
}

test('a podcast, from the dropped file to a measured MP3, with two cast changes and ten retakes', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { app, page, library, frame, production, cast, review, exports } = window;
  await expect(frame.strip).toContainText('Local service');
  const actions = await countActions(page);
  const project = join(projectsFolder(folders), 'podcast.lectern');
  const drops = 1;
  await library.drop('podcast.txt', sampleBytes('podcast.txt'));
  await library.confirmImport();
  await frame.goTo('Production');
  await production.start.click();
  const lines = () => queryCount(project, 'SELECT count(*) FROM lines WHERE deleted_at IS NULL');
  await expect.poll(() => queryCount(project, FRESH), { timeout: 120_000 }).toBe(lines());
  const first = queryCount(project, 'SELECT count(*) FROM takes');

  await frame.goTo('Cast');
  await cast.show('Voices');
  for (const [role, voice] of [
    ['Jonas', 'Calvin'],
    ['Mara', 'Beatrice'],
  ] as const) {
    const voiceOf = () =>
      queryProject(project, `SELECT voice FROM roles WHERE name = '${role}' COLLATE NOCASE`)[0]?.['voice'];
    const before = voiceOf();
    await recast(window, role, voice);
    await expect.poll(voiceOf).not.toBe(before);
    await expect.poll(() => queryCount(project, FRESH), { timeout: 60_000 }).toBe(lines());
  }
  expect(queryCount(project, 'SELECT count(*) FROM takes')).toBeGreaterThan(first + 20);

  await frame.goTo('Review');
  await expect.poll(async () => (await review.labels()).length).toBeGreaterThan(10);
  const retaken = (await review.labels()).slice(0, 10);
  await review
    .line(retaken[0] ?? '')
    .getByRole('gridcell')
    .first()
    .click();
  for (const line of retaken.slice(1)) {
    await review
      .line(line)
      .getByRole('gridcell')
      .first()
      .click({ modifiers: ['ControlOrMeta'] });
  }
  const takes = queryCount(project, 'SELECT count(*) FROM takes');
  await page
    .getByRole('main')
    .getByRole('button', { name: /another take/i })
    .first()
    .click();
  await expect.poll(() => queryCount(project, 'SELECT count(*) FROM takes'), { timeout: 60_000 }).toBe(takes + 10);

  await frame.goTo('Export');
  const out = join(folders.scratch, 'episode');
  await answerOpenDialog(app, out);
  const podcast = exports.targets.getByRole('button', { name: 'Podcast episode' });
  if ((await podcast.getAttribute('aria-pressed')) !== 'true') await podcast.click();
  await exports.chooseFolder.click();
  await exports.finish();
  const mp3 = readdirSync(out).find((name) => name.endsWith('.mp3')) ?? '';
  const { channels } = await decode(readFileSync(join(out, mp3)));
  expect(channels[0]?.some((sample) => Math.abs(sample) > 0.05)).toBe(true);
  await expect(exports.measured.nth(1)).toContainText('LUFS');
  expect((await actions()) + drops).toBeLessThanOrEqual(30);
  expect(service.userId).not.toBe('');
});

/** A novel of 61 chapters, whose quotations are said by two people, now and then without saying who. */
function novel(): Buffer {
  const chapter = (number: number) => `<section><h1>Chapter ${number}</h1>
    <p>It was the ${number}. evening, and Mr. Harding came home through the rain.</p>
    <p>“You are late,” said Eleanor.</p>
    <p>“The road was under water,” said Mr. Harding.</p>
    <p>“Then sit down by the fire.”</p>
    <p>Somebody knocked at the door.</p>
    <p>“Is anyone at home?”</p>
    <p>“The bridge has gone.”</p>
    <p>He sat down, and for a long time neither of them said a word.</p></section>`;
  const names = Array.from({ length: 61 }, (_, at) => `c${at + 1}`);
  const items = names.map((name) => `<item id="${name}" href="${name}.xhtml"/>`).join('');
  const spine = names.map((name) => `<itemref idref="${name}"/>`).join('');
  const files = {
    mimetype: 'application/epub+zip',
    'book.opf': `<package><metadata><dc:title>The Flood</dc:title><dc:language>en-GB</dc:language></metadata><manifest>${items}</manifest><spine>${spine}</spine></package>`,
    ...Object.fromEntries(names.map((name, at) => [`${name}.xhtml`, chapter(at + 1)])),
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
}

test('a novel: three of 61 chapters, speakers confirmed, cast, rendered, to a measured M4B', async ({
  open,
  folders,
  service,
}) => {
  const window = await open();
  const { app, page, library, frame, speakers, production, exports } = window;
  await expect(frame.strip).toContainText('Local service');
  const actions = await countActions(page);
  const project = join(projectsFolder(folders), 'The Flood.lectern');
  const drops = 1;
  await library.drop('flood.epub', novel());
  const { importDialog } = library;
  await importDialog.getByRole('button', { name: 'Read none' }).click();
  await importDialog.getByRole('checkbox', { name: 'Chapter 1', exact: true }).click();
  await importDialog.getByRole('checkbox', { name: 'Chapter 3', exact: true }).click({ modifiers: ['Shift'] });
  await expect(library.importFigure('chapters')).toHaveText('3');
  await importDialog.getByRole('switch', { name: 'Find speakers' }).click();
  await importDialog.getByRole('button', { name: /^(?:Confirm|Show) who speaks…$/ }).click();
  await expect(speakers.list).toBeFocused();
  const left = async () => Number(/(\d+) uncertain left/.exec(await speakers.progress.innerText())?.[1] ?? 0);
  for (let uncertain = await left(); uncertain > 0; uncertain -= 1) {
    await page.keyboard.press('1');
    await expect.poll(left).toBeLessThan(uncertain);
  }
  await page.keyboard.press('Escape');
  await library.confirmImport();
  const roles = queryProject(project, 'SELECT name, voice FROM roles ORDER BY name').map(({ voice }) => voice);
  expect(new Set(roles).size, 'narrator, Eleanor and Mr. Harding have voices of their own').toBe(3);

  await frame.goTo('Production');
  await production.start.click();
  const lines = () => queryCount(project, 'SELECT count(*) FROM lines WHERE deleted_at IS NULL');
  await expect.poll(() => queryCount(project, FRESH), { timeout: 120_000 }).toBe(lines());
  await frame.goTo('Export');
  const out = join(folders.scratch, 'book');
  await answerOpenDialog(app, out);
  await exports.chooseTarget('M4B audiobook');
  await exports.chooseFolder.click();
  await exports.finish();
  const [m4b = ''] = readdirSync(out).filter((name) => name.endsWith('.m4b'));
  expect(readFileSync(join(out, m4b)).toString('latin1', 4, 8)).toBe('ftyp');
  await expect(exports.measured.nth(1)).toContainText('LUFS');
  expect((await actions()) + drops).toBeLessThanOrEqual(35);
  expect(service.userId).not.toBe('');
});
