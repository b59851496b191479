import { type ChildProcess, spawn } from 'node:child_process';
import { statfsSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { Devtools } from './devtools.ts';
import { createProfile, removeProfile, removeStaleProfiles } from './profile.ts';

const DEFAULT_SWITCHES: ReadonlyMap<string, string> = new Map([
  ['remote-debugging-pipe', ''],
  ['no-first-run', ''],
  ['no-default-browser-check', ''],
  ['no-service-autorun', ''],
  ['disable-background-networking', ''],
  ['disable-background-timer-throttling', ''],
  ['disable-backgrounding-occluded-windows', ''],
  ['disable-renderer-backgrounding', ''],
  ['disable-breakpad', ''],
  ['disable-component-update', ''],
  ['disable-default-apps', ''],
  ['disable-extensions', ''],
  ['disable-field-trial-config', ''],
  ['disable-hang-monitor', ''],
  ['disable-infobars', ''],
  ['disable-quic', ''],
  ['disable-search-engine-choice-screen', ''],
  ['disable-sync', ''],
  ['disable-features', 'HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,Translate'],
  ['autoplay-policy', 'no-user-gesture-required'],
  // Keep Chromium running when no window is open, because the application might keep running, too.
  ['keep-alive-for-test', ''],
  ['password-store', 'basic'],
  ['use-mock-keychain', ''],
]);

/** Returns whether windows are shown on a display. */
export const isHeaded = (): boolean => process.env['LECTERN_HOST_HEADED'] === '1';

/** Chromium's shared memory folder, and how many free bytes are always enough. */
const SHARED_MEMORY_FOLDER = '/dev/shm';
const MIN_SHARED_MEMORY = 512 * 2 ** 20;

/** Pages crash with too little shared memory; containers have 64 MiB by default. */
function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY_FOLDER);
    return bavail * bsize >= MIN_SHARED_MEMORY;
  } catch {
    return false;
  }
}

/** Switches of the host and Electron that must not reach Chromium. */
const HOST_ONLY_SWITCHES = new Set(['user-data-dir', 'no-sandbox']);

/** Returns Chromium's switches. @param port the loopback server's port, to which all `*.localhost` names are mapped */
export function chromiumSwitches(port: number, requested: ReadonlyMap<string, string>): Map<string, string> {
  const switches = new Map([...DEFAULT_SWITCHES, ['host-resolver-rules', `MAP *.localhost 127.0.0.1:${port}`]]);
  for (const [name, value] of requested) if (!HOST_ONLY_SWITCHES.has(name)) switches.set(name, value);
  if (!isHeaded()) {
    for (const [name, value] of [
      ['headless', 'new'],
      ['disable-gpu', ''],
      ['no-startup-window', ''],
      // Without a fake device, pages would get a "not found" error instead of the permission handlers' decision.
      ['use-fake-device-for-media-stream', ''],
    ] as const) {
      switches.set(name, value);
    }
  }
  if (!hasSharedMemory()) switches.set('disable-dev-shm-usage', '');
  // Chromium's sandbox doesn't work as root.
  if (requested.has('no-sandbox') || process.getuid?.() === 0) switches.set('no-sandbox', '');
  return switches;
}

/** A running Chromium, which is killed when this process exits. */
export class ChromiumProcess {
  readonly devtools: Devtools;
  readonly ended: Promise<void>;
  readonly switches: ReadonlyMap<string, string>;
  readonly profile = createProfile();
  readonly #path: string;
  readonly #process: ChildProcess;

  /** Starts Chromium. Commands wait until it responds. @param onLine receives each line of stderr */
  constructor(path: string, port: number, requested: ReadonlyMap<string, string>, onLine: (line: string) => void) {
    this.#path = path;
    this.switches = chromiumSwitches(port, requested);
    const first = isHeaded() ? [`--app=${windowAddress(port, 1)}`] : [];
    const child = spawn(path, [...this.#arguments(), ...first], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    });
    this.#process = child;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', (error) => {
        onLine(error.message);
        resolve();
      });
    });
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    });
    this.devtools = new Devtools(child.stdio[3] as Writable, child.stdio[4] as Readable);
    process.once('exit', () => {
      child.kill('SIGKILL');
      removeProfile(this.profile);
    });
    setImmediate(removeStaleProfiles);
  }

  #arguments(): string[] {
    const switches = [...this.switches].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`));
    return [...switches, `--user-data-dir=${this.profile}`];
  }

  /**
   * Opens another window on a display by starting Chromium again with the same profile. The new process hands the
   * address over to the running one and exits.
   */
  openWindow(address: string): void {
    const switches = this.#arguments().filter((argument) => !argument.startsWith('--remote-debugging'));
    spawn(this.#path, [...switches, `--app=${address}`], { stdio: 'ignore' });
  }

  /** Closes Chromium normally, or kills it after two seconds. */
  async stop(): Promise<void> {
    const limit = setTimeout(() => this.#process.kill('SIGKILL'), 2000);
    this.devtools.browser.send('Browser.close').catch(() => {});
    await this.ended;
    clearTimeout(limit);
  }
}

/** Returns the initial address of a window on a display: an empty page that identifies it. */
export const windowAddress = (port: number, windowNumber: number): string =>
  `http://127.0.0.1:${port}/window/${windowNumber}`;
