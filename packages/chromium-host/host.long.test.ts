import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { ElectronApplication, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURE, type FixtureApi, HOST, launch, temporaryFolder } from './fixtures/launch.ts';

declare const api: FixtureApi;

interface Audio {
  currentTime: number;
  onseeked: (() => void) | null;
  readonly error: unknown;
}
interface Prevented {
  preventDefault(): void;
}
interface FixtureWindow {
  addEventListener(type: string, listener: (event: Prevented & { readonly key: string }) => void): void;
}

describe('the Chromium host', () => {
  let userData = '';
  let app: ElectronApplication;
  let page: Page;
  const text = (selector: string): Promise<string | null> => page.locator(selector).textContent();
  const invoke = (channel: string, ...args: unknown[]): Promise<unknown> =>
    page.evaluate(([name, rest]) => api.invoke(name, ...rest), [channel, args] as const);
  const failure = (channel: string): Promise<string> =>
    page.evaluate((name) => api.invoke(name).then(String, (error: Error) => error.message), channel);

  beforeAll(async () => {
    userData = temporaryFolder();
    app = await launch(userData);
    page = await app.firstWindow();
    await page.waitForLoadState();
  });

  afterAll(async () => {
    await app.close();
    rmSync(userData, { recursive: true, force: true });
  });

  describe('messages', () => {
    it('answers a request of the page', async () => {
      expect(await invoke('add', 2, 40)).toBe(42);
    });

    it('tells the handler which page asks, from its first moment on', async () => {
      expect(await page.evaluate(() => api.early())).toBe('fixture://app/index.html');
    });

    it('pushes events in their order, also where a big one goes before a small one', async () => {
      const sizes = await page.evaluate(
        () =>
          new Promise((resolve) => {
            const heard: number[] = [];
            api.on('size', (value) => {
              heard.push(String(value).length);
              if (heard.length === 2) resolve(heard);
            });
            api.send('big-and-small');
          }),
      );
      expect(sizes).toEqual([500_000, 1]);
    });

    it('carries two million characters there and back', async () => {
      const isSame = await page.evaluate(async () => {
        const line = 'A line, with “quotes” — and more. '.repeat(60_000);
        return (await api.invoke('echo', line)) === line;
      });
      expect(isSame).toBe(true);
    });

    it('keeps the types that JSON lacks', async () => {
      const kept = await page.evaluate(async () => {
        const value = {
          date: new Date(5),
          map: new Map([[1, new Set(['a'])]]),
          floats: new Float32Array([1.5, Number.NaN]),
          big: 12n,
          none: undefined,
          nan: Number.NaN,
          '~': 'date',
        };
        const back = (await api.invoke('echo', value)) as typeof value;
        return [
          back.date.getTime(),
          back.map.get(1)?.has('a'),
          back.floats instanceof Float32Array && back.floats[0],
          back.big === 12n,
          'none' in back && back.none === undefined,
          Number.isNaN(back.nan),
          back['~'],
        ];
      });
      expect(kept).toEqual([5, true, 1.5, true, true, true, 'date']);
    });

    it('words failures as Electron does', async () => {
      expect(await failure('fail')).toBe("Error invoking remote method 'fail': TypeError: on purpose");
      expect(await failure('nobody')).toBe(
        "Error invoking remote method 'nobody': Error: No handler registered for 'nobody'",
      );
      expect(await failure('uncloneable')).toBe(
        "Error invoking remote method 'uncloneable': Error: An object could not be cloned.",
      );
    });

    it('refuses a request of the page that holds a function', async () => {
      const message = await page.evaluate(() => api.invoke('echo', [() => 1]).catch((error: Error) => error.message));
      expect(message).toBe('An object could not be cloned.');
    });
  });

  describe('the page', () => {
    it('has nothing of Node, of ipcRenderer or of the host', async () => {
      const found = await page.evaluate(() => {
        const names = Object.getOwnPropertyNames(globalThis);
        return names.filter((name) => /^(require|process|ipcRenderer|module)$|host/i.test(name));
      });
      expect(found).toEqual([]);
    });

    it('has the API frozen', async () => {
      expect(await page.evaluate(() => Object.isFrozen(api))).toBe(true);
    });

    it('is served from the custom scheme with its content security policy', async () => {
      const [violated, isSecure] = await page.evaluate(async () => {
        const global = globalThis as unknown as {
          document: { addEventListener(type: string, listener: (event: { effectiveDirective: string }) => void): void };
          isSecureContext: boolean;
        };
        const heard = new Promise<string>((resolve) => {
          global.document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        });
        await fetch('https://example.com/').catch(() => {});
        return [await heard, global.isSecureContext] as const;
      });
      expect([violated, isSecure]).toEqual(['connect-src', true]);
    });

    it('seeks in audio by ranges', async () => {
      await invoke('ranges');
      const time = await page.locator('#audio').evaluate(
        (element) =>
          new Promise((resolve) => {
            const audio = element as unknown as Audio;
            audio.onseeked = () => resolve(audio.currentTime);
            audio.currentTime = 17;
          }),
      );
      expect(time).toBe(17);
    });

    it('is denied what the permission handlers deny', async () => {
      const [microphone, notifications] = await page.evaluate(async () => {
        const { navigator, Notification } = globalThis as unknown as {
          navigator: { mediaDevices: { getUserMedia(wanted: object): Promise<unknown> } };
          Notification: { requestPermission(): Promise<string> };
        };
        const heard = navigator.mediaDevices.getUserMedia({ audio: true }).then(
          () => 'granted',
          (error: Error) => error.name,
        );
        return [await heard, await Notification.requestPermission()];
      });
      expect([microphone, notifications]).toEqual(['NotAllowedError', 'denied']);
    });

    it('has each permission decided by what the permission handlers say at that time', async () => {
      const microphone = (): Promise<[string, string]> =>
        page.evaluate(async () => {
          const { navigator } = globalThis as unknown as {
            navigator: {
              mediaDevices: { getUserMedia(wanted: object): Promise<unknown> };
              permissions: { query(wanted: object): Promise<{ state: string }> };
            };
          };
          const { state } = await navigator.permissions.query({ name: 'microphone' });
          const heard = navigator.mediaDevices.getUserMedia({ audio: true });
          return [
            state,
            await heard.then(
              () => 'granted',
              (error: Error) => error.name,
            ),
          ];
        });
      await invoke('grant', 'media');
      expect(await microphone()).toEqual(['granted', 'granted']);
      await invoke('grant', '');
      expect(await microphone()).toEqual(['denied', 'NotAllowedError']);
    });

    it('can neither leave nor open a window, but by the main process', async () => {
      await page.getByText('Away').click();
      await page.getByText('Outside').click();
      await page.evaluate(() => {
        (globalThis as unknown as { open(address: string): unknown }).open('https://example.net/');
      });
      const asked = (): Promise<unknown> =>
        app.evaluate(({ shell }) => Reflect.get(shell, 'asked').map(({ target }: { target: string }) => target));
      await expect.poll(asked).toEqual(['https://example.com/', 'https://example.net/']);
      expect(await text('h1')).toBe('Fixture');
      expect(app.windows()).toHaveLength(1);
    });

    it('follows the theme', async () => {
      const isDark = (): Promise<boolean> =>
        page.evaluate(() => {
          const { matchMedia } = globalThis as unknown as { matchMedia(query: string): { matches: boolean } };
          return matchMedia('(prefers-color-scheme: dark)').matches;
        });
      expect(await isDark()).toBe(false);
      await invoke('theme', 'dark');
      await expect.poll(isDark).toBe(true);
    });
  });

  describe('the desktop', () => {
    it('clicks the items of the application menu', async () => {
      await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('say')?.click());
      await expect.poll(() => text('#events')).toContain('menu');
    });

    it('presses the keys of the menu, unless the page uses them', async () => {
      const said = async (): Promise<number> => (await text('#events'))?.split('menu').length ?? 0;
      const before = await said();
      await page.keyboard.press('Control+Shift+K');
      await expect.poll(said).toBe(before + 1);
      await page.evaluate(() => {
        const { addEventListener } = globalThis as unknown as FixtureWindow;
        let hasUsedOne = false;
        addEventListener('keydown', (event) => {
          if (event.key !== 'K' || hasUsedOne) return;
          hasUsedOne = true;
          event.preventDefault();
        });
      });
      await page.keyboard.press('Control+Shift+K');
      await page.keyboard.press('Control+Shift+K');
      await expect.poll(said).toBe(before + 2);
    });

    it('leaves the keys of a disabled item to the page', async () => {
      const enable = async (isEnabled: boolean): Promise<void> => {
        await app.evaluate(({ Menu }, enabled) => {
          const item = Menu.getApplicationMenu()?.getMenuItemById('say');
          if (item) item.enabled = enabled;
        }, isEnabled);
        // The page is told of it before it is answered.
        await invoke('help', 'hello');
      };
      const said = async (): Promise<number> => (await text('#events'))?.split('menu').length ?? 0;
      const before = await said();
      await enable(false);
      await page.keyboard.press('Control+Shift+K');
      await enable(true);
      await page.keyboard.press('Control+Shift+K');
      await expect.poll(said).toBe(before + 1);
    });

    it('takes the answers of dialogs from the spec, else cancels', async () => {
      expect(await invoke('pick')).toEqual([]);
      await app.evaluate(({ dialog }) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: ['/a/script.txt'] });
      });
      expect(await invoke('pick')).toEqual(['/a/script.txt']);
    });

    it('keeps notifications for the spec, which clicks them', async () => {
      await invoke('notify');
      await app.evaluate(({ Notification }) => Reflect.get(Notification, 'shown').at(-1).emit('click'));
      const window = await app.browserWindow(page);
      expect(await window.evaluate((one) => one.getTitle())).toBe('Clicked');
    });

    it('names what it does not have', async () => {
      const message = (read: string): Promise<string> =>
        app.evaluate((electron, path) => {
          try {
            const [first = '', second = ''] = path.split('.');
            Reflect.get(Reflect.get(electron, first) as object, second);
            return 'nothing';
          } catch (error) {
            return (error as Error).message;
          }
        }, read);
      expect(await message('app.dock')).toBe('app.dock is not part of the Chromium host');
      expect(await message('nativeImage.createEmpty')).toBe('electron.nativeImage is not part of the Chromium host');
      expect(await message('BrowserWindow.addDevToolsExtension')).toContain('is not part of the Chromium host');
      expect(
        await page.evaluate(() =>
          Promise.resolve()
            .then(() => api.missing())
            .catch((e: Error) => e.message),
        ),
      ).toBe('ipcRenderer.sendSync is not part of the Chromium host');
    });

    it('tells the first instance of a second one, which gets no lock', async () => {
      const second = spawn(join(HOST, 'electron'), [FIXTURE, `--user-data-dir=${userData}`], { stdio: 'ignore' });
      const code = await new Promise((resolve) => second.once('exit', resolve));
      expect(code).toBe(3);
      const window = await app.browserWindow(page);
      await expect.poll(() => window.evaluate((one) => one.getTitle())).toBe('Second instance');
    });
  });

  describe('windows', () => {
    it('have the size they are given', async () => {
      const width = (): Promise<number> =>
        page.evaluate(() => (globalThis as unknown as { innerWidth: number }).innerWidth);
      expect(await width()).toBe(1000);
      const window = await app.browserWindow(page);
      await window.evaluate((one) => one.setSize(640, 480));
      await expect.poll(width).toBe(640);
    });

    it('stay where a listener prevents their closing', async () => {
      const window = await app.browserWindow(page);
      const isOpen = await window.evaluate((one) => {
        one.once('close', (event: Prevented) => event.preventDefault());
        one.close();
        return !one.isDestroyed() && one.isVisible();
      });
      expect(isOpen).toBe(true);
    });

    it('keep the application from quitting in the same way', async () => {
      const window = await app.browserWindow(page);
      await window.evaluate((one) => {
        one.once('close', (event: Prevented) => event.preventDefault());
      });
      await app.evaluate((electron) => electron.app.quit());
      expect(await invoke('add', 1, 1)).toBe(2);
    });

    it('come one by one', async () => {
      const opened = app.waitForEvent('window');
      await app.evaluate(({ BrowserWindow }) => {
        void new BrowserWindow({ width: 300, height: 200 }).loadURL('data:text/html,<p>Second</p>');
      });
      const second = await opened;
      expect(await second.locator('p').textContent()).toBe('Second');
      await second.close();
      expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
    });
  });

  describe('utility processes', () => {
    it('speak with the main process', async () => {
      expect(await invoke('help', { list: [1, 2] })).toMatchObject({ type: 'utility', echo: { list: [1, 2] } });
    });

    it('tell how they ended', async () => {
      expect(await invoke('help', 'exit')).toEqual({ exitCode: 7 });
    });
  });
});
