// Shares one application between specs: each worker starts Chromium, the main process and the local service only once.
// Between specs, the home is emptied, the studio is restarted and the page is reloaded.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { INITIAL_VIEW } from '../../../shared/ipc/view-preferences.ts';
import { makeFolders, type TestFolders } from './folders.ts';
import { prepareHome } from './home.ts';
import { keepAudioContexts } from './kept-audio-contexts.ts';
import type { LaunchOptions } from './launch.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { childrenOf } from './process-tree.ts';
import { type LecternWindow, openWindow, windowOf } from './window.ts';

/** The local service's folder in the home, which is kept between specs. */
const SERVICE_FOLDER = 'service';

export class SharedApplication {
  #folders: TestFolders | null = null;
  #service: LocalService | null = null;
  #speech: 'silent' | 'espeak' = 'silent';
  #window: LecternWindow | null = null;
  #size: Size = { width: 0, height: 0 };

  /** Empties and prepares the folders for the next spec. */
  async folders(): Promise<TestFolders> {
    if (this.#window) await pauseWindow(this.#window);
    this.#folders ??= makeFolders();
    const { home, documents, scratch } = this.#folders;
    for (const folder of [home, documents, scratch]) emptyFolder(folder);
    await prepareHome(this.#folders);
    return { ...this.#folders, remove() {} };
  }

  /** Returns the local service. Restarts it if it has a different speech setting. */
  async service(folders: TestFolders, speech: 'silent' | 'espeak'): Promise<LocalService> {
    if (this.#service && this.#speech !== speech) await this.#service.stop();
    if (this.#speech !== speech) this.#service = null;
    this.#service ??= await startLocalService(folders, speech);
    this.#speech = speech;
    return this.#service;
  }

  /** Returns a window in the same state as if the application had just been started with the current home. */
  async open(folders: TestFolders, options: LaunchOptions = {}): Promise<LecternWindow> {
    if (options.environment) throw new Error('An application in another environment is one of its own.');
    if (!this.#window) {
      this.#window = await openWindow(folders, options);
      await saveFunctions(this.#window.app);
      this.#size = await sizeOf(this.#window.page);
      return this.#window;
    }
    this.#window = await renewWindow(this.#window, this.#size);
    const [project = null] = options.arguments ?? [];
    // Open the project as if the application had been started again with the project as its argument.
    if (project !== null)
      await this.#window.app.evaluate(({ app }, path) => {
        app.emit('second-instance', {}, [], '', { project: path });
      }, project);
    return this.#window;
  }

  async end(): Promise<void> {
    await this.#window?.lectern.kill();
    await this.#service?.stop();
    this.#folders?.remove();
  }
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (page: Page): Promise<Size> => page.evaluate(() => ({ width: innerWidth, height: innerHeight }));

function emptyFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== SERVICE_FOLDER) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Sends a request to the application, as the page does. */
const request = (page: Page, channel: string, input: object): Promise<unknown> =>
  page.evaluate(([name, what]) => window.lectern.request(name, what), [channel, input] as const);

/** Closes the project and pauses the studio, so that the studio can't write to the next spec's home. */
async function pauseWindow({ page, pid }: LecternWindow): Promise<void> {
  await request(page, 'project.close', {});
  for (const studio of studioPids(pid)) process.kill(studio, 'SIGSTOP');
}

/**
 * Undoes all changes that the previous spec has made, by restarting the studio, resetting preferences and reloading the
 * page.
 */
async function renewWindow({ lectern, page, app, pid }: LecternWindow, size: Size): Promise<LecternWindow> {
  await restoreFunctions(app);
  // Listen before killing the studio, because the event could be missed otherwise.
  const restarted = await page.evaluateHandle(() => ({
    event: new Promise<void>((resolve) => window.lectern.on('studio-restarted', () => resolve())),
  }));
  for (const studio of studioPids(pid)) process.kill(studio, 'SIGKILL');
  await restarted.evaluate(({ event }) => event);
  await request(page, 'preferences.change', INITIAL_VIEW);
  await request(page, 'app.setTheme', { theme: 'light' });
  await request(page, 'app.setLanguage', { language: 'system' });
  await page.evaluate(() => window.history.replaceState(null, '', window.location.pathname));
  await request(page, 'app.setUnsaved', { unsaved: false });
  await page.mouse.move(0, 0);
  await page.emulateMedia({ forcedColors: null, reducedMotion: null });
  const { width, height } = await sizeOf(page);
  if (width !== size.width || height !== size.height) await page.setViewportSize(size);
  const fresh = await windowOf(lectern, page, { isNew: false });
  await page.reload();
  await keepAudioContexts(page);
  return fresh;
}

const studioPids = (pid: number): number[] =>
  [...childrenOf(pid)].filter(([, commandLine]) => commandLine.includes('electron-studio-main')).map(([id]) => id);

/**
 * Saves functions that specs replace, so that they can be restored. Also removes the delay before the studio restarts.
 */
const saveFunctions = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ dialog }) => {
    const { showMessageBox, showOpenDialog, showSaveDialog } = dialog;
    Reflect.set(globalThis, 'ownDialogs', { showMessageBox, showOpenDialog, showSaveDialog });
    const later = globalThis.setTimeout;
    const RESTART_WAITS = [500, 2_000, 10_000, 30_000];
    Reflect.set(globalThis, 'setTimeout', (callback: () => void, wait: number, ...rest: unknown[]) =>
      Reflect.apply(later, globalThis, [callback, RESTART_WAITS.includes(wait) ? 0 : wait, ...rest]),
    );
  });

const restoreFunctions = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ dialog }) => void Object.assign(dialog, Reflect.get(globalThis, 'ownDialogs')));
