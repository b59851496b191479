// Checks whether Lectern can run on this version of Node. This file is plain JavaScript that runs on any version since
// 18.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest supported version of Node, which has type stripping and node:sqlite. */
export const OLDEST_NODE = '24.12.0';

const parts = (version) => version.split('.').map(Number);

/** Returns whether a version, such as '24.21.0', is supported. */
export function isNewEnough(version, oldest = OLDEST_NODE) {
  const [have, need] = [parts(version), parts(oldest)];
  for (let i = 0; i < 3; i += 1) {
    if (have[i] !== need[i]) return have[i] > need[i];
  }
  return true;
}

/** Returns the path of Node in the `node` package, or null if the package's install script hasn't run. */
export function bundledNode() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = fileURLToPath(new URL(`../node_modules/node/bin/${file}`, import.meta.url));
  return existsSync(path) ? path : null;
}

/** Returns the error message for a system that has no suitable version of Node. */
export function tooOldMessage(version) {
  return (
    `Lectern needs Node ${OLDEST_NODE} or newer, and this is Node ${version}. ` +
    'Run "npm ci" without --ignore-scripts (it installs Node 24 into this folder), or install a newer Node.'
  );
}
