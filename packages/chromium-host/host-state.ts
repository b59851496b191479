import type { ChromiumProcess } from './chromium/chromium-process.ts';
import type { LoopbackServer } from './chromium/loopback-server.ts';

export interface Application {
  readonly folder: string;
  /** Absolute path of its main module. */
  readonly entry: string;
  readonly name: string;
  readonly version: string;
  /** Whether it is packaged with the executable. */
  readonly isPackaged: boolean;
}

export interface Host {
  readonly application: Application;
  readonly chromium: ChromiumProcess;
  readonly server: LoopbackServer;
  /** Switches from the command line, and those that the application has appended. */
  readonly switches: Map<string, string>;
}

/**
 * The Node executable that runs the host. `process.execPath` names the executable that the application can launch
 * instead.
 */
export const nodePath = process.execPath;

let current: Host | null = null;

/** Call this once, before loading the application and Electron's API. */
export function setHost(host: Host): void {
  current = host;
}

export function host(): Host {
  if (!current) throw new Error('The Chromium host has not started');
  return current;
}

/** Prints a message to stderr. */
export const printError = (message: string): void => {
  process.stderr.write(`[chromium-host] ${message}\n`);
};
