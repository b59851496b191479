import type { TestFolders } from '../support/folders.ts';
import type { LaunchOptions } from '../support/launch.ts';
import { type LecternWindow, openWindow } from '../support/window.ts';
import type { Camera } from './camera.ts';

export interface ShotContext {
  readonly camera: Camera;
  /** Folders that are created for this set. */
  readonly folders: TestFolders;
}

/** A set of screenshots: puts a window into various states and takes screenshots of each. */
export type ShotSet = (context: ShotContext) => Promise<void>;

/** Opens a window, and ends all of its processes afterwards, even if `use` fails. */
export async function withWindow(
  folders: TestFolders,
  use: (window: LecternWindow) => Promise<void>,
  options: LaunchOptions = {},
): Promise<void> {
  const window = await openWindow(folders, options);
  try {
    await use(window);
    for (const fault of window.faults) process.stderr.write(`the page said: ${fault}\n`);
  } finally {
    await window.lectern.kill();
  }
}
