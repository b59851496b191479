import { writeFileSync } from 'node:fs';
import { type Disk, folderDisk } from '../files/disk.ts';

/** At its n-th change, the process dies, or the drive is full from then on. */
export type Failure = 'killed-before' | 'killed-after' | 'full';

export class Killed extends Error {}

export function failingDisk(
  folder: string,
  failAt: number,
  failure: Failure,
): Disk & { readonly hasFailed: () => boolean } {
  const disk = folderDisk(folder);
  let changes = 0;
  const isDead = (): boolean => failure !== 'full' && changes >= failAt;
  const read = <A extends unknown[], T>(call: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      if (isDead()) throw new Killed();
      return call(...args);
    };
  };
  const change = <A extends unknown[]>(call: (...args: A) => Promise<void>, needsRoom: boolean) => {
    return async (...args: A): Promise<void> => {
      if (isDead()) throw new Killed();
      changes += 1;
      if (changes < failAt) return call(...args);
      if (failure === 'full') {
        if (!needsRoom) return call(...args);
        // Some of the content may be written anyway.
        if (typeof args[0] === 'string') writeFileSync(args[0], 'ha', { flag: 'a' });
        throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
      }
      if (failure === 'killed-after') await call(...args);
      else if (needsRoom && typeof args[0] === 'string') writeFileSync(args[0], 'ha', { flag: 'a' });
      throw new Killed();
    };
  };
  return {
    hasFailed: () => changes >= failAt,
    lock: disk.lock,
    stat: read(disk.stat),
    list: read(disk.list),
    read: read(disk.read),
    readAt: read(disk.readAt),
    withFile: (path, use) => read(() => disk.withFile(path, use))(),
    hash: read(disk.hash),
    makeFolder: change(disk.makeFolder, false),
    writeNew: change(disk.writeNew, true),
    append: change(disk.append, true),
    link: change(disk.link, false),
    rename: change(disk.rename, false),
    remove: change(disk.remove, false),
    removeEmptyFolder: change(disk.removeEmptyFolder, false),
    flushFolder: read(disk.flushFolder),
  };
}
