import { DEFAULT_PAUSES } from '@lectern/audio/timeline';
import type { Locator, Page } from '@playwright/test';
import type { Project } from '../../electron/core/project/project.ts';
import { expectAccessible } from './support/accessible.ts';
import { addTakeToLine, localIdentity, makeBook, queryProject } from './support/books.ts';
import { type Burst, listen, type PlaybackRecorder, toneOf } from './support/heard.ts';
import { soundOf } from './support/sounds.ts';
import { expect, MAIN_FLOW, test } from './support/test.ts';
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
      if (!without.includes(line)) await addTakeToLine(project, line, soundOf(toneOf(line, seconds)));
    }
    also?.(project);
  };

const pickOf = (project: Project, line: number): number => project.lines.states()[line - 1]?.pick?.takeId ?? 0;

let window: LecternWindow;
let heard: PlaybackRecorder;
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
async function goToReview(order = 'Script order'): Promise<void> {
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

/** What the page showed while lines played, each text once. Polling from here could miss a line that is already over. */
interface ShownTexts {
  /** Rows of the script that were marked as playing. */
  readonly marked: string[];
  /** Texts of the player. */
  readonly player: string[];
  /** The inspector's headings. */
  readonly inspector: string[];
}

/** Records in the page what it shows from now on. @returns reads what it showed so far */
async function watchShown(page: Page): Promise<() => Promise<ShownTexts>> {
  await page.evaluate(() => {
    const shown: Record<string, string[]> = { marked: [], player: [], inspector: [] };
    const places = {
      marked: '.cm-line.script-sounding',
      player: '[aria-label="Player"]',
      inspector: '[aria-label="Inspector"] h2',
    };
    const look = () => {
      for (const [name, selector] of Object.entries(places)) {
        const text = document.querySelector(selector)?.textContent;
        if (text && !shown[name]?.includes(text)) shown[name]?.push(text);
      }
    };
    Reflect.set(globalThis, 'shown', shown);
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['class'],
    });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, 'shown') as ShownTexts);
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
  MAIN_FLOW,
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
    const shown = await watchShown(page);
    await page.keyboard.press('Control+Shift+p');
    const bursts = await expectHeard([1, 2, 3, 5]);
    expectTimeline(bursts, [[1, 0.8], DEFAULT_PAUSES.heading, [2, 1], DEFAULT_PAUSES.paragraph, [3, 0.7], 1.5, [5, 2]]);
    expect((bursts[3]?.level ?? 0) / (bursts[2]?.level ?? 1)).toBeCloseTo(10 ** (-6 / 20), 2);
    await expect(frame.notice('Played 4 lines, to the end of First. Skipped 1 line without a take.')).toBeVisible();
    await expect(marked(page)).toHaveCount(0);
    await expect(player.play).toBeEnabled();
    const { marked: rows, player: texts, inspector: headings } = await shown();
    expect(rows).toEqual(['# First', ...['second', 'third', 'fifth'].map((line) => `LANE: This is the ${line} line.`)]);
    for (const place of ['First · 3 of 5', 'First · 5 of 5 · 1 skipped']) {
      expect(
        texts.filter((text) => text.includes(place)),
        place,
      ).not.toEqual([]);
    }
    expect(headings.filter((heading) => heading.startsWith('Line 1.3 '))).not.toEqual([]);
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
      return at === 0 ? [clip] : [DEFAULT_PAUSES.paragraph, clip];
    }),
  );
  await expect(frame.notice('Played 6 lines. Skipped 1 line without a take.')).toBeVisible();
});

openBook.describe('with a voice', () => {
  openBook.use({ speech: 'espeak' });

  openBook(
    'with those settings, lines without a take are spoken and the next chapter follows, and no take is made',
    async ({ openTones }) => {
      await openTones({ without: [4] });
      const { page, settings, script, frame } = window;
      await settings.show('Sound');
      for (const choice of ['Continue with the next chapter', 'Speak with a local voice']) {
        await page.getByRole('radio', { name: choice }).click();
        await expect(page.getByRole('radio', { name: choice })).toBeChecked();
      }
      await page.keyboard.press('Control+1');
      await script.putCursorAtEndOf('third line');
      const shown = await watchShown(page);
      await page.keyboard.press('Control+Shift+p');
      await expect(frame.chapter('Second')).toHaveAttribute('aria-selected', 'true');
      await expect(frame.notice(/^Played 4 lines, to the end of Second\. A local voice spoke 1 line/)).toBeVisible();
      const bursts = await heard.bursts(0.4);
      const [third, spoken, fifth, sixth] = bursts;
      expect(bursts).toHaveLength(5);
      expect([third?.line, ...bursts.slice(2).map(({ line }) => line)]).toEqual([3, 5, 6, 7]);
      expect(spoken?.start ?? 0).toBeGreaterThan((third?.end ?? 0) + 1.4);
      expect((spoken?.end ?? 0) - (spoken?.start ?? 0)).toBeGreaterThan(0.8);
      // A voice ends softly: there may be a little more silence than the pause.
      expect((fifth?.start ?? 0) - (spoken?.end ?? 0)).toBeLessThan(DEFAULT_PAUSES.paragraph + 0.4);
      expect((sixth?.start ?? 0) - (fifth?.end ?? 0)).toBeCloseTo(DEFAULT_PAUSES.chapter, 2);
      expect(queryProject(book, 'SELECT count(*) AS n FROM takes')).toEqual([{ n: 6 }]);
      const { marked: rows, player: texts } = await shown();
      expect(rows).toContain('LANE: This is the fourth line.');
      expect(texts.filter((text) => text.includes('line 1.4 · no take, local voice'))).not.toEqual([]);
    },
  );
});

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
    expect((bursts[2]?.start ?? 0) - (bursts[1]?.end ?? 0)).toBeCloseTo(DEFAULT_PAUSES.paragraph / 2, 1);
  },
);
