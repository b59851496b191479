// Chooses the program that shows the UI: Electron or, if Electron's binary isn't available, the Chromium host.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findChromium } from '@lectern/chromium-host';
import { root } from './steps.ts';

export type WindowHost =
  | { readonly kind: 'electron'; readonly executablePath: string }
  | {
      readonly kind: 'chromium-host';
      readonly executablePath: string;
      /** The value of ELECTRON_OVERRIDE_DIST_PATH. Playwright and Electron's own command use this variable. */
      readonly distPath: string;
      readonly chromiumPath: string;
    };

/** Thrown if neither Electron nor Chromium is available. The message is a single line that says what to install. */
export class NoWindowError extends Error {}

const DOWNLOAD_LIMIT_MS = 60_000;
const RETRY_AFTER_MS = 24 * 3600 * 1000;
const FAILED_FILE = join(root, 'node_modules', '.cache', 'lectern', 'electron-download-failed');
const HOST = join(root, 'packages', 'chromium-host');

/** Returns the path of Electron's executable in node_modules, or null if Electron hasn't been downloaded. */
function installedElectron(): string | null {
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8'));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

function hasFailedToday(): boolean {
  try {
    return Date.now() - statSync(FAILED_FILE).mtimeMs < RETRY_AFTER_MS;
  } catch {
    return false;
  }
}

/** Runs Electron's download script. If it fails, it isn't run again for a day. */
function downloadElectron(): string | null {
  if (process.env['ELECTRON_SKIP_BINARY_DOWNLOAD'] || hasFailedToday()) return null;
  const installer = createRequire(import.meta.url).resolve('electron/install.js');
  spawnSync(process.execPath, [installer], { stdio: 'ignore', timeout: DOWNLOAD_LIMIT_MS, killSignal: 'SIGKILL' });
  const path = installedElectron();
  if (!path) {
    mkdirSync(dirname(FAILED_FILE), { recursive: true });
    writeFileSync(FAILED_FILE, '');
  }
  return path;
}

/**
 * Chooses the program that shows the UI. LECTERN_WINDOW=electron or chromium-host forces a choice.
 * @throws NoWindowError if no program is available
 */
export function chooseWindowHost(): WindowHost {
  const wanted = process.env['LECTERN_WINDOW'];
  const electron = wanted === 'chromium-host' ? null : (installedElectron() ?? downloadElectron());
  if (electron) return { kind: 'electron', executablePath: electron };
  const chromiumPath = wanted === 'electron' ? null : findChromium();
  if (chromiumPath) {
    return { kind: 'chromium-host', executablePath: join(HOST, 'electron'), distPath: HOST, chromiumPath };
  }
  throw new NoWindowError(
    "Electron's binary can't be had here and there is no Chromium: install Chromium " +
      '(on Debian: "apt-get install chromium"), or run "npx install-electron" where GitHub can be reached.',
  );
}

/** Describes the choice in a single line, to be printed on stderr. */
export const describeHost = (host: WindowHost): string =>
  host.kind === 'electron'
    ? `Using Electron (${host.executablePath})`
    : `Electron's binary can't be had here; using Chromium (${host.chromiumPath})`;
