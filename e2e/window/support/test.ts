// What every spec is given: folders of its own, and windows that are gone when it ends.
import { test as base, expect, type TestInfo } from '@playwright/test';
import { makeFolders, type TestFolders } from './folders.ts';
import { settleIn, setUpLocalService } from './home.ts';
import type { LaunchOptions } from './launch.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { SharedApplication } from './shared-application.ts';
import { type LecternWindow, openWindow } from './window.ts';

interface Options {
  /** What the local service speaks with: `silent`, which costs nothing, unless what is spoken is to be heard. */
  readonly speech: 'silent' | 'espeak';
  /**
   * `shared`: the application and the local service are those of the specs before, with nothing left of what they did. For
   * specs that open the application once, in the usual environment, end neither it nor the service, and ask the service
   * for nothing that stays with it.
   */
  readonly application: 'own' | 'shared';
}

interface Fixtures {
  readonly folders: TestFolders;
  /** Starts the application. What still runs at the end is killed; what a page said in error fails the spec. */
  readonly open: (options?: LaunchOptions) => Promise<LecternWindow>;
  /** The local service, set up as the one in use, in a home that is settled in. */
  readonly service: LocalService;
}

/** The tag of a spec that has an application of its own among others that share one. */
export const OWN = { tag: '@own-application' };

/** The tag of the specs that `npm test` runs: the main flow of each screen. `npm run test:all` runs every spec. */
export const MAIN_FLOW = { tag: '@main-flow' };
/** A main flow in an application of its own. */
export const OWN_MAIN_FLOW = { tag: [OWN.tag, MAIN_FLOW.tag] };

const isOwn = (application: Options['application'], { tags }: TestInfo) =>
  application === 'own' || tags.includes(OWN.tag);

export const test = base.extend<Fixtures & Options, { readonly sharing: SharedApplication }>({
  speech: ['silent', { option: true }],
  application: ['own', { option: true }],
  sharing: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads a fixture's needs from this pattern
    async ({}, use) => {
      const sharing = new SharedApplication();
      await use(sharing);
      await sharing.end();
    },
    { scope: 'worker' },
  ],
  async folders({ application, sharing }, use, info) {
    const folders = isOwn(application, info) ? makeFolders() : await sharing.folders();
    await use(folders);
    folders.remove();
  },
  async open({ folders, application, sharing }, use, info) {
    const windows: LecternWindow[] = [];
    const own = isOwn(application, info);
    await use(async (options) => {
      if (!own && windows.length > 0) throw new Error('A shared application is opened once.');
      const window = await (own ? openWindow(folders, options) : sharing.open(folders, options));
      windows.push(window);
      return window;
    });
    if (own) for (const { lectern, pid } of windows) if (isRunning(pid)) await lectern.kill();
    expect(windows.flatMap(({ faults }) => faults)).toEqual([]);
  },
  async service({ folders, speech, application, sharing }, use, info) {
    const own = isOwn(application, info);
    await settleIn(folders);
    const service = await (own ? startLocalService(folders, speech) : sharing.service(folders, speech));
    await setUpLocalService(folders);
    await use(service);
    if (own) await service.stop();
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
