// Runs an application that all tests in a file attack. After each test, checks that the application is unaffected.
import { expect, type Page, test } from '@playwright/test';
import { makeFolders } from './folders.ts';
import { type HostileSite, startHostileSite } from './hostile-site.ts';
import { fullBrowserEnvironment, type Lectern, launchLectern } from './launch.ts';

export interface UnderAttack {
  readonly lectern: Lectern;
  readonly page: Page;
  readonly site: HostileSite;
}

/** Call this at the top of a spec file. The returned function returns the running application. */
export function attackLectern(): () => UnderAttack {
  let attacked: UnderAttack | null = null;
  const current = (): UnderAttack => {
    if (!attacked) throw new Error('the application was not started');
    return attacked;
  };
  test.beforeAll(async () => {
    const site = await startHostileSite();
    const lectern = await launchLectern(makeFolders(), { environment: fullBrowserEnvironment() });
    attacked = { lectern, site, page: lectern.page };
  });
  test.afterAll(async () => {
    const { lectern, site } = current();
    await lectern.close();
    await site.stop();
    lectern.folders.remove();
  });
  // Check that no foreign script has run and that the hostile site has received no request. The application must still
  // have only one window, with the same page.
  test.afterEach(async () => {
    const { lectern, page, site } = current();
    // Retry, because the call fails while the page is being reloaded.
    await expect(async () => {
      expect(await page.evaluate(() => window.hijacked)).toBeUndefined();
    }).toPass({ timeout: 10_000 });
    expect(site.asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/index.html');
    expect(lectern.app.windows()).toHaveLength(1);
  });
  return current;
}
