// Chooses between a program's bundle and its source. This file is plain JavaScript that runs on any version of Node
// since 18.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the bundle in out/ if none of its inputs has changed, because the bundle starts three times as fast.
 * Otherwise returns the source.
 * @param {string} root the project's folder
 * @param {string} bundle the bundle's name in out/
 * @param {string} source the source's path within the project
 * @returns {string} the path to run
 */
export function builtEntry(root, bundle, source) {
  try {
    const record = join(root, 'out', '.build', 'main.json');
    const builtAt = statSync(record).mtimeMs;
    const isOlder = (file) => statSync(join(root, file)).mtimeMs <= builtAt;
    const { inputs, outputs } = JSON.parse(readFileSync(record, 'utf8'));
    const files = [...Object.keys(inputs), ...outputs.map((output) => join('out', output))];
    if (outputs.includes(bundle) && files.every(isOlder)) return join(root, 'out', bundle);
  } catch {
    // The bundle is missing or incomplete.
  }
  return join(root, source);
}
