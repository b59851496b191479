import { spawnSync } from 'node:child_process';
import { findChromium } from '../e2e/chromium-host/chromium/find-chromium.ts';

const ADVICE = 'install Chromium (on Debian: "apt-get install chromium") or set CHROMIUM_PATH to its executable';

/**
 * The path of a Chromium for the window's tests. Where there is none it is installed, which Debian's root can.
 * @throws Error with one sentence on what to install, where it can't be.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  if (found) return found;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !hasApt) throw new Error(`The tests of the window need a browser: ${ADVICE}.`);
  process.stderr.write('Installing Chromium with apt-get…\n');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '--yes', '--no-install-recommends', 'chromium']]) {
    const { status, stderr } = spawnSync('apt-get', args, { env: environment, encoding: 'utf8' });
    if (status !== 0) {
      const reason = stderr.trim().split('\n').at(-1) ?? '';
      throw new Error(`"apt-get ${args[0]}" failed (${reason}): ${ADVICE}.`);
    }
  }
  const installed = findChromium();
  if (!installed) throw new Error(`apt-get left no Chromium on PATH: ${ADVICE}.`);
  return installed;
}
