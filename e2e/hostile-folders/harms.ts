// Random, reproducible manipulations of a folder, such as a malicious sender could make.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outside } from './outside.ts';
import type { ReceivedFolder } from './template.ts';

export interface RandomDraw {
  below(count: number): number;
  of<T>(items: readonly T[]): T;
}

export interface HarmContext extends ReceivedFolder {
  readonly outside: Outside;
  readonly draw: RandomDraw;
}

/** Manipulates the folder, and returns a description of the manipulation. */
export type Harm = (context: HarmContext) => string;

export function createDraw(random: () => number): RandomDraw {
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    of(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to draw from');
      return item;
    },
  };
}

/** Returns whether a path contains no links. An earlier manipulation might have made links that lead outside. */
export function isWithin({ folder }: ReceivedFolder, path: string): boolean {
  try {
    for (let above = dirname(path); above.length >= folder.length; above = dirname(above)) {
      const found = lstatSync(above, { throwIfNoEntry: false });
      if (found && !found.isDirectory()) return false;
    }
    return path.startsWith(folder);
  } catch {
    return false;
  }
}

/** Returns whether a path is a file that is only in the folder and small enough to be changed in place. */
export function isOwnFile(given: ReceivedFolder, path: string): boolean {
  if (!isWithin(given, path)) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.nlink === 1 && found.size < 2 ** 30;
}
