// Review: what is done to a take by keys, and what is heard of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from '@lectern/audio';
import type { Project } from '../../electron/core/project/project.ts';
import { expectAccessible } from './support/accessible.ts';
import { addTakeToLine, localIdentity, makeBook, queryProject } from './support/books.ts';
import { listen, toneOf } from './support/heard.ts';
import { answerOpenDialog } from './support/launch.ts';
import { clipSamples, silence, soundOf, speech } from './support/sounds.ts';
import { addSpeechTakes } from './support/speech-takes.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

const LINES = 24;
const SENTENCES = [
  'It is hardly the sort of morning on which one expects a visitor, and yet there he stands',
  'The muffins are rather a trial, if one may say so in front of the butter',
  'No one in the county has ever lost a handbag with such an air of distinction',
];
/** Of lines without a planted defect, and long enough that a habit can be learnt from them. */
const textOf = (number: number): string => `${SENTENCES[number % SENTENCES.length]}, number ${number}.`;
const SCRIPT = Array.from({ length: LINES }, (_, at) => `GWENDOLEN: ${textOf(at + 1)}`).join('\n\n');

const HANGS = 9;
const CLIPS = 15;
const SAID_TWICE = 20;

/** Seconds of silence by which two lines are told from each other, and not the syllables of one. */
const LINE_GAP = 0.15;

const giveTakes = (project: Project): Promise<void> =>
  addSpeechTakes(project, {
    [HANGS]: (said) => soundOf(said, silence(3)),
    [CLIPS]: (said) => soundOf(clipSamples(said)),
    [SAID_TWICE]: (said) => soundOf(said, said),
  });

let book: string;

test.beforeEach(async ({ folders, service }) => {
  book = await makeBook(folders, {
    text: SCRIPT,
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: giveTakes,
  });
});

async function openReview(window: LecternWindow): Promise<void> {
  await window.library.openRecent('Book');
  await window.frame.goTo('Review');
  await expect(window.review.summary).toContainText('3 suspicious');
}

/** The take of a line that its project would export. */
const pickOf = (number: number) =>
  queryProject(
    book,
    `SELECT takes.* FROM takes JOIN lines ON lines.id = takes.line_id JOIN paragraphs ON paragraphs.id = paragraph_id
     JOIN picks ON picks.take_id = takes.id AND picks.render_key = lines.render_key
     ORDER BY ord, part LIMIT 1 OFFSET ${number - 1}`,
  )[0] ?? {};

/** The verdict on the take of a line that has one take. */
const verdictOf = (number: number) =>
  queryProject(
    book,
    `SELECT verdict FROM takes JOIN lines ON lines.id = takes.line_id JOIN paragraphs ON paragraphs.id = paragraph_id
     ORDER BY ord, part LIMIT 1 OFFSET ${number - 1}`,
  )[0]?.['verdict'];

test(
  'a take is approved, rejected, noted, trimmed and made louder by keys, and each can be taken back',
  MAIN_FLOW,
  async ({ open, folders }) => {
    const window = await open();
    await openReview(window);
    const { page, review, frame, app, exports } = window;
    await review.choose('Order', 'Script order');
    await expect.poll(async () => (await review.numbers())[0]).toBe(1);
    await review.focusTable();
    await page.keyboard.press('Home');
    await expect(review.verdict(review.line(1))).toHaveText('–');

    await page.keyboard.press('a');
    await expect(review.verdict(review.line(1))).toHaveText('approved');
    await expect.poll(() => verdictOf(1)).toBe('approved');
    await expect(review.line(2)).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('x');
    await expect(review.verdict(review.line(2))).toContainText('rejected');
    await expect.poll(() => verdictOf(2)).toBe('rejected');
    await frame.notice('Line 2 rejected.').getByRole('button', { name: 'Undo' }).click();
    await expect(review.verdict(review.line(2))).toHaveText('–');
    await expect.poll(() => verdictOf(2)).toBeNull();

    await review.focusTable();
    await page.keyboard.press('Home');
    await page.keyboard.press('n');
    await expect(review.note).toBeFocused();
    await page.keyboard.type('A touch warmer.');
    await page.keyboard.press('Escape');
    await expect(review.table).toBeFocused();
    await expect.poll(() => queryProject(book, 'SELECT text FROM notes')).toEqual([{ text: 'A touch warmer.' }]);

    for (let decibels = 0; decibels < 6; decibels += 1) await page.keyboard.press('-');
    await expect(review.gain).toHaveValue('-6 dB');
    await review.trimEnd.focus();
    for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowLeft');
    await expect(review.trimEnd).toHaveAttribute('aria-valuetext', '0.50 seconds');
    await expect.poll(() => [pickOf(1)['gain_db'], pickOf(1)['trim_end']]).toEqual([-6, 0.5]);

    await test.step('the exported file is shorter and softer; the take is as it was', async () => {
      const out = join(folders.scratch, 'lines');
      await answerOpenDialog(app, out);
      await page.keyboard.press('Control+e');
      await exports.chooseFolder.click();
      await exports.exportAll();
      await expect(exports.outcome).toContainText(`${LINES} files`);
      const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8')) as {
        readonly files: readonly { readonly file: string }[];
      };
      const sound = await decode(readFileSync(join(out, manifest.files[0]?.file ?? '')));
      const before = soundOf(speech(textOf(1)));
      const length = (samples: Float32Array | undefined) => samples?.length ?? 0;
      expect(length(sound.channels[0])).toBe(length(before.channels[0]) - 0.5 * before.sampleRate);
      const loudest = (samples: Float32Array | undefined) => Math.max(...(samples ?? []).map(Math.abs));
      expect(loudest(sound.channels[0]) / loudest(before.channels[0])).toBeCloseTo(10 ** (-6 / 20), 2);
      expect(pickOf(1)['duration']).toBeCloseTo(length(before.channels[0]) / before.sampleRate, 5);
    });
  },
);

test('two takes are heard by turns, and the better one is picked', async ({ open }) => {
  const window = await open();
  const { page, review, frame } = window;
  const heard = await listen(page);
  await openReview(window);
  await review.focusTable();
  await page.keyboard.press('Home');
  const [worst = 0] = await review.numbers();
  const before = pickOf(worst);
  const chip = review.line(worst).getByText('new take');
  await page.keyboard.press('r');
  await expect(frame.notice(`Line ${worst} rejected. It’s being rendered again with another seed.`)).toBeVisible();
  await expect.poll(() => pickOf(worst)['id'], { timeout: 20_000 }).not.toBe(before['id']);
  const seedOf = (take: Record<string, unknown>) => (JSON.parse(String(take['request'])) as { seed?: number }).seed;
  expect(seedOf(pickOf(worst))).not.toBe(seedOf(before));
  // The next line plays by itself: what is new is marked until it was heard itself.
  await expect.poll(() => heard.isQuiet()).toBe(true);
  const heardBefore = (await heard.bursts()).length;
  await expect(chip).toBeVisible();

  await review.select(worst);
  await review.focusTable();
  await page.keyboard.press('b');
  await expect(review.comparison).toContainText('A · take 2');
  await expect(review.comparison.getByRole('button', { name: /^A · take 2/ })).toHaveAttribute('aria-pressed', 'true');
  await expect(chip).toBeHidden();
  // The service speaks silence; the previous take is speech.
  expect((await heard.bursts()).length).toBe(heardBefore);
  await page.keyboard.press('b');
  await expect(review.comparison.getByRole('button', { name: /^B · take 1/ })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(async () => (await heard.bursts()).length).toBeGreaterThan(heardBefore);
  await expectAccessible(window, 'two takes compared');
  await review.comparison.getByRole('button', { name: 'Use this take' }).click();
  await expect.poll(() => pickOf(worst)['id']).toBe(before['id']);
});

test('a chapter is heard line by line to its end, its last line at twice the speed', async ({ open }) => {
  const window = await open();
  const { page, review, player } = window;
  const heard = await listen(page);
  await openReview(window);
  await review.choose('Order', 'Script order');
  await review.focusTable();
  await page.keyboard.press('End');
  await page.keyboard.press('k');
  await expect(review.line(LINES - 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Control+Shift+p');
  await expect.poll(async () => (await heard.bursts(LINE_GAP)).length).toBe(1);
  await player.region.getByRole('button', { name: 'Speed 1' }).click();
  await page.getByRole('menuitem', { name: '2×' }).click();
  await expect(review.line(LINES)).toHaveAttribute('aria-selected', 'true', { timeout: 20_000 });
  await expect.poll(() => heard.isQuiet(), { timeout: 20_000 }).toBe(true);
  const bursts = await heard.bursts(LINE_GAP);
  expect(bursts).toHaveLength(2);
  const [, last] = bursts.map(({ start, end }) => end - start);
  expect(last).toBeCloseTo(Number(pickOf(LINES)['duration']) / 2, 0);
});

test('gain and trim that are set while a take sounds are heard at once', async ({ open }) => {
  const window = await open();
  await openReview(window);
  const { page, review, player } = window;
  await page.evaluate(() => {
    const make = AudioContext.prototype.createGain;
    AudioContext.prototype.createGain = function createGain(this: AudioContext) {
      const node = make.call(this);
      Reflect.set(globalThis, 'heardGain', node.gain);
      return node;
    };
  });
  const heardGain = () =>
    page.evaluate(() => (Reflect.get(globalThis, 'heardGain') as AudioParam | undefined)?.value ?? Number.NaN);
  await review.choose('Order', 'Script order');
  await review.focusTable();
  await page.keyboard.press('Home');
  await player.region.getByRole('button', { name: 'Loop' }).click();
  await review.focusTable();
  await page.keyboard.press('Space');
  await expect(player.pause).toBeVisible();
  await expect.poll(heardGain).toBeCloseTo(1, 5);
  for (let decibels = 0; decibels < 6; decibels += 1) await page.keyboard.press('-');
  await expect.poll(heardGain).toBeCloseTo(10 ** (-6 / 20), 5);
  await expect(player.pause).toBeVisible();
  await expect(player.region).toContainText('−6.0 dB');

  await review.trimStart.focus();
  for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(() => pickOf(1)['trim_start']).toBe(0.5);
  const position = player.region.getByRole('slider', { name: 'Position' });
  const earliest = async () => {
    const positions: number[] = [];
    for (let looks = 0; looks < 20; looks += 1) positions.push(Number(await position.inputValue()));
    return Math.min(...positions);
  };
  // The player is told of the trim once it is saved; from then on it never plays what is left out.
  await expect.poll(earliest).toBeGreaterThanOrEqual(0.5);
  await page.keyboard.press('Control+z');
  await expect.poll(() => pickOf(1)['trim_start']).toBe(0);
  await expect(player.pause).toBeVisible();
});

test('the player’s button plays the chosen line, whatever was heard before', async ({ open, folders, service }) => {
  await makeBook(folders, {
    name: 'Tones',
    text: [1, 2, 3, 4].map((number) => `LANE: ${textOf(number)}`).join('\n\n'),
    connection: localIdentity(service),
    voices: await service.voices(),
    fill: async (project) => {
      for (const line of [1, 2, 3, 4]) await addTakeToLine(project, line, soundOf(toneOf(line, 2)));
    },
  });
  const window = await open();
  const { page, review, player, frame } = window;
  const heard = await listen(page);
  const heardLast = async () => (await heard.lines()).at(-1);
  await window.library.openRecent('Tones');
  await frame.goTo('Review');
  await review.choose('Order', 'Script order');
  // The line that was selected may stand far down in this order.
  await review.focusTable();
  await page.keyboard.press('Home');
  await expect.poll(async () => (await review.numbers())[0]).toBe(1);
  await review.select(2);
  // Nothing was heard yet.
  await player.play.click();
  await expect(player.region).toContainText('line 2 · take');
  await expect.poll(heardLast).toBe(2);
  await player.pause.click();
  await review.select(4);
  await player.play.click();
  await expect(player.region).toContainText('line 4 · take');
  await expect.poll(heardLast).toBe(4);
  await frame.inspector.getByRole('button', { name: 'Audition', exact: true }).click();
  await expect(player.region).toContainText('audition · ');
  await expect(player.play).toBeVisible({ timeout: 20_000 });
  await review.select(3);
  await player.play.click();
  await expect(player.region).toContainText('line 3 · take');
  await expect.poll(heardLast).toBe(3);
  await expect(player.pause).toBeVisible();
});
