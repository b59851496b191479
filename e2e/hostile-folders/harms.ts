// What a stranger may have done to a folder before it was received. Each harm is drawn by chance and can be had again.
import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outside } from './outside.ts';
import type { Given } from './template.ts';

/** Draws by a seed. */
export interface Draw {
  below(count: number): number;
  of<T>(things: readonly T[]): T;
}

export interface Harmed extends Given {
  readonly outside: Outside;
  readonly draw: Draw;
}

/** @returns what was done, in words */
export type Harm = (harmed: Harmed) => string;

export function drawBy(chance: () => number): Draw {
  const below = (count: number): number => Math.floor(chance() * count);
  return {
    below,
    of(things) {
      const thing = things[below(things.length)];
      if (thing === undefined) throw new Error('there is nothing to draw from');
      return thing;
    },
  };
}

/** Whether a path leads through true folders only: another harm must not reach outside by the links of the one before. */
export function isWithin({ folder }: Given, path: string): boolean {
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

/** Whether a file of the folder's own stands there, which a harm may change in its place. */
export function isOwnFile(given: Given, path: string): boolean {
  if (!isWithin(given, path)) return false;
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.nlink === 1 && found.size < 2 ** 30;
}
