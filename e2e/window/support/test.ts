// What every spec is given: folders of its own, and windows that are gone when it ends.
import { test as base, expect } from '@playwright/test';
import { makeFolders, type TestFolders } from './folders.ts';
import { settleIn, setUpLocalService } from './home.ts';
import type { LaunchOptions } from './launch.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { type LecternWindow, openWindow } from './window.ts';

interface Options {
  /** What the local service speaks with: `silent`, which costs nothing, unless what is spoken is to be heard. */
  readonly speech: 'silent' | 'espeak';
}

interface Fixtures {
  readonly folders: TestFolders;
  /** Starts the application. What still runs at the end is killed; what a page said in error fails the spec. */
  readonly open: (options?: LaunchOptions) => Promise<LecternWindow>;
  /** The local service, set up as the one in use, in a home that is settled in. */
  readonly service: LocalService;
}

export const test = base.extend<Fixtures & Options>({
  speech: ['silent', { option: true }],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs from this pattern
  async folders({}, use) {
    const folders = makeFolders();
    await use(folders);
    folders.remove();
  },
  async open({ folders }, use) {
    const windows: LecternWindow[] = [];
    await use(async (options) => {
      const window = await openWindow(folders, options);
      windows.push(window);
      return window;
    });
    for (const { lectern, pid } of windows) if (isRunning(pid)) await lectern.kill();
    expect(windows.flatMap(({ faults }) => faults)).toEqual([]);
  },
  async service({ folders, speech }, use) {
    await settleIn(folders);
    const service = await startLocalService(folders, speech);
    await setUpLocalService(folders);
    await use(service);
    await service.stop();
  },
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export { expect };
