// A window's page in Chromium: its scripts, messages and events.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isHeaded } from '../chromium/chromium-process.ts';
import type { Target } from '../chromium/devtools.ts';
import { createPage } from '../chromium/page-target.ts';
import { host, printError } from '../host-state.ts';
import type { MenuKey, MessageFromPage, MessageToPage } from '../page/messages.ts';
import { pageWorldSource, preloadSource, preloadWorldSource } from '../page-sources.ts';
import { PageMessages } from './page-messages.ts';

/** The name of the preload script's world in Electron. */
const WORLD_NAME = 'Electron Isolated Context';

export interface PageOptions {
  readonly width: number;
  readonly height: number;
  readonly preload: string | null;
  readonly additionalArguments: readonly string[];
  readonly accelerators: readonly MenuKey[];
}

export interface PageListener {
  onMessage(message: MessageFromPage, reply: (message: MessageToPage) => void): void;
  /** @param isNew whether it is a new document, as opposed to a navigation within the page */
  onNavigated(address: string, isNew: boolean): void;
  canNavigate(address: string, isRedirect: boolean): boolean;
  onDomReady(): void;
  onLoaded(): void;
  onCrashed(): void;
}

interface Context {
  readonly id: number;
  readonly uniqueId: string;
  readonly messages: PageMessages;
}

export class Page {
  /** Resolves when the page can be navigated. */
  readonly ready: Promise<void>;
  targetId: string | null = null;
  readonly #listener: PageListener;
  readonly #options: PageOptions;
  readonly #binding = `host${randomBytes(8).toString('hex')}`;
  readonly #wanted = new Set<string>();
  #target: Target | null = null;
  #context: Context | null = null;

  constructor(options: PageOptions, listener: PageListener) {
    this.#options = options;
    this.#listener = listener;
    this.ready = this.#open();
  }

  get send(): Target['send'] {
    if (!this.#target) throw new Error('The page is not open yet');
    return this.#target.send;
  }

  /** Sends a message to the current document's preload script, if there is one. */
  post(message: MessageToPage): void {
    this.#context?.messages.post(message);
  }

  async close(): Promise<void> {
    await this.ready.catch(() => {});
    this.#forgetContext();
    this.#target?.close();
    if (this.targetId) await host().chromium.devtools.browser.send('Target.closeTarget', { targetId: this.targetId });
  }

  /** Sets the page's size in CSS pixels. */
  async resize(width: number, height: number): Promise<void> {
    await this.ready;
    await this.#resize(width, height);
  }

  /** Shows a window on a display, or minimises it. */
  async setVisible(isShown: boolean): Promise<void> {
    await this.ready;
    if (isHeaded()) await this.#setWindow({ windowState: isShown ? 'normal' : 'minimized' });
  }

  #resize(width: number, height: number): Promise<unknown> {
    if (isHeaded()) return this.#setWindow({ width, height });
    const screen = { screenWidth: 1920, screenHeight: 1080 };
    const metrics = { width, height, deviceScaleFactor: 0, mobile: false, ...screen };
    return this.send('Emulation.setDeviceMetricsOverride', metrics);
  }

  async #setWindow(bounds: { width?: number; height?: number; windowState?: 'normal' | 'minimized' }): Promise<void> {
    if (!this.targetId) return;
    const { browser } = host().chromium.devtools;
    const { windowId } = await browser.send('Browser.getWindowForTarget', { targetId: this.targetId });
    await browser.send('Browser.setWindowBounds', { windowId, bounds });
  }

  async #open(): Promise<void> {
    const { chromium, server } = host();
    const { targetId, target } = await createPage(chromium, server.port);
    this.targetId = targetId;
    this.#target = target;
    this.#subscribe(target, targetId);
    await Promise.all([
      target.send('Page.enable'),
      target.send('Runtime.enable'),
      target.send('Runtime.addBinding', { name: this.#binding, executionContextName: WORLD_NAME }),
      ...this.#scripts().map((script) => target.send('Page.addScriptToEvaluateOnNewDocument', script)),
      target.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Request' }] }),
      this.#resize(this.#options.width, this.#options.height),
    ]);
  }

  #scripts(): { source: string; worldName?: string }[] {
    const token = randomUUID();
    const { preload, additionalArguments, accelerators } = this.#options;
    const about = {
      type: 'renderer',
      sandboxed: true,
      contextIsolated: true,
      platform: process.platform,
      arch: process.arch,
      versions: { ...process.versions },
      argv: [process.argv[0], ...additionalArguments],
    };
    const { channelPath } = host().server;
    const info = { token, binding: this.#binding, channelPath, process: about, accelerators };
    const scripts: { source: string; worldName?: string }[] = [
      { source: pageWorldSource(token) },
      { source: preloadWorldSource(info), worldName: WORLD_NAME },
    ];
    if (preload) scripts.push({ source: preloadSource(preload, readFileSync(preload, 'utf8')), worldName: WORLD_NAME });
    return scripts;
  }

  #subscribe(target: Target, frame: string): void {
    target.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name !== WORLD_NAME || context.auxData?.['frameId'] !== frame) return;
      this.#forgetContext();
      const messages = new PageMessages(target.send, context.uniqueId, this.#listener.onMessage);
      this.#context = { id: context.id, uniqueId: context.uniqueId, messages };
    });
    target.on('Runtime.executionContextDestroyed', ({ executionContextUniqueId }) => {
      if (executionContextUniqueId === this.#context?.uniqueId) this.#forgetContext();
    });
    target.on('Runtime.executionContextsCleared', () => this.#forgetContext());
    target.on('Runtime.bindingCalled', ({ name, executionContextId, payload }) => {
      if (name === this.#binding && executionContextId === this.#context?.id)
        this.#context.messages.handlePayload(payload);
    });
    const { addresses } = host().server;
    target.on('Page.frameRequestedNavigation', ({ frameId, url }) => {
      if (frameId === frame) this.#wanted.add(url);
    });
    target.on('Page.frameNavigated', ({ frame: { parentId, url } }) => {
      if (!parentId) this.#listener.onNavigated(addresses.fromChromium(url), true);
    });
    target.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === frame) this.#listener.onNavigated(addresses.fromChromium(url), false);
    });
    target.on('Page.domContentEventFired', () => this.#listener.onDomReady());
    target.on('Page.loadEventFired', () => this.#listener.onLoaded());
    target.on('Inspector.targetCrashed', () => {
      this.#forgetContext();
      this.#listener.onCrashed();
    });
    target.on('Fetch.requestPaused', ({ requestId, request: { url }, frameId, redirectedRequestId }) => {
      const isOwn = frameId === frame;
      const isAsked = isOwn && (this.#wanted.delete(url) || redirectedRequestId !== undefined);
      const mayGo =
        !isAsked || this.#listener.canNavigate(addresses.fromChromium(url), redirectedRequestId !== undefined);
      const answer = mayGo
        ? target.send('Fetch.continueRequest', { requestId })
        : target.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      // Ignore errors, because the page might have navigated elsewhere in the meantime.
      answer.catch(() => {});
    });
  }

  #forgetContext(): void {
    this.#context?.messages.close();
    this.#context = null;
  }
}

/** Prints why a page couldn't be created. */
export const logPageError = (error: unknown): void =>
  printError(error instanceof Error ? (error.stack ?? error.message) : String(error));
