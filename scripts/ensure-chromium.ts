import { spawnSync } from 'node:child_process';
import { findChromium } from '@lectern/chromium-host';

const ADVICE = 'install Chromium (on Debian: "apt-get install chromium") or set CHROMIUM_PATH to its executable';

/** Runs apt-get. Returns an error message, or null on success. */
function aptGet(...args: string[]): string | null {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', args, { env: environment, encoding: 'utf8' });
  return status === 0 ? null : `"apt-get ${args[0]}" failed (${stderr.trim().split('\n').at(-1) ?? ''})`;
}

const aptInstall = (...packages: string[]): string | null =>
  aptGet('install', '--yes', '--no-install-recommends', ...packages);

/**
 * Returns the path of a Chromium for window tests. If Chromium is missing and this script runs as root on Debian,
 * installs it together with the headless shell, in which most specs run faster.
 * @throws Error with a sentence on what to install
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !hasApt) throw new Error(`The tests of the window need a browser: ${ADVICE}.`);
  process.stderr.write('Installing Chromium with apt-get…\n');
  // Not every Debian release has a package for the headless shell.
  const failure = aptGet('update') ?? (aptInstall('chromium', 'chromium-headless-shell') && aptInstall('chromium'));
  if (failure) throw new Error(`${failure}: ${ADVICE}.`);
  const installed = findChromium();
  if (!installed) throw new Error(`apt-get left no Chromium on PATH: ${ADVICE}.`);
  return installed;
}
