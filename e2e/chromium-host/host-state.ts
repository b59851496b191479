import type { ChromiumProcess } from './chromium/chromium-process.ts';
import type { LoopbackServer } from './chromium/loopback-server.ts';

/** The application that the host runs. */
export interface Application {
  readonly folder: string;
  /** Its main module, an absolute path. */
  readonly entry: string;
  readonly name: string;
  readonly version: string;
  /** Whether it was found beside the executable, as a packaged application is. */
  readonly isPackaged: boolean;
}

export interface Host {
  readonly application: Application;
  readonly chromium: ChromiumProcess;
  readonly server: LoopbackServer;
  /** The switches of the command line, and those the application appended. */
  readonly switches: Map<string, string>;
}

/** The Node that the host runs on; `process.execPath` is what the application may start again. */
export const nodePath = process.execPath;

let current: Host | null = null;

/** Told once, before the application and Electron's interface are loaded. */
export function setHost(host: Host): void {
  current = host;
}

export function host(): Host {
  if (!current) throw new Error('The Chromium host has not started');
  return current;
}

/** One line on stderr, for the user who runs the host. */
export const tell = (message: string): void => {
  process.stderr.write(`[chromium-host] ${message}\n`);
};
