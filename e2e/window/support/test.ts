// Fixtures for all specs: isolated folders, and windows that are closed after each test.
import { test as base, expect, type TestInfo } from '@playwright/test';
import { makeFolders, type TestFolders } from './folders.ts';
import { prepareHome, setUpLocalService } from './home.ts';
import type { LaunchOptions } from './launch.ts';
import { type LocalService, startLocalService } from './local-service.ts';
import { SharedApplication } from './shared-application.ts';
import { type LecternWindow, openWindow } from './window.ts';

interface Options {
  /** The local service's speech setting. `silent` is fastest, so use it unless the audio matters. */
  readonly speech: 'silent' | 'espeak';
  /**
   * `shared`: reuses the application and the local service from earlier specs, without their data. A spec can use this
   * if it opens the application only once, in the default environment. The spec must not quit the application or the
   * service, and must not leave data in the service.
   */
  readonly application: 'own' | 'shared';
}

interface Fixtures {
  readonly folders: TestFolders;
  /** Starts the application. If it is still running after the test, it is killed. Errors in the page fail the test. */
  readonly open: (options?: LaunchOptions) => Promise<LecternWindow>;
  /** The local service, set up as the current connection in a prepared home. */
  readonly service: LocalService;
}

/** Tags a spec that needs its own application, in a file whose other specs share one. */
export const OWN = { tag: '@own-application' };

/** Tags the specs that `npm test` runs. They cover the main flow of each screen. `npm run test:all` runs all specs. */
export const MAIN_FLOW = { tag: '@main-flow' };
export const OWN_MAIN_FLOW = { tag: [OWN.tag, MAIN_FLOW.tag] };

const isOwn = (application: Options['application'], { tags }: TestInfo) =>
  application === 'own' || tags.includes(OWN.tag);

export const test = base.extend<Fixtures & Options, { readonly sharing: SharedApplication }>({
  speech: ['silent', { option: true }],
  application: ['own', { option: true }],
  sharing: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from this pattern
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
    await prepareHome(folders);
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
