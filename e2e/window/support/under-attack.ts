// An application that is attacked by every test of a file, and must be as it was after each.
import { expect, type Page, test } from '@playwright/test';
import { makeFolders } from './folders.ts';
import { type HostileSite, startHostileSite } from './hostile-site.ts';
import { type Lectern, launchLectern, wholeBrowser } from './launch.ts';

export interface UnderAttack {
  readonly lectern: Lectern;
  readonly page: Page;
  readonly site: HostileSite;
}

/** To be called at the top of a file of specs; answers what says what is attacked. */
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
  // Whatever was tried: nothing foreign ran, the hostile site got no request, the page is the same, and it is alone.
  test.afterEach(async () => {
    const { lectern, page, site } = current();
    // A page that goes to itself takes the question with it: it is asked once more.
    await expect(async () => {
      expect(await page.evaluate(() => window.hijacked)).toBeUndefined();
    }).toPass({ timeout: 10_000 });
    expect(site.asked).toEqual([]);
    expect(new URL(page.url()).pathname).toBe('/index.html');
    expect(lectern.app.windows()).toHaveLength(1);
  });
  return current;
}
