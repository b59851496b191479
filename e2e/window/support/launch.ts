// Starts the built application, or a packed one: on Electron, or on the Chromium host where Electron's binary is not to be had.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { describePlace, type ElectronPlace, electronPlace } from '../../../scripts/electron-place.ts';
import { root } from '../../../scripts/steps.ts';
import { findChromium, HEADLESS_NAMES } from '../../chromium-host/chromium/find-chromium.ts';
import { untilNoneNames } from '../../support/left-running.ts';
import { environmentOf, type TestFolders } from './folders.ts';
import { killTree } from './process-tree.ts';

export interface LaunchOptions {
  /** After the application's own: such as a project's folder. */
  readonly arguments?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

/** A running application, and its window. */
export interface Lectern {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly folders: TestFolders;
  /** What all its processes have written so far. */
  output(): string;
  /** The application's log so far; empty while there is nothing to note. */
  log(): string;
  /** Ends it as a person does; a run that is on is stopped. Resolves when all its processes have gone. */
  close(): Promise<void>;
  /** Kills all its processes at once, as a power cut does. */
  kill(): Promise<void>;
}

let place: ElectronPlace | null = null;

/** Where the window is shown, said once on stderr: in a Chromium without a browser around it, if there is one. */
export function windowPlace(): ElectronPlace {
  if (!place) {
    const headless = findChromium(process.env, HEADLESS_NAMES);
    if (headless) process.env['CHROMIUM_PATH'] = headless;
    place = electronPlace();
    process.stderr.write(`${describePlace(place)}\n`);
  }
  return place;
}

/** Starts the application and waits for its page. */
export async function launchLectern(folders: TestFolders, options: LaunchOptions = {}): Promise<Lectern> {
  const app = await startApp(folders, options);
  const rows: string[] = [];
  for (const stream of [app.process().stdout, app.process().stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => rows.push(text));
  }
  const page = await app.firstWindow();
  await page.waitForLoadState();
  return {
    app,
    page,
    folders,
    output: () => rows.join(''),
    log() {
      const path = join(folders.home, 'logs', 'lectern.log');
      return existsSync(path) ? readFileSync(path, 'utf8') : '';
    },
    async close() {
      await answerMessageBox(app, STOP);
      await app.close();
      await untilNoneNames(folders.root);
    },
    async kill() {
      const { pid } = app.process();
      if (pid !== undefined) await killTree(pid);
      await untilNoneNames(folders.root);
    },
  };
}

/** The executable of the folder that LECTERN_PACKED names, as `npm run pack` makes it; null: what was built is started. */
function packedExecutable(): string | null {
  const folder = process.env['LECTERN_PACKED'];
  return folder ? join(resolve(root, folder), 'lectern-window') : null;
}

/** How a person would start it: the executable and its arguments. */
export function startCommand(folders: TestFolders, more: readonly string[]): readonly [string, readonly string[]] {
  const own = [`--user-data-dir=${folders.userData}`, ...more];
  const packed = packedExecutable();
  return packed === null ? [windowPlace().executablePath, [root, '--no-sandbox', ...own]] : [packed, own];
}

/** Playwright looks up Electron's package, which looks here; a packaged application it starts as it is. */
async function startApp(folders: TestFolders, options: LaunchOptions): Promise<ElectronApplication> {
  const where = windowPlace();
  const executablePath = packedExecutable();
  if (where.kind === 'chromium-host') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = where.distPath;
  return _electron.launch({
    ...(executablePath === null ? {} : { executablePath }),
    args: [
      ...(executablePath === null ? [root] : []),
      `--user-data-dir=${folders.userData}`,
      ...(options.arguments ?? []),
    ],
    env: environmentOf(folders, {
      LECTERN_LANGUAGE: process.env['LECTERN_LANGUAGE'],
      LECTERN_HOST_LATE_MS: process.env['LECTERN_HOST_LATE_MS'],
      ...options.environment,
    }),
  });
}

/**
 * The environment that starts an application with a full Chromium browser, even where the other tests have one without
 * the browser: that one never asks the user for anything, and has no microphone.
 */
export const wholeBrowser = (): NodeJS.ProcessEnv => ({
  CHROMIUM_PATH: findChromium({ PATH: process.env['PATH'] }) ?? process.env['CHROMIUM_PATH'],
});

/** Answers the application's next questions with the button of this number. */
export const answerMessageBox = (app: ElectronApplication, button: number): Promise<void> =>
  app.evaluate(({ dialog }, response) => {
    dialog.showMessageBox = async () => ({ response, checkboxChecked: false });
  }, button);

/** Answers the system's dialogs for files and folders; null calls them off. */
export const answerOpenDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
  }, path);

/** The buttons of the question before a window is closed while a run is on. */
export const BACKGROUND = 0;
export const STOP = 1;
export const CANCEL = 2;

/** Chooses an item of the application menu, by the command's id. */
export const chooseCommand = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, command) => {
    Menu.getApplicationMenu()?.getMenuItemById(command)?.click();
  }, id);
