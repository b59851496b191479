// Listening through. What is asserted is the sound that reaches the loudspeaker, never what the player says of it alone.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { Project } from '../../electron/core/project/project.ts';
import { USUAL_PAUSES } from '../../shared/rules/timeline.ts';
import { expectAccessible } from './support/accessible.ts';
import { giveSound, localIdentity, makeBook, query, savedScript } from './support/books.ts';
import { type Burst, type Heard, listen, toneOf } from './support/heard.ts';
import { soundOf } from './support/sounds.ts';
import { expect, OWN, test } from './support/test.ts';
import type { LecternWindow } from './support/window.ts';

test.use({ application: 'shared' });

/** How far a sound may be from where the timeline has it. */
const OFF_BY_SECONDS = 0.005;
const TEXT = `# First

LANE: This is the second line.

LANE: This is the third line.

[pause 1.5s]

LANE: This is the fourth line.

LANE: This is the fifth line.

# Second

LANE: This is the seventh line.
`;
/** What its lines are called, by their places in the script. */
const NUMBERS = ['1.1', '1.2', '1.3', '1.4', '1.5', '2.1', '2.2'];
const LENGTHS: Readonly<Record<number, number>> = { 1: 0.8, 2: 1, 3: 1.2, 4: 1, 5: 2, 6: 0.8, 7: 1 };

interface TonesOptions {
  /** Seconds of lines that last longer than usual. */
  readonly lengths?: Readonly<Record<number, number>>;
  /** Lines without a take. */
  readonly without?: readonly number[];
  /** What else is done to the project. */
  readonly also?: (project: Project) => void;
}

/** Gives lines a tone each. */
const giveTones =
  ({ lengths, without = [], also }: TonesOptions = {}) =>
  async (project: Project): Promise<void> => {
    for (const [number, seconds] of Object.entries({ ...LENGTHS, ...lengths })) {
      const line = Number(number);
      if (!without.includes(line)) await giveSound(project, line, soundOf(toneOf(line, seconds)));
    }
    also?.(project);
  };

const pickOf = (project: Project, line: number): number => project.lines.states()[line - 1]?.pick?.takeId ?? 0;

let window: LecternWindow;
let heard: Heard;
let book: string;

/** Opens a book of tones and listens. */
const openBook = test.extend<{ readonly openTones: (options?: TonesOptions) => Promise<void> }>({
  async openTones({ open, folders, service }, use) {
    await use(async (options) => {
      book = await makeBook(folders, {
        text: TEXT,
        connection: localIdentity(service),
        voices: await service.voices(),
        fill: giveTones(options),
      });
      window = await open();
      heard = await listen(window.page);
      await window.library.openRecent('Book');
      await expect(window.script.row('second line')).toBeVisible();
    });
  },
});

/** Where the table is, in script order, with the first line selected. */
async function goToReview(order = 'As in the script'): Promise<void> {
  const { frame, review, page } = window;
  await frame.goTo('Review');
  await review.choose('Order', order);
  await review.focusTable();
  await page.keyboard.press('Home');
}

/** Waits until these lines were heard, to their ends. */
async function expectHeard(lines: readonly number[]): Promise<readonly Burst[]> {
  await expect.poll(() => heard.lines({ toTheEnd: true }), { timeout: 40_000 }).toEqual(lines);
  return heard.bursts();
}

/** Holds what was heard against a timeline: lines with their lengths, and the silences between them, in seconds. */
function expectTimeline(
  bursts: readonly Burst[],
  wanted: readonly (readonly [line: number, seconds: number] | number)[],
) {
  let at = 0;
  const lines: number[] = [];
  for (const item of wanted) {
    if (typeof item === 'number') {
      at += item;
      continue;
    }
    const [line, seconds] = item;
    const burst = bursts[lines.length];
    lines.push(line);
    expect(Math.abs((burst?.start ?? -1) - at), `line ${line} begins at ${at} s`).toBeLessThan(OFF_BY_SECONDS);
    at += seconds;
    expect(Math.abs((burst?.end ?? -1) - at), `line ${line} ends at ${at} s`).toBeLessThan(OFF_BY_SECONDS);
  }
  expect(bursts.map(({ line }) => line)).toEqual(lines);
}

/** Waits until the position has passed the seconds, looked at with every picture: a slower look may come when all is heard. */
const heardPast = (position: Locator, seconds: number): Promise<void> =>
  position.evaluate(
    (slider, past) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (Number((slider as HTMLInputElement).value) > past) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    seconds,
  );

const marked = (page: Page) => page.locator('.cm-line.script-sounding');

openBook(
  'from the script: a chapter is heard as its timeline has it, and the line that sounds is marked and in view',
  async ({ openTones }) => {
    await openTones({
      without: [4],
      also: (project) => {
        project.decisions.setTrim(pickOf(project, 3), { startSeconds: 0.2, endSeconds: 0.3 });
        project.decisions.setGain(pickOf(project, 5), -6);
      },
    });
    const { page, script, player, frame } = window;
    await script.putCursorAtEndOf('First');
    await page.keyboard.press('Control+Shift+p');
    await expect(marked(page)).toContainText('third line');
    await expect(player.region).toContainText('First · 3 of 5');
    await expect(frame.inspector.getByRole('heading', { name: /^Line 1\.3 / })).toBeVisible();
    await expect(player.region).toContainText('First · 5 of 5 · 1 skipped');
    await expect(marked(page)).toContainText('fifth line');
    const bursts = await expectHeard([1, 2, 3, 5]);
    expectTimeline(bursts, [[1, 0.8], USUAL_PAUSES.heading, [2, 1], USUAL_PAUSES.paragraph, [3, 0.7], 1.5, [5, 2]]);
    expect((bursts[3]?.level ?? 0) / (bursts[2]?.level ?? 1)).toBeCloseTo(10 ** (-6 / 20), 2);
    await expect(frame.notice('Played 4 lines, to the end of First. Skipped 1 line without a take.')).toBeVisible();
    await expect(marked(page)).toHaveCount(0);
    await expect(player.play).toBeEnabled();
  },
);

openBook(
  'from the review, by its button: the chapter of the selected line, whatever the table’s order is',
  async ({ openTones }) => {
    await openTones();
    const { player, review } = window;
    await goToReview('Longest first');
    await review.select('1.2');
    await player.playChapter.click();
    await expect(player.playChapter).toHaveAttribute('aria-pressed', 'true');
    await expect(review.line('1.3')).toHaveAttribute('aria-selected', 'true');
    const bursts = await expectHeard([2, 3, 4, 5]);
    expectTimeline(bursts, [[2, 1], USUAL_PAUSES.paragraph, [3, 1.2], 1.5, [4, 1], USUAL_PAUSES.paragraph, [5, 2]]);
    await expect(review.line('1.5')).toHaveAttribute('aria-selected', 'true');
    await expect(player.playChapter).toHaveAttribute('aria-pressed', 'false');
  },
);

openBook(
  'the waveform of the chapter leads to the line that is clicked, and keys to its neighbours',
  async ({ openTones }) => {
    await openTones();
    const { page, script, player } = window;
    await script.putCursorAtEndOf('First');
    await page.keyboard.press('Control+Shift+p');
    const lineInChapter = player.region.getByRole('slider', { name: 'Line in the chapter' });
    await expect(lineInChapter).toHaveAttribute('aria-valuetext', 'NARRATOR, line 1 of 5');
    const strip = (await lineInChapter.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    // The chapter lasts 9.9 seconds; its last line begins at 7.9.
    await page.mouse.click(strip.x + (strip.width * 8.9) / 9.9, strip.y + strip.height / 2);
    await expect(lineInChapter).toHaveAttribute('aria-valuetext', 'LANE, line 5 of 5');
    await expect.poll(() => heard.lines()).toEqual([1, 5]);
    await page.keyboard.press('Control+Alt+ArrowLeft');
    await expect(lineInChapter).toHaveAttribute('aria-valuetext', 'LANE, line 4 of 5');
    const bursts = await expectHeard([1, 5, 4, 5]);
    expect((bursts[1]?.end ?? 0) - (bursts[1]?.start ?? 0)).toBeLessThan(1.05);
    expect((bursts[2]?.end ?? 0) - (bursts[2]?.start ?? 0)).toBeCloseTo(1, 1);
  },
);

openBook('what is filtered is heard in the table’s order', async ({ openTones }) => {
  await openTones({ without: [5] });
  const { page, review, player, frame } = window;
  await goToReview('Longest first');
  const order = (await review.labels()).map((label) => NUMBERS.indexOf(label) + 1);
  expect(order.slice(0, 2)).toEqual([3, 2]);
  await page.keyboard.press('Control+Alt+p');
  await expect(player.region).toContainText('Filtered lines · 1 of 7');
  const lines = order.filter((line) => line !== 5);
  const bursts = await expectHeard(lines);
  expectTimeline(
    bursts,
    lines.flatMap((line, at) => {
      const clip = [line, LENGTHS[line] ?? 0] as const;
      return at === 0 ? [clip] : [USUAL_PAUSES.paragraph, clip];
    }),
  );
  await expect(frame.notice('Played 6 lines. Skipped 1 line without a take.')).toBeVisible();
});

openBook('the next chapter follows where that is set, and the setting stays', OWN, async ({ openTones, open }) => {
  await openTones();
  const { page, settings, script, frame } = window;
  await settings.show('Sound');
  const crossOver = page.getByRole('radio', { name: 'Continue with the next chapter' });
  await crossOver.click();
  await expect(crossOver).toBeChecked();
  await page.keyboard.press('Control+1');
  await script.putCursorAtEndOf('fifth line');
  await page.keyboard.press('Control+Shift+p');
  await expect(frame.chapter('Second')).toHaveAttribute('aria-selected', 'true');
  const bursts = await expectHeard([5, 6, 7]);
  expectTimeline(bursts, [[5, 2], USUAL_PAUSES.chapter, [6, 0.8], USUAL_PAUSES.heading, [7, 1]]);
  await expect(frame.notice('Played 3 lines, to the end of Second.')).toBeVisible();
  await window.lectern.close();
  window = await open();
  await window.settings.show('Sound');
  await expect(window.page.getByRole('radio', { name: 'Continue with the next chapter' })).toBeChecked();
});

openBook('lines without a take are skipped with a beep where that is set', async ({ openTones }) => {
  await openTones({ without: [4, 5] });
  const { page, settings, script, player, frame } = window;
  await settings.show('Sound');
  await page.getByRole('radio', { name: 'Skip with a beep' }).click();
  await page.keyboard.press('Control+1');
  await script.putCursorAtEndOf('third line');
  await page.keyboard.press('Control+Shift+p');
  await expect(player.region).toContainText('line 1.4 · no take');
  // The beep has 1,000 Hz, which would be the twelfth line's tone.
  const bursts = await expectHeard([3, 12]);
  expectTimeline(bursts, [[3, 1.2], 1.5, [12, 0.15]]);
  expect(bursts[1]?.level ?? 1).toBeLessThan((bursts[0]?.level ?? 0) / 3);
  await expect(frame.notice('Played 1 line, to the end of First. Skipped 2 lines without a take.')).toBeVisible();
});

openBook.describe('with a voice', () => {
  openBook.use({ speech: 'espeak' });

  openBook('lines without a take are spoken where that is set, and no take comes of it', async ({ openTones }) => {
    await openTones({ without: [4] });
    const { page, settings, script, player, frame } = window;
    await settings.show('Sound');
    await page.getByRole('radio', { name: 'Speak with a local voice' }).click();
    await page.keyboard.press('Control+1');
    await script.putCursorAtEndOf('third line');
    await page.keyboard.press('Control+Shift+p');
    await expect(player.region).toContainText('line 1.4 · no take, local voice');
    await expect(marked(page)).toContainText('fourth line');
    await expect(frame.notice(/^Played 2 lines, to the end of First\. A local voice spoke 1 line/)).toBeVisible();
    const bursts = await heard.bursts(0.4);
    const [third, spoken, fifth] = bursts;
    expect(bursts).toHaveLength(3);
    expect([third?.line, fifth?.line]).toEqual([3, 5]);
    expect(spoken?.start ?? 0).toBeGreaterThan((third?.end ?? 0) + 1.4);
    expect((spoken?.end ?? 0) - (spoken?.start ?? 0)).toBeGreaterThan(0.8);
    // A voice ends softly: there may be a little more silence than the pause.
    expect((fifth?.start ?? 0) - (spoken?.end ?? 0)).toBeLessThan(USUAL_PAUSES.paragraph + 0.4);
    expect(query(book, 'SELECT count(*) AS n FROM takes')).toEqual([{ n: 6 }]);
  });
});

openBook('a take whose file has gone is passed over, and said', async ({ openTones }) => {
  await openTones();
  const [lost] = query(
    book,
    `SELECT takes.audio_hash AS hash FROM takes JOIN lines ON lines.id = line_id JOIN paragraphs ON paragraphs.id = paragraph_id
     ORDER BY ord LIMIT 1 OFFSET 2`,
  );
  rmSync(fileOf(String(lost?.['hash'])));
  const { page, script, frame } = window;
  await script.putCursorAtEndOf('second line');
  await page.keyboard.press('Control+Shift+p');
  await expectHeard([2, 4, 5]);
  await expect(
    frame.notice('Played 3 lines, to the end of First. Skipped 1 line whose audio file is missing or damaged.'),
  ).toBeVisible();
  expectMissingFile(window);
});

/** Takes back what the page reported of a file that the spec has taken away. */
function expectMissingFile({ faults }: LecternWindow): void {
  // The list belongs to the window; only a spec that brings a fault about may say that it is none.
  const reported = faults as string[];
  // None, where the studio found out before the file was asked for.
  for (const fault of reported) expect(fault).toMatch(/404 \(Not Found\).*media\/take\//);
  reported.length = 0;
}

/** The audio file of a take. */
function fileOf(hash: string): string {
  return join(book, 'takes', hash.slice(0, 2), `${hash}.wav`);
}

openBook(
  'a trim and an edit are heard from the next line on, and the selection stays on what is edited',
  async ({ openTones }) => {
    await openTones();
    const { page, review, player, script } = window;
    await goToReview();
    await review.select('1.3');
    await player.loop.click();
    await player.playChapter.click();
    await expect(player.region).toContainText('line 1.3 ·');
    // It sounds again and again while the next lines are changed.
    await review.select('1.4');
    await review.trimStart.focus();
    for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Control+1');
    await script.row('[pause 1.5s]').click();
    await page.keyboard.press('End');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Backspace', '9']) await page.keyboard.press(key);
    await expect.poll(() => savedScript(book)).toContain('[pause 1.9s]');
    await expect(player.pause).toBeVisible();
    await player.loop.click();
    await script.editor.focus();
    await expect(player.region).toContainText('line 1.5 ·');
    await expect(script.row('[pause 1.9s]')).toHaveClass(/script-selected/);
    await expect(marked(page)).toContainText('fifth line');
    const [third, fourth, fifth] = await expectHeard([3, 4, 5]);
    expect((fourth?.start ?? 0) - (third?.end ?? 0)).toBeCloseTo(1.9, 2);
    expect((fourth?.end ?? 0) - (fourth?.start ?? 0)).toBeCloseTo(0.5, 2);
    expect((fifth?.start ?? 0) - (fourth?.end ?? 0)).toBeCloseTo(USUAL_PAUSES.paragraph, 2);
  },
);

openBook(
  'a pause set by hand before a line is heard while it plays, and the usual one once that is taken back',
  async ({ openTones }) => {
    await openTones();
    const { page, review, player } = window;
    await goToReview();
    await review.select('1.2');
    await player.loop.click();
    await player.playChapter.click();
    await expect(player.region).toContainText('line 1.2 ·');
    const pause = page.getByRole('textbox', { name: 'Pause before' });
    // Both are changed while the line before them sounds again and again.
    await review.select('1.4');
    await window.frame.openDefaults();
    await expect(pause).toHaveValue('1.5 s');
    await pause.fill('0.4');
    await pause.press('Enter');
    await review.select('1.3');
    await expect(pause).toHaveValue('0.6 s');
    await pause.fill('2');
    await pause.press('Enter');
    await expect(page.getByText('The pause before line 1.3 is 2 s.')).toBeVisible();
    await page.getByRole('button', { name: 'Back to the usual pause before this line' }).click();
    await expect(pause).toHaveValue('0.6 s');
    await player.loop.click();
    const [second, third, fourth] = await expectHeard([2, 3, 4, 5]);
    expect((third?.start ?? 0) - (second?.end ?? 0)).toBeCloseTo(USUAL_PAUSES.paragraph, 2);
    expect((fourth?.start ?? 0) - (third?.end ?? 0)).toBeCloseTo(0.4, 2);
  },
);

openBook(
  'what is played through is paused, sought in, and heard at another speed and the same pitch',
  async ({ openTones }) => {
    // It still sounds when it is paused, and when its speed changes.
    await openTones({ lengths: { 4: 6 } });
    const { page, player, script } = window;
    await script.putCursorAtEndOf('fourth line');
    await page.keyboard.press('Control+Shift+p');
    await heardPast(player.position, 0.2);
    await page.keyboard.press('Control+Shift+p');
    await expect(player.play).toBeVisible();
    const paused = await expectHeard([4]);
    await expectAccessible(window, 'a chapter that is played through');
    await player.position.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('l');
    await expect(player.pause).toBeVisible();
    await player.region.getByRole('button', { name: 'Speed 1' }).click();
    await page.getByRole('menuitem', { name: '2×' }).click();
    await expect(player.region).toContainText('line 1.5 ·');
    const bursts = await expectHeard([4, 4, 5]);
    expect((paused[0]?.end ?? 0) - (paused[0]?.start ?? 0)).toBeLessThan(6);
    // The whole line and the pause before it in half the time, at the same pitch, by which it is known.
    expect((bursts[2]?.end ?? 0) - (bursts[2]?.start ?? 0)).toBeCloseTo(1, 1);
    expect((bursts[2]?.start ?? 0) - (bursts[1]?.end ?? 0)).toBeCloseTo(USUAL_PAUSES.paragraph / 2, 1);
  },
);
