// Checks whether a folder can be created or written to before work is done and paid for, and formats folder names for
// display.
import { accessSync, constants, lstatSync, type Stats, statfsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, resolve, sep } from 'node:path';
import { errorCode } from '../../node/files/file-errors.ts';
import type { FolderProblem } from '../../shared/model/problems/machine-problem.ts';

export type { FolderProblem } from '../../shared/model/problems/machine-problem.ts';

/**
 * Checks whether files can be created in a folder, or the folder itself if it doesn't exist yet. Creates nothing and
 * can't detect a full disk. (Node's recursive `mkdir` reports ENOENT on a read-only drive, so its error can't be used.)
 * @returns null if there is no problem
 */
export function folderProblem(folder: string): FolderProblem | null {
  for (let path = resolve(folder); ; path = dirname(path)) {
    const there = entryAt(path);
    if (there === 'nothing' && dirname(path) !== path) continue;
    if (typeof there === 'object' && 'code' in there) return { kind: 'unusable', path, code: there.code };
    if (typeof there !== 'object' || !there.isDirectory()) return { kind: 'no-folder', path, code: 'ENOTDIR' };
    return refusal(path);
  }
}

function entryAt(path: string): Stats | 'nothing' | 'broken-link' | { readonly code: string } {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats) return stats;
    return lstatSync(path, { throwIfNoEntry: false }) ? 'broken-link' : 'nothing';
  } catch (error) {
    // An ancestor is a file. It is found while searching upwards for an existing folder.
    return codeOf(error) === 'ENOTDIR' ? 'nothing' : { code: codeOf(error) };
  }
}

// Linux magic numbers of virtual file systems that can't store files.
const NO_STORAGE: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
  0x62656570, // configfs
  0x27e0eb, // cgroup
  0x63677270, // cgroup2
  0x1cd1, // devpts
  0x19800202, // mqueue
  0xcafe4a11, // bpf
  0xf97cff8c, // selinuxfs
  0xde5e81e4, // efivarfs
  0x6165676c, // pstore
  0x42494e4d, // binfmt_misc
  0x65735543, // fusectl
]);

function refusal(path: string): FolderProblem | null {
  try {
    if (process.platform === 'linux' && NO_STORAGE.has(statfsSync(path).type)) {
      return { kind: 'no-storage', path, code: 'ENOTSUP' };
    }
    accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EROFS') return { kind: 'read-only', path, code };
    return { kind: code === 'EACCES' || code === 'EPERM' ? 'no-permission' : 'unusable', path, code };
  }
}

const codeOf = (error: unknown): string => errorCode(error) ?? 'UNKNOWN';

/** Returns a path for display. The home folder is shortened to `~`, because it contains the user's name. */
export function abbreviateHome(path: string, home: string = homedir()): string {
  if (home === '' || home === sep) return path;
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}
