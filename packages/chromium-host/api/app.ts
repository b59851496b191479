import type Electron from 'electron';
import { host, printError } from '../host-state.ts';
import { strict, strictEmitter } from '../strict.ts';
import { AppPaths } from './app-paths.ts';
import { createHostEvent, emitPreventable } from './events.ts';
import { openWindows } from './open-windows.ts';
import { SingleInstance } from './single-instance.ts';

type AppPart = Pick<
  Electron.App,
  | 'whenReady'
  | 'isReady'
  | 'quit'
  | 'exit'
  | 'requestSingleInstanceLock'
  | 'releaseSingleInstanceLock'
  | 'getPath'
  | 'setPath'
  | 'getName'
  | 'setName'
  | 'getVersion'
  | 'getAppPath'
  | 'getLocale'
  | 'getPreferredSystemLanguages'
  | 'isPackaged'
  | 'setAppUserModelId'
  | 'setBadgeCount'
  | 'getBadgeCount'
  | 'enableSandbox'
>;

const EVENTS = [
  'ready',
  'before-quit',
  'will-quit',
  'quit',
  'window-all-closed',
  'second-instance',
  'activate',
  'open-file',
  'web-contents-created',
  'browser-window-created',
];

/** Chromium is already starting when the application loads, so no further switches can be added. */
const commandLine = {
  appendSwitch(name: string, value = ''): void {
    const { switches, chromium } = host();
    switches.set(name, value);
    const known = chromium.switches.get(name);
    if (known === undefined || !known.split(',').includes(value)) throw new Error(lateSwitchMessage(name));
  },
  hasSwitch: (name: string): boolean => host().switches.has(name),
  getSwitchValue: (name: string): string => host().switches.get(name) ?? '',
} satisfies Pick<Electron.CommandLine, 'appendSwitch' | 'hasSwitch' | 'getSwitchValue'>;

const lateSwitchMessage = (name: string): string =>
  `app.commandLine.appendSwitch('${name}') is not part of the Chromium host: give --${name} on its command line`;

class App extends strictEmitter('app', EVENTS) implements AppPart {
  readonly commandLine = strict('app.commandLine', commandLine);
  readonly isPackaged = host().application.isPackaged;
  readonly #ready = Promise.withResolvers<void>();
  readonly #instance = new SingleInstance();
  readonly #paths = new AppPaths(
    () => this.getName(),
    () => host().switches.get('user-data-dir'),
  );
  #name: string | null = null;
  #isReady = false;
  #isQuitting = false;
  #isExiting = false;
  #badgeCount = 0;

  get name(): string {
    return this.getName();
  }
  getName(): string {
    return this.#name ?? host().application.name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return host().application.version;
  }
  getAppPath(): string {
    return host().application.folder;
  }
  getLocale(): string {
    return 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    const { LC_ALL, LC_MESSAGES, LANG } = process.env;
    const [tag = ''] = ([LC_ALL, LC_MESSAGES, LANG].find(Boolean) ?? 'en_US').split('.');
    return [tag === 'C' || tag === 'POSIX' ? 'en-US' : tag.replaceAll('_', '-')];
  }
  getPath(name: string): string {
    return this.#paths.get(name);
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  isReady(): boolean {
    return this.#isReady;
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /**
   * Called by the host when Chromium responds. Emits the event before resolving the promise, because Playwright's
   * loader relies on this order.
   */
  markReady(): void {
    this.#isReady = true;
    this.emit('ready', createHostEvent({}), {});
    this.#ready.resolve();
  }

  /** Returns whether the application is exiting, in which case Chromium is expected to exit, too. */
  isExiting(): boolean {
    return this.#isExiting;
  }

  quit(): void {
    if (this.#isQuitting) return;
    this.#isQuitting = true;
    this.#isQuitting = this.#quit();
  }

  #quit(): boolean {
    if (!emitPreventable(this, 'before-quit')) return false;
    for (const window of openWindows.all()) if (!window.closeAsUser()) return false;
    if (!emitPreventable(this, 'will-quit')) return false;
    this.exit(0);
    return true;
  }

  handleAllWindowsClosed(): void {
    if (this.#isQuitting || this.#isExiting) return;
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed');
    else this.quit();
  }

  exit(code = 0): void {
    if (this.#isExiting) return;
    this.#isExiting = true;
    this.emit('quit', createHostEvent({}), code);
    this.#instance.release();
    void host()
      .chromium.stop()
      .finally(() => process.exit(code));
  }

  requestSingleInstanceLock(additionalData: Record<string, unknown> = {}): boolean {
    const told = { argv: process.argv, workingDirectory: process.cwd(), additionalData };
    return this.#instance.request(this.getPath('userData'), told, (second) => {
      this.emit('second-instance', createHostEvent({}), second.argv, second.workingDirectory, second.additionalData);
    });
  }
  releaseSingleInstanceLock(): void {
    this.#instance.release();
  }
  setBadgeCount(count = 0): boolean {
    this.#badgeCount = count;
    return true;
  }
  getBadgeCount(): number {
    return this.#badgeCount;
  }
  /** Has no effect, because the host sandboxes every window. */
  enableSandbox(): void {}
  /** Only has an effect on Windows, as in Electron. */
  setAppUserModelId(): void {}
}

export const app = new App();
openWindows.onAllClosed(() => app.handleAllWindowsClosed());

/** Ends the process if Chromium exits by itself. */
export function handleChromiumExit(): void {
  if (app.isExiting()) return;
  printError('Chromium has ended');
  process.exit(1);
}
