import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { processesUsing, waitUntilUnused } from '../../e2e/support/running-processes.ts';
import { type FixtureApi, launch, temporaryFolder } from './fixtures/launch.ts';

declare const api: FixtureApi;

describe('an application of the host', () => {
  it('can go on without a window and open another, and load a page again that crashed', async () => {
    const userData = temporaryFolder();
    const app = await launch(userData);
    onTestFinished(async () => {
      await app.close();
      rmSync(userData, { recursive: true, force: true });
    });
    await app.firstWindow();
    await app.evaluate(({ app: running, BrowserWindow }) => {
      running.removeAllListeners('window-all-closed');
      running.on('window-all-closed', () => {});
      BrowserWindow.getAllWindows()[0]?.destroy();
    });
    await expect.poll(() => app.windows().length).toBe(0);
    const heard = await app.evaluate(async ({ BrowserWindow }) => {
      const window = new BrowserWindow({ width: 300, height: 200 });
      const reason = new Promise((resolve) => {
        window.webContents.once('render-process-gone', (_event, details) => resolve(details.reason));
      });
      await window.loadURL('fixture://app/index.html');
      window.webContents.forcefullyCrashRenderer();
      const told = await reason;
      const loaded = new Promise((resolve) => window.webContents.once('did-finish-load', () => resolve('loaded')));
      window.webContents.reload();
      return [told, await loaded, await window.webContents.executeJavaScript('document.title')];
    });
    expect(heard).toEqual(['crashed', 'loaded', 'Fixture']);
  });
});

describe('a host that is killed', () => {
  it('takes Chromium and its utility processes with it, and leaves the lock to the next', async () => {
    const userData = temporaryFolder();
    onTestFinished(() => rmSync(userData, { recursive: true, force: true }));
    const app = await launch(userData);
    const page = await app.firstWindow();
    await page.waitForLoadState();
    await page.evaluate(() => api.invoke('help', 'hello'));
    const host = app.process().pid ?? 0;
    const profile = `lectern-chromium-${host}-`;
    // A child has its parent's command line until it runs its own.
    await expect.poll(() => processesUsing(userData)).toHaveLength(2);
    expect(processesUsing(profile).length).toBeGreaterThan(1);
    process.kill(host, 'SIGKILL');
    await waitUntilUnused(userData);
    await waitUntilUnused(profile);

    const next = await launch(userData);
    expect(await (await next.firstWindow()).locator('h1').textContent()).toBe('Fixture');
    await next.close();
  });
});
