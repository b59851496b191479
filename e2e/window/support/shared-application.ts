// Shares one application between specs: each worker starts Chromium, the main process and the local service once.
// Between specs, the home is emptied, the studio restarted and the page reloaded.
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

/** The local service's folder in the home. It is kept between specs. */
const SERVICE_FOLDER = 'service';

export class SharedApplication {
  #folders: TestFolders | null = null;
  #service: LocalService | null = null;
  #speech: 'silent' | 'espeak' = 'silent';
  #window: LecternWindow | null = null;
  #size: Size = { width: 0, height: 0 };

  /** Prepares the folders for the next spec. Nothing of the previous one remains. */
  async folders(): Promise<TestFolders> {
    if (this.#window) await pauseWindow(this.#window);
    this.#folders ??= makeFolders();
    const { home, documents, scratch } = this.#folders;
    for (const folder of [home, documents, scratch]) emptyFolder(folder);
    await prepareHome(this.#folders);
    return { ...this.#folders, remove() {} };
  }

  /** Returns the local service. Restarts it if the speech setting changes. */
  async service(folders: TestFolders, speech: 'silent' | 'espeak'): Promise<LocalService> {
    if (this.#service && this.#speech !== speech) await this.#service.stop();
    if (this.#speech !== speech) this.#service = null;
    this.#service ??= await startLocalService(folders, speech);
    this.#speech = speech;
    return this.#service;
  }

  /** Returns a window in the state of a fresh start with the current home. */
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
    // Do what starting the application a second time does.
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

/** Closes the project and pauses the studio, so that pending writes don't end up in the next spec's home. */
async function pauseWindow({ page, pid }: LecternWindow): Promise<void> {
  await request(page, 'project.close', {});
  for (const studio of studioPids(pid)) process.kill(studio, 'SIGSTOP');
}

/** Restarts the studio and reloads the page, which undoes all changes of the previous spec. */
async function renewWindow({ lectern, page, app, pid }: LecternWindow, size: Size): Promise<LecternWindow> {
  await restoreFunctions(app);
  // Listen before killing anything, or the event could be missed.
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

/** Saves functions that specs replace, to restore them later. Also makes the studio restart without its usual delay. */
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
