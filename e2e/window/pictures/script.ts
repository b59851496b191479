// Screenshots of the script in all states, with its dialogs and search.
import { expect } from '@playwright/test';
import type { Project } from '../../../electron/core/project/project.ts';
import type { HostileBehaviours } from '../../hostile-service/behaviours.ts';
import type { LecternWindow } from '../support/window.ts';
import { ALL_SIZES, type Camera } from './camera.ts';
import { type ShotSet, withWindow } from './shot-set.ts';
import { addPlayTakes, PLAY_NAME, setStage } from './stage.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const FAILS = 'superior quality of the wine';
const IN_FLIGHT = 'by the way, Lane, I see from your book';
const IN_DOUBT = 'the servants invariably drink';
const DIALOG = 'have you got the cucumber sandwiches';
const THREE_ROLES = 'Please!';
/** Numbers of the lines without a take, where the title and the heading count as lines. */
const WITHOUT_TAKES = [8, 10, 11, 13];

/** The service's initial behaviour, which is changed while the screenshots are taken. */
export const scriptBehaviours = (): Mutable<HostileBehaviours> => ({
  submission: { sequence: ['none', 'none', 'reset-after'] },
  fails: (text) => text.includes(FAILS),
  failReason: 'The voice is not available in this language.',
  readsUntilDone: 0,
});

export const fillScript = (project: Project): Promise<void> =>
  addPlayTakes(project, 60, new Map(WITHOUT_TAKES.map((number) => [number, 'none'])));

export const shootScript: ShotSet = async ({ camera, folders }) => {
  const behaviours = scriptBehaviours();
  const { service } = await setStage(folders, { behaviours, fill: fillScript });
  try {
    await withWindow(folders, async (window) => {
      await makeStates(window, behaviours);
      await showStale(window);
      await camera.take(window, 'script', ALL_SIZES);
      await window.script.putCursorAtEndOf(THREE_ROLES);
      await expect(window.frame.inspector).toContainText('speak in one paragraph');
      await camera.take(window, 'script-three-roles');
      await shootInspector(window, camera);
      await shootFinding(window, camera);
    });
  } finally {
    await service.close();
  }
};

/** Creates failed lines, lines in flight, lines in doubt and a stale line. */
export async function makeStates(window: LecternWindow, behaviours: Mutable<HostileBehaviours>): Promise<void> {
  const { library, script, frame, page } = window;
  await library.openRecent(PLAY_NAME);
  await frame.chooseChapter('Act I');
  const render = async (words: string, state: string) => {
    await script.putCursorAtEndOf(words);
    await frame.inspector.getByRole('button', { name: 'Render this line' }).click();
    await expect.poll(() => script.states(), { timeout: 20_000 }).toContain(state);
  };
  await render(FAILS, 'failed');
  behaviours.readsUntilDone = 1_000_000_000;
  await render(IN_FLIGHT, 'in flight');
  await render(IN_DOUBT, 'in doubt');
  await script.putCursorAtEndOf(DIALOG);
  // Press End again, because the first press only moved the cursor to the end of the wrapped row.
  await page.keyboard.press('End');
  await page.keyboard.type(' And the tea?');
  await expect.poll(() => script.states()).toContain('stale');
  await expect(frame.saveNote).toHaveText('saved');
}

/** Plays half of a fresh line, and puts the cursor in the stale line. */
export async function showStale({ script, player, page, frame }: LecternWindow): Promise<void> {
  await page.locator('.script-dot[title^="fresh:"]').nth(4).click();
  await expect(player.region).toContainText('line');
  await player.pause.click();
  await player.position.focus();
  for (let tenths = 0; tenths < 40; tenths += 1) await page.keyboard.press('ArrowRight');
  await script.putCursorAtEndOf('And the tea?');
  await expect(frame.inspector).toContainText('Why it’s stale');
  await expect(page.getByRole('alert')).toHaveCount(0, { timeout: 15_000 });
}

async function shootInspector(window: LecternWindow, camera: Camera): Promise<void> {
  const { script, frame, page } = window;
  await page.keyboard.press('Control+Home');
  await script.putCursorAtEndOf(FAILS);
  await expect(frame.inspector).toContainText('Failed');
  await camera.take(window, 'inspector-failed');
  await frame.inspector.getByText('Exact request', { exact: true }).click();
  await camera.take(window, 'inspector-request', ALL_SIZES);
}

async function shootFinding(window: LecternWindow, camera: Camera): Promise<void> {
  const { script, page } = window;
  await script.openFind('chapter');
  await page.keyboard.type('lane');
  await camera.take(window, 'find-chapter', ALL_SIZES);
  await script.openFind('script');
  await expect(script.find.getByRole('listbox', { name: 'Search results' })).toBeVisible();
  await camera.take(window, 'find-script', ALL_SIZES);
}
