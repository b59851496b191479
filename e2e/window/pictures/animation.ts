// The README's animation: a word is added to a script, takes are reviewed, a role gets another voice, and stale lines
// are rendered. ffmpeg combines screenshots, each with a duration.
import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import { makeFolders } from '../support/folders.ts';
import { showTheme, waitForAnimations } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { resize, type Size } from './camera.ts';
import { withWindow } from './shot-set.ts';
import { addPlayTakes, PLAY_NAME, setStage } from './stage.ts';

/** Maximum file size in bytes, because the file is in the repository. */
const MAX_BYTES = 2_000_000;
const SIZE: Size = [1280, 800];

const traits = (name: string, gender: string, accent: string, age: string) => ({
  id: `s3://voices/${name}/manifest.json`,
  name: `${name[0]?.toUpperCase()}${name.slice(1)}`,
  sample: `https://samples.example/${name}.mp3`,
  language: 'English',
  style: 'narrative',
  tempo: 'neutral',
  texture: 'smooth',
  loudness: 'neutral',
  is_cloned: false,
  voice_engine: 'SvcDialog',
  gender,
  accent,
  age,
});
const VOICES = [
  traits('anna', 'female', 'british', 'adult'),
  traits('ben', 'male', 'british', 'youth'),
  traits('cora', 'female', 'american', 'senior'),
  traits('dan', 'male', 'american', 'adult'),
  traits('edith', 'female', 'british', 'senior'),
  traits('frank', 'male', 'british', 'senior'),
];

/**
 * Creates the animation, a WebP loop of about 20 seconds.
 * @returns its path
 * @throws Error if ffmpeg is missing or the file is too large
 */
export async function shootAnimation(path: string): Promise<string> {
  if (spawnSync('ffmpeg', ['-version']).error !== undefined)
    throw new Error('ffmpeg puts the animation together and was not found. On Debian: apt install ffmpeg');
  const folders = makeFolders();
  const { service } = await setStage(folders, {
    behaviours: { voices: VOICES, readsUntilDone: 3 },
    fill: (project) =>
      addPlayTakes(
        project,
        40,
        new Map([
          [12, 'hangs'],
          [24, 'clips'],
          [31, 'twice'],
        ]),
      ),
  });
  try {
    const film = new Film(join(folders.scratch, 'frames'));
    await withWindow(folders, async (window) => {
      await resize(window, SIZE);
      await showTheme(window.page, 'dark');
      await recordPlay(window, film);
    });
    mkdirSync(dirname(path), { recursive: true });
    film.write(path);
  } finally {
    await service.close();
    folders.remove();
  }
  const { size } = statSync(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes; the animation has ${MAX_BYTES} at most.`);
  return path;
}

class Film {
  readonly #folder: string;
  readonly #frames: { readonly file: string; readonly seconds: number }[] = [];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
  }

  /** Takes a screenshot that is shown for the given duration. */
  async addFrame({ page }: LecternWindow, seconds: number): Promise<void> {
    await waitForAnimations(page);
    const file = join(this.#folder, `${String(this.#frames.length).padStart(3, '0')}.png`);
    await page.screenshot({ path: file });
    this.#frames.push({ file, seconds });
  }

  write(path: string): void {
    const last = this.#frames.at(-1);
    // List the last frame twice, because ffmpeg ignores the duration of the last entry.
    const list = this.#frames.map(({ file, seconds }) => `file '${file}'\nduration ${seconds}`);
    const listed = join(this.#folder, 'frames.txt');
    writeFileSync(listed, `${[...list, `file '${last?.file}'`].join('\n')}\n`);
    const input = ['-f', 'concat', '-safe', '0', '-i', listed, '-fps_mode', 'vfr'];
    const output = ['-c:v', 'libwebp_anim', '-lossless', '0', '-q:v', '62', '-loop', '0', path];
    const { status, stderr } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...input, ...output]);
    if (status !== 0) throw new Error(`ffmpeg could not put the animation together: ${stderr}`);
  }
}

async function recordPlay(window: LecternWindow, film: Film): Promise<void> {
  await recordTyping(window, film);
  await recordReview(window, film);
  await recordCasting(window, film);
  await recordRender(window, film);
}

/** Records how a word is added to a line, which makes the line's take stale. */
async function recordTyping(window: LecternWindow, film: Film): Promise<void> {
  const { library, frame, script, page } = window;
  await library.openRecent(PLAY_NAME);
  await frame.chooseChapter('Act I');
  await script.putCursorAtEndOf('polite to listen');
  await expect(frame.inspector).toContainText('fresh');
  await film.addFrame(window, 1.8);
  for (const letter of ' Truly.') {
    await page.keyboard.type(letter);
    await film.addFrame(window, 0.13);
  }
  await expect.poll(() => script.states()).toContain('stale');
  await expect(frame.inspector).toContainText('Why it’s stale');
  await film.addFrame(window, 2);
}

async function recordCasting(window: LecternWindow, film: Film): Promise<void> {
  const { frame, cast } = window;
  await frame.goTo('Cast');
  await cast.role('LANE').click();
  await film.addFrame(window, 1.2);
  await cast.show('Voices');
  await film.addFrame(window, 1.2);
  const frank = cast.voice('Frank');
  await frank.hover();
  await film.addFrame(window, 0.8);
  await frank.getByRole('button', { name: 'Cast Frank as LANE' }).click();
  await film.addFrame(window, 1.6);
  await cast.question.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(frame.notice('LANE now uses Frank')).toBeVisible();
  await film.addFrame(window, 1.8);
}

async function recordRender(window: LecternWindow, film: Film): Promise<void> {
  const { frame, production, page } = window;
  await frame.goTo('Production');
  await expect(production.start).toBeEnabled();
  await film.addFrame(window, 1.6);
  await production.start.click();
  await expect(production.run).toBeVisible();
  for (let at = 0; at < 12; at += 1) {
    await film.addFrame(window, 0.28);
    await page.waitForTimeout(350);
  }
  await film.addFrame(window, 0.5);
}

async function recordReview(window: LecternWindow, film: Film): Promise<void> {
  const { frame, page, review: screen } = window;
  await frame.goTo('Review');
  await expect(screen.summary).toContainText('suspicious');
  await screen.focusTable();
  await page.keyboard.press('Home');
  await film.addFrame(window, 1.6);
  for (const key of ['ArrowDown', 'a', 'a', 'x']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(300);
    await film.addFrame(window, 0.6);
  }
}
