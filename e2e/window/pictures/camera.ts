// Takes screenshots of a state in both themes and several sizes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { settled, showTheme, THEMES } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { cutTexts, makeStretcher } from './stretched-words.ts';

/** In CSS pixels. */
export type Size = readonly [width: number, height: number];

export const USUAL: readonly Size[] = [
  [1280, 800],
  [1920, 1080],
];
/** Adds the minimum supported size and that of the design's pictures. */
export const ALL: readonly Size[] = [[960, 640], [1440, 900], ...USUAL];

export interface Camera {
  readonly folder: string;
  taken(): number;
  /** Saves the current state as `<name>-<theme>-<width>x<height>.png`. */
  take(window: LecternWindow, name: string, sizes?: readonly Size[]): Promise<void>;
}

/** Creates the output folder. Existing screenshots of the same name are replaced. */
export function makeCamera(folder: string): Camera {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  return {
    folder,
    taken: () => taken,
    async take(window, name, sizes = USUAL) {
      for (const theme of THEMES) {
        await showTheme(window.page, theme);
        for (const size of sizes) {
          await resize(window, size);
          await window.page.screenshot({ path: join(folder, `${name}-${theme}-${size.join('x')}.png`) });
          taken += 1;
        }
      }
    },
  };
}

/** Sizes for testing longer texts: a small laptop's, and that of the design's pictures. */
const STRETCHED: readonly Size[] = [
  [1024, 700],
  [1440, 900],
];

/**
 * Creates a camera that takes each state with texts as long as in another language, in one theme, and reports clipped
 * ones.
 *
 * @param say receives each clipped text once
 */
export async function makeStretchingCamera(folder: string, say: (row: string) => void): Promise<Camera> {
  mkdirSync(folder, { recursive: true });
  const stretcher = await makeStretcher();
  const told = new Set<string>();
  let taken = 0;
  return {
    folder,
    taken: () => taken,
    async take(window, name) {
      for (const size of STRETCHED) {
        await resize(window, size);
        await stretcher.whileStretched(window.page, async () => {
          await settled(window.page);
          for (const { text, by, wide, high } of await window.page.evaluate(cutTexts)) {
            const row = `${by}: “${text}”`;
            if (!told.has(row)) say(`${name} ${size.join('x')}: ${row} needs ${wide} × ${high} px more`);
            told.add(row);
          }
          await window.page.screenshot({ path: join(folder, `${name}-${size.join('x')}.png`) });
        });
        taken += 1;
      }
    },
  };
}

/** Delay in milliseconds until the player redraws its waveform after resizing. */
const WAVE_IS_DRAWN_AFTER = 160;

/** Resizes the window's content and waits until it is redrawn. */
export async function resize({ app, page }: LecternWindow, [width, height]: Size): Promise<void> {
  await app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), {
    width,
    height,
  });
  await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height] as const);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
  await page.waitForTimeout(WAVE_IS_DRAWN_AFTER);
  await settled(page);
}
