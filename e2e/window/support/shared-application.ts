// One application for many specs: Chromium, the main process and the local service are started once for each worker. Between
// two specs the home is emptied, the studio is started again on what the next one puts there, and the page is loaded again.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { INITIAL_VIEW } from '../../../shared/ipc/view-preferences.ts';
import { makeFolders, type TestFolders } from './folders.ts';
import { settleIn } from './home.ts';
import { keepSound } from './kept-sound.ts';
import type { LaunchOptions } from './launch.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { childrenOf } from './process-tree.ts';
import { type LecternWindow, openWindow, windowOf } from './window.ts';

/** Where the local service keeps its own, in a home: it goes on from spec to spec. */
const SERVICE_FOLDER = 'service';

export class SharedApplication {
  #folders: TestFolders | null = null;
  #service: LocalService | null = null;
  #speech: 'silent' | 'espeak' = 'silent';
  #window: LecternWindow | null = null;
  #size: Size = { width: 0, height: 0 };

  /** The folders for the next spec, in which nothing is left of the one before; someone has settled in. */
  async folders(): Promise<TestFolders> {
    if (this.#window) await rest(this.#window);
    this.#folders ??= makeFolders();
    const { home, documents, scratch } = this.#folders;
    for (const folder of [home, documents, scratch]) empty(folder);
    await settleIn(this.#folders);
    return { ...this.#folders, remove() {} };
  }

  /** The local service, another one where it speaks with something else. */
  async service(folders: TestFolders, speech: 'silent' | 'espeak'): Promise<LocalService> {
    if (this.#service && this.#speech !== speech) await this.#service.stop();
    if (this.#speech !== speech) this.#service = null;
    this.#service ??= await startLocalService(folders, speech);
    this.#speech = speech;
    return this.#service;
  }

  /** A window as it is after a start, on what is in the home now. */
  async open(folders: TestFolders, options: LaunchOptions = {}): Promise<LecternWindow> {
    if (options.environment) throw new Error('An application in another environment is one of its own.');
    if (!this.#window) {
      this.#window = await openWindow(folders, options);
      await keepOwn(this.#window.app);
      this.#size = await sizeOf(this.#window.page);
      return this.#window;
    }
    this.#window = await renewed(this.#window, this.#size);
    const [project = null] = options.arguments ?? [];
    // As a second start names it.
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

function empty(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (name !== SERVICE_FOLDER) rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Asks the application for something, as its page does. */
const request = (page: Page, channel: string, input: object): Promise<unknown> =>
  page.evaluate(([name, what]) => window.lectern.request(name, what), [channel, input] as const);

/** Closes the project, and holds the studio: what it has still to write must not come into the home of the next spec. */
async function rest({ page, pid }: LecternWindow): Promise<void> {
  await request(page, 'project.close', {});
  for (const studio of studiosOf(pid)) process.kill(studio, 'SIGSTOP');
}

/** The same application with another studio and another page, and nothing of what a spec had set. */
async function renewed({ lectern, page, app, pid }: LecternWindow, size: Size): Promise<LecternWindow> {
  await restoreOwn(app);
  // The page listens before anything is killed, or it could miss the event.
  const restarted = await page.evaluateHandle(() => ({
    event: new Promise<void>((resolve) => window.lectern.on('studio-restarted', () => resolve())),
  }));
  for (const studio of studiosOf(pid)) process.kill(studio, 'SIGKILL');
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
  await keepSound(page);
  return fresh;
}

const studiosOf = (pid: number): number[] =>
  [...childrenOf(pid)].filter(([, commandLine]) => commandLine.includes('electron-studio-main')).map(([id]) => id);

/**
 * Keeps what specs put others in the place of, to be put back; and has a studio that is ended for the next spec started at
 * once, however many were before it.
 */
const keepOwn = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ dialog }) => {
    const { showMessageBox, showOpenDialog, showSaveDialog } = dialog;
    Reflect.set(globalThis, 'ownDialogs', { showMessageBox, showOpenDialog, showSaveDialog });
    const later = globalThis.setTimeout;
    const RESTART_WAITS = [500, 2_000, 10_000, 30_000];
    Reflect.set(globalThis, 'setTimeout', (callback: () => void, wait: number, ...rest: unknown[]) =>
      Reflect.apply(later, globalThis, [callback, RESTART_WAITS.includes(wait) ? 0 : wait, ...rest]),
    );
  });

const restoreOwn = (app: ElectronApplication): Promise<void> =>
  app.evaluate(({ dialog }) => void Object.assign(dialog, Reflect.get(globalThis, 'ownDialogs')));
