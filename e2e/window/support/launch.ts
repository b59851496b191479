// Starts the built or packaged application with Electron or, if Electron's binary isn't available, with the Chromium
// host.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findChromium, HEADLESS_EXECUTABLE_NAMES } from '@lectern/chromium-host';
import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import { root } from '../../../scripts/steps.ts';
import { chooseWindowHost, describeHost, type WindowHost } from '../../../scripts/window-host.ts';
import { executableOf } from '../../support/packed-application.ts';
import { waitUntilUnused } from '../../support/running-processes.ts';
import { environmentOf, type TestFolders } from './folders.ts';
import { killTree } from './process-tree.ts';

export interface LaunchOptions {
  /** Arguments that are appended to the application's own, for example a project's folder. */
  readonly arguments?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Lectern {
  readonly app: ElectronApplication;
  readonly page: Page;
  readonly folders: TestFolders;
  output(): string;
  /** Returns the application's log so far. */
  log(): string;
  /** Quits as a user would, and stops any run. Resolves when all processes have ended. */
  close(): Promise<void>;
  /** Kills all processes at once, to simulate a power failure. */
  kill(): Promise<void>;
}

let place: WindowHost | null = null;

/** Returns the program that shows the window, preferably a headless shell. The first call prints it to stderr. */
export function windowHost(): WindowHost {
  if (!place) {
    const headless = findChromium(process.env, HEADLESS_EXECUTABLE_NAMES);
    if (headless) process.env['CHROMIUM_PATH'] = headless;
    place = chooseWindowHost();
    process.stderr.write(`${describeHost(place)}\n`);
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
      await waitUntilUnused(folders.root);
    },
    async kill() {
      const { pid } = app.process();
      if (pid !== undefined) await killTree(pid);
      await waitUntilUnused(folders.root);
    },
  };
}

/**
 * Returns the executable in the folder that LECTERN_PACKED names, which `npm run pack` has created. Returns null if the
 * variable isn't set, to start the built application.
 */
function packedProgram(): string | null {
  const folder = process.env['LECTERN_PACKED'];
  return folder ? join(resolve(root, folder), executableOf(process.platform)) : null;
}

/** Returns the executable and arguments that start the application as a user would. */
export function startCommand(folders: TestFolders, more: readonly string[]): readonly [string, readonly string[]] {
  const own = [`--user-data-dir=${folders.userData}`, ...more];
  const packed = packedProgram();
  return packed === null ? [windowHost().executablePath, [root, '--no-sandbox', ...own]] : [packed, own];
}

/**
 * Starts the application with Playwright. Playwright gets Electron's path from the `electron` package, which reads
 * `ELECTRON_OVERRIDE_DIST_PATH`. A packaged application is started directly.
 */
async function startApp(folders: TestFolders, options: LaunchOptions): Promise<ElectronApplication> {
  const where = windowHost();
  const executablePath = packedProgram();
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
 * Returns an environment that starts the regular Chromium, because the headless shell never prompts for permissions and
 * has no microphone.
 */
export const fullBrowserEnvironment = (): NodeJS.ProcessEnv => ({
  CHROMIUM_PATH: findChromium({ PATH: process.env['PATH'] }) ?? process.env['CHROMIUM_PATH'],
});

/** From now on, answers the application's message boxes with the button at this index. */
export const answerMessageBox = (app: ElectronApplication, button: number): Promise<void> =>
  app.evaluate(({ dialog }, response) => {
    dialog.showMessageBox = async () => ({ response, checkboxChecked: false });
  }, button);

/** From now on, answers the application's file and folder dialogs with a path; null cancels them. */
export const answerOpenDialog = (app: ElectronApplication, path: string | null): Promise<void> =>
  app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = async () => ({ canceled: chosen === null, filePaths: chosen === null ? [] : [chosen] });
  }, path);

/** Button indexes in the message box that appears when a window is closed during a run. */
export const BACKGROUND = 0;
export const STOP = 1;
export const CANCEL = 2;

/** Chooses an item from the application menu by its command ID. */
export const chooseCommand = (app: ElectronApplication, id: string): Promise<void> =>
  app.evaluate(({ Menu }, command) => {
    Menu.getApplicationMenu()?.getMenuItemById(command)?.click();
  }, id);
