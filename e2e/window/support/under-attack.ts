// Runs an application that all tests of a file attack, and checks after each that it is unaffected.
import { expect, type Page, test } from '@playwright/test';
import { makeFolders } from './folders.ts';
import { type HostileSite, startHostileSite } from './hostile-site.ts';
import { type Lectern, launchLectern, wholeBrowser } from './launch.ts';

export interface UnderAttack {
  readonly lectern: Lectern;
  readonly page: Page;
  readonly site: HostileSite;
}

/** Call this at the top of a spec file. The returned function gives the current application. */
export function attackLectern(): () => UnderAttack {
  let attacked: UnderAttack | null = null;
  const current = (): UnderAttack => {
    if (!attacked) throw new Error('the application was not started');
    return attacked;
  };
  test.beforeAll(async () => {
    const site = await startHostileSite();
    const lectern = await launchLectern(makeFolders(), { environment: wholeBrowser() });
    attacked = { lectern, site, page: lectern.page };
  });
  test.afterAll(async () => {
    const { lectern, site } = current();
    await lectern.close();
    await site.stop();
    lectern.folders.remove();
  });
  // Check that no foreign script ran, the hostile site got no request, the page is the same, and there is only one
  // window.
  test.afterEach(async () => {
    const { lectern, page, site } = current();
    // Retry, because the call fails while the page navigates to itself.
    await expect(async () => {
      expect(await page.evaluate(() => window.hijacked)).toBeUndefined();
    }).toPass({ timeout: 10_000 });
    expect(site.asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/index.html');
    expect(lectern.app.windows()).toHaveLength(1);
  });
  return current;
}
