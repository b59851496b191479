import type { TestFolders } from '../support/folders.ts';
import type { LaunchOptions } from '../support/launch.ts';
import { type LecternWindow, openWindow } from '../support/window.ts';
import type { Camera } from './camera.ts';

export interface Shooting {
  readonly camera: Camera;
  /** New folders for each set. */
  readonly folders: TestFolders;
}

/** A set of screenshots: puts a window into various states and photographs them. */
export type ShotSet = (context: Shooting) => Promise<void>;

/** Opens a window, and ends all its processes even if `use` fails. */
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
