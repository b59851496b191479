// Takes screenshots of a state, in both themes and at several sizes.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { showTheme, THEMES, waitForAnimations } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { findClippedTexts, makeStretcher } from './stretched-words.ts';

/** In CSS pixels. */
export type Size = readonly [width: number, height: number];

export const USUAL_SIZES: readonly Size[] = [
  [1280, 800],
  [1920, 1080],
];
/** The usual sizes, the minimum supported size, and the size of the design mock-ups. */
export const ALL_SIZES: readonly Size[] = [[960, 560], [1440, 900], ...USUAL_SIZES];

export interface Camera {
  readonly folder: string;
  pictureCount(): number;
  /** Saves the current state as `<name>-<theme>-<width>x<height>.png`. */
  take(window: LecternWindow, name: string, sizes?: readonly Size[]): Promise<void>;
}

/** Creates a camera and its output folder. Existing screenshots with the same name are replaced. */
export function makeCamera(folder: string): Camera {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  return {
    folder,
    pictureCount: () => taken,
    async take(window, name, sizes = USUAL_SIZES) {
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

/** Window sizes for testing longer texts: a small laptop, and the size of the design mock-ups. */
const STRETCHED_SIZES: readonly Size[] = [
  [1024, 700],
  [1440, 900],
];

/**
 * Creates a camera that takes each state in only one theme. It lengthens all texts to simulate a wordier language, and
 * reports clipped texts.
 * @param report called once for each clipped text
 */
export async function makeStretchingCamera(folder: string, report: (row: string) => void): Promise<Camera> {
  mkdirSync(folder, { recursive: true });
  const stretcher = await makeStretcher();
  const told = new Set<string>();
  let taken = 0;
  return {
    folder,
    pictureCount: () => taken,
    async take(window, name) {
      for (const size of STRETCHED_SIZES) {
        await resize(window, size);
        await stretcher.whileStretched(window.page, async () => {
          await waitForAnimations(window.page);
          for (const { text, by, wide, high } of await window.page.evaluate(findClippedTexts)) {
            const row = `${by}: “${text}”`;
            if (!told.has(row)) report(`${name} ${size.join('x')}: ${row} needs ${wide} × ${high} px more`);
            told.add(row);
          }
          await window.page.screenshot({ path: join(folder, `${name}-${size.join('x')}.png`) });
        });
        taken += 1;
      }
    },
  };
}

/** How long the player takes to redraw its waveform after the window has been resized, in milliseconds. */
const WAVEFORM_REDRAW_MS = 160;

/** Resizes the window's content and waits until it has been redrawn. */
export async function resize({ app, page }: LecternWindow, [width, height]: Size): Promise<void> {
  await app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), {
    width,
    height,
  });
  await page.waitForFunction(([wide, high]) => innerWidth === wide && innerHeight === high, [width, height] as const);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
  await page.waitForTimeout(WAVEFORM_REDRAW_MS);
  await waitForAnimations(page);
}
