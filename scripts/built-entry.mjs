// Plain JavaScript that any Node since 18 can read: which form of a program is started, the bundle or its sources.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The bundle in out/, which starts in a third of the time, where nothing that went into it has changed since; else the source.
 *
 * @param {string} root the project's folder
 * @param {string} bundle its name in out/
 * @param {string} source its path within the project
 * @returns {string} a path
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
    // Something is missing, or half there.
  }
  return join(root, source);
}
