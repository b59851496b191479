import { homedir } from 'node:os';
import { sep } from 'node:path';

/** A path as it is shown: the user's own folder, which names the user, is `~`. */
export function withoutHome(path: string, home: string = homedir()): string {
  if (home === '' || home === sep) return path;
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
