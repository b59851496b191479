import { setTimeout } from 'node:timers/promises';
import type Electron from 'electron';
import { host } from '../host-state.ts';
import { pack, unpack } from '../page/clone.ts';
import type { MessageFromPage, MessageToPage } from '../page/messages.ts';
import { asElectron, strict, strictEmitter } from '../strict.ts';
import { app } from './app.ts';
import { createHostEvent, emitPreventable } from './events.ts';
import { ipcMain } from './ipc-main.ts';
import { menuEvents, menuKeys, pressMenuKey } from './menu.ts';
import { nativeTheme } from './native-theme.ts';
import { openWindows } from './open-windows.ts';
import { logPageError, Page } from './page.ts';
import { session } from './session.ts';

type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];

type WebContentsPart = Pick<
  Electron.WebContents,
  'id' | 'send' | 'getURL' | 'isDestroyed' | 'loadURL' | 'setWindowOpenHandler' | 'openDevTools' | 'executeJavaScript'
>;

const EVENTS = [
  'will-navigate',
  'will-redirect',
  'will-attach-webview',
  'render-process-gone',
  'did-navigate',
  'did-navigate-in-page',
  'dom-ready',
  'did-finish-load',
  'did-fail-load',
  'preload-error',
  'page-title-updated',
  'did-create-window',
  'destroyed',
];

export interface ContentsOptions {
  readonly width: number;
  readonly height: number;
  readonly preferences: Electron.WebPreferences;
}

/** Creates a window for an address that `setWindowOpenHandler` allowed. Injected to avoid a circular import. */
export type OpenWindowFor = (address: string, options: Electron.BrowserWindowConstructorOptions) => object;

const contents = new Map<number, WebContents>();
let lastId = 0;

/** Rejects windows with weaker protection than Electron's default. */
function rejectUnprotected(preferences: Electron.WebPreferences): void {
  const { contextIsolation = true, nodeIntegration = false, sandbox = true, webSecurity = true } = preferences;
  if (contextIsolation && !nodeIntegration && sandbox && webSecurity) return;
  throw new Error('A window without sandbox, context isolation and web security is not part of the Chromium host');
}

/**
 * Delays about half of the responses to a page by up to this many milliseconds, to expose code that relies on their
 * order.
 */
const MAX_DELAY_MS = Number(process.env['LECTERN_HOST_LATE_MS'] ?? 0);

async function delayRandomly(): Promise<void> {
  if (MAX_DELAY_MS > 0 && Math.random() < 0.5) await setTimeout(Math.random() * MAX_DELAY_MS);
}

export class WebContents extends strictEmitter('webContents', EVENTS) implements WebContentsPart {
  readonly id: number;
  readonly session = session.defaultSession;
  readonly mainFrame: Electron.WebFrameMain;
  readonly page: Page;
  title = '';
  #address = '';
  #isDestroyed = false;
  #openHandler: OpenHandler | null = null;
  #cancelLoading: ((error: Error) => void) | null = null;
  readonly #openWindow: OpenWindowFor;

  constructor({ width, height, preferences }: ContentsOptions, openWindow: OpenWindowFor) {
    super();
    rejectUnprotected(preferences);
    lastId += 1;
    this.id = lastId;
    this.#openWindow = openWindow;
    this.mainFrame = this.#createFrame();
    const options = {
      width,
      height,
      preload: preferences.preload ?? null,
      additionalArguments: preferences.additionalArguments ?? [],
      accelerators: menuKeys(),
    };
    this.page = new Page(options, {
      onMessage: (message, reply) => this.#receive(message, reply),
      onNavigated: (address, isNew) => this.#handleNavigation(address, isNew),
      canNavigate: (url, isRedirect) =>
        emitPreventable(this, isRedirect ? 'will-redirect' : 'will-navigate', { url, isMainFrame: true }, url),
      onDomReady: () => this.#address && this.emit('dom-ready', createHostEvent({})),
      onLoaded: () => this.#address && this.emit('did-finish-load'),
      onCrashed: () => this.emit('render-process-gone', createHostEvent({}), { reason: 'crashed', exitCode: 1 }),
    });
    contents.set(this.id, this);
    this.page.ready.then(() => this.applyTheme()).catch((error) => this.#isDestroyed || logPageError(error));
  }

  getURL(): string {
    return this.#address;
  }

  getTitle(): string {
    return this.title;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isCrashed(): boolean {
    return false;
  }

  send(channel: string, ...args: unknown[]): void {
    if (this.#isDestroyed) throw new TypeError('Object has been destroyed');
    this.page.post({ kind: 'event', channel, args: pack(args) });
  }

  /** Resolves when the page has loaded. */
  async loadURL(url: string): Promise<void> {
    await this.page.ready;
    await this.session.applyPermissions(this, url);
    const loaded = Promise.withResolvers<void>();
    const onLoaded = (): void => loaded.resolve();
    this.once('did-finish-load', onLoaded);
    this.#cancelLoading = loaded.reject;
    try {
      const { errorText } = await this.page.send('Page.navigate', { url: host().server.addresses.toChromium(url) });
      if (errorText) throw this.#loadFailed(errorText.replace('net::', ''), url);
      await loaded.promise;
    } finally {
      this.off('did-finish-load', onLoaded);
      this.#cancelLoading = null;
    }
  }

  #loadFailed(code: string, url: string): Error {
    this.emit('did-fail-load', createHostEvent({}), -2, code, url, true);
    return Object.assign(new Error(`${code} (-2) loading '${url}'`), { code, errno: -2, url });
  }

  reload(): void {
    this.page.send('Page.reload').catch(() => {});
  }

  forcefullyCrashRenderer(): void {
    this.page.send('Page.crash').catch(() => {});
  }

  async executeJavaScript(code: string): Promise<unknown> {
    await this.page.ready;
    const parameters = { expression: code, awaitPromise: true, returnByValue: true, userGesture: true };
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', parameters);
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Does nothing; specs use Playwright's tools instead. */
  openDevTools(): void {}

  /** Closes the page without notifying the window's listeners, as Electron does. */
  close(): void {
    this.destroy();
  }

  /** Called when the page has been closed, and to close it. */
  destroy(): void {
    if (this.#isDestroyed) return;
    this.#isDestroyed = true;
    contents.delete(this.id);
    this.#cancelLoading?.(new Error('ERR_ABORTED (-3): the window was closed'));
    this.page.close().catch(() => {});
    this.emit('destroyed');
  }

  applyTheme(): Promise<unknown> {
    const value = nativeTheme.themeSource;
    const features = value === 'system' ? [] : [{ name: 'prefers-color-scheme', value }];
    return this.page.send('Emulation.setEmulatedMedia', { features });
  }

  requestWindow(url: string, frameName = '', features = ''): void {
    const details = {
      url,
      frameName,
      features,
      disposition: 'foreground-tab',
      referrer: { url: '', policy: 'default' },
    };
    const answer = this.#openHandler?.(details as Electron.HandlerDetails) ?? { action: 'allow' as const };
    if (answer.action !== 'allow') return;
    const window = this.#openWindow(url, answer.overrideBrowserWindowOptions ?? {});
    this.emit('did-create-window', window, { url });
  }

  /** Sends an editing command, such as 'copy', to the page's focused element. */
  edit(command: string): void {
    this.page.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', commands: [command] }).catch(() => {});
  }

  #handleNavigation(address: string, isNew: boolean): void {
    this.#address = address;
    if (address === 'about:blank') return;
    if (isNew) this.emit('did-navigate', createHostEvent({}), address, 200, 'OK');
    else this.emit('did-navigate-in-page', createHostEvent({}), address, true);
  }

  #receive(message: MessageFromPage, reply: (message: MessageToPage) => void): void {
    const { addresses } = host().server;
    if (message.kind === 'title') this.#handleTitleChange(message.title);
    else if (message.kind === 'open') {
      this.requestWindow(addresses.fromChromium(message.address), message.frameName, message.features);
    } else if (message.kind === 'accelerator') pressMenuKey(message.index);
    else if (message.kind === 'preload-error') {
      logPageError(new Error(`Unable to load preload script: ${message.file}\n${message.message}`));
      this.emit('preload-error', createHostEvent({}), message.file, new Error(message.message));
    } else if (message.kind === 'permissions') void this.#sendPermissions(message.id, reply);
    else if (message.kind === 'send') {
      ipcMain.emit(message.channel, this.#createEvent(), ...(unpack(message.args) as unknown[]));
    } else void this.#handleInvoke(message, reply);
  }

  async #handleInvoke(
    request: Extract<MessageFromPage, { kind: 'invoke' }>,
    reply: (message: MessageToPage) => void,
  ): Promise<void> {
    const { id, channel, args } = request;
    try {
      const value = await ipcMain.answer(channel, this.#createEvent(), unpack(args) as unknown[]);
      await delayRandomly();
      reply({ kind: 'reply', id, value: pack(value) });
    } catch (error) {
      logPageError(error);
      reply({ kind: 'failure', id, message: String(error) });
    }
  }

  async #sendPermissions(id: number, reply: (message: MessageToPage) => void): Promise<void> {
    await this.session.applyPermissions(this, this.#address).catch(logPageError);
    reply({ kind: 'permissions', id });
  }

  #createEvent(): object {
    return createHostEvent({ sender: this, senderFrame: this.mainFrame, frameId: 1, processId: 1, ports: [] });
  }

  #handleTitleChange(title: string): void {
    this.title = title;
    this.emit('page-title-updated', createHostEvent({}), title, true);
  }

  #createFrame(): Electron.WebFrameMain {
    const own = this;
    const frame = {
      get url(): string {
        return own.getURL();
      },
      get origin(): string {
        return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(own.getURL())?.[0] ?? 'null';
      },
      parent: null,
      get top(): unknown {
        return own.mainFrame;
      },
      routingId: 1,
      processId: 1,
      isDestroyed: () => own.isDestroyed(),
    };
    return asElectron<Electron.WebFrameMain>(strict('mainFrame', frame));
  }
}

export const allContents = (): WebContents[] => [...contents.values()];

export const webContents = strict('webContents', {
  getAllWebContents: allContents,
  fromId: (id: number): WebContents | undefined => contents.get(id),
  /** Used by Playwright to find a page's window. */
  fromDevToolsTargetId: (id: string) => allContents().find(({ page }) => page.targetId === id),
});

let isMenuSent = true;
menuEvents.on('changed', () => {
  if (!isMenuSent) return;
  isMenuSent = false;
  // Combine consecutive menu changes into a single message.
  setImmediate(() => {
    isMenuSent = true;
    for (const each of allContents()) each.page.post({ kind: 'accelerators', keys: menuKeys() });
  });
});
menuEvents.on('edit', (command) => contents.get(openWindows.focused()?.webContents.id ?? -1)?.edit(command));
nativeTheme.on('updated', () => {
  for (const each of allContents()) each.page.ready.then(() => each.applyTheme()).catch(() => {});
});

/** Watches for pages that Chromium closes, or opens without a call to the page's own `window.open`. */
export function watchTargets(): void {
  const { browser } = host().chromium.devtools;
  browser.on('Target.targetDestroyed', ({ targetId }) => webContents.fromDevToolsTargetId(targetId)?.destroy());
  browser.on('Target.targetCreated', ({ targetInfo: { targetId, type, openerId, url } }) => {
    if (type !== 'page' || !openerId) return;
    browser.send('Target.closeTarget', { targetId }).catch(() => {});
    webContents.fromDevToolsTargetId(openerId)?.requestWindow(host().server.addresses.fromChromium(url));
  });
}

export const announceWebContents = (created: WebContents): void => {
  app.emit('web-contents-created', createHostEvent({}), created);
};
