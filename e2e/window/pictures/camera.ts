// Takes pictures of a window: of one state in both themes and in several sizes, each named by what it shows.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { settled, showTheme, THEMES } from '../support/themes.ts';
import type { LecternWindow } from '../support/window.ts';
import { cutTexts, makeStretcher } from './stretched-words.ts';

/** A size in CSS pixels. */
export type Size = readonly [width: number, height: number];

/** The sizes of every picture. */
export const USUAL: readonly Size[] = [
  [1280, 800],
  [1920, 1080],
];
/** The least size that the screens are made for, and that of the design's pictures, besides the usual ones. */
export const ALL: readonly Size[] = [[960, 640], [1440, 900], ...USUAL];

export interface Camera {
  /** Where the pictures are. */
  readonly folder: string;
  /** How many were taken. */
  taken(): number;
  /** Pictures `<name>-<theme>-<width>x<height>.png` of what the window shows now. */
  take(window: LecternWindow, name: string, sizes?: readonly Size[]): Promise<void>;
}

/** Makes the folder for the pictures. Pictures of another time are replaced by those of the same name. */
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

/** The sizes in which longer words are looked at: a small laptop's, and that of the design's pictures. */
const STRETCHED: readonly Size[] = [
  [1024, 700],
  [1440, 900],
];

/**
 * A camera that pictures each state with words as long as another language's, in one theme, and says which of them are cut.
 *
 * @param say is told of each text that is cut, once
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

/** The player's waveform is redrawn only once its size has stopped changing. Milliseconds. */
const WAVE_IS_DRAWN_AFTER = 160;

/** Gives the window's inside a size, and waits until it is drawn in it. */
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
