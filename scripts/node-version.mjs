// Plain JavaScript that any Node since 18 can read: it decides whether this Node can run Lectern at all.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs Lectern: it strips types by itself and has node:sqlite. */
export const OLDEST_NODE = '24.12.0';

const parts = (version) => version.split('.').map(Number);

/** Whether a version (such as '24.21.0') is at least the oldest one that runs Lectern. */
export function isNewEnough(version, oldest = OLDEST_NODE) {
  const [have, need] = [parts(version), parts(oldest)];
  for (let i = 0; i < 3; i += 1) {
    if (have[i] !== need[i]) return have[i] > need[i];
  }
  return true;
}

/** The path of the Node that the `node` package brought, or null where its install script did not run. */
export function bundledNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = fileURLToPath(new URL(`../node_modules/node/bin/${file}`, import.meta.url));
  return existsSync(path) ? path : null;
}

/** What a person is told when no Node here is new enough. */
export function tooOldMessage(version) {
  return (
    `Lectern needs Node ${OLDEST_NODE} or newer, and this is Node ${version}. ` +
    'Run "npm ci" without --ignore-scripts (it installs Node 24 into this folder), or install a newer Node.'
  );
}
