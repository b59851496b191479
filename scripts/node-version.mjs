// Decides whether this Node can run Lectern. Plain JavaScript for any Node since 18.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest supported Node: it has type stripping and node:sqlite. */
export const OLDEST_NODE = '24.12.0';

const parts = (version) => version.split('.').map(Number);

/** Returns whether a version (such as '24.21.0') is at least the oldest supported one. */
export function isNewEnough(version, oldest = OLDEST_NODE) {
  const [have, need] = [parts(version), parts(oldest)];
  for (let i = 0; i < 3; i += 1) {
    if (have[i] !== need[i]) return have[i] > need[i];
  }
  return true;
}

/** Returns the path of the Node from the `node` package, or null if its install script didn't run. */
export function bundledNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = fileURLToPath(new URL(`../node_modules/node/bin/${file}`, import.meta.url));
  return existsSync(path) ? path : null;
}

/** Returns the error message for when no suitable Node is found. */
export function tooOldMessage(version) {
  return (
    `Lectern needs Node ${OLDEST_NODE} or newer, and this is Node ${version}. ` +
    'Run "npm ci" without --ignore-scripts (it installs Node 24 into this folder), or install a newer Node.'
  );
}
