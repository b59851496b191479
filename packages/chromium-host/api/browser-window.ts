import type Electron from 'electron';
import { asElectron, strict, strictEmitter } from '../strict.ts';
import { app } from './app.ts';
import { emitPreventable, makeEvent } from './events.ts';
import { openWindows } from './open-windows.ts';
import { announce, WebContents } from './web-contents.ts';

type Options = Electron.BrowserWindowConstructorOptions;

const OPTIONS = new Set([
  ...['x', 'y', 'width', 'height', 'minWidth', 'minHeight', 'show', 'title', 'backgroundColor', 'webPreferences'],
  // Accepted but ignored.
  ...['icon', 'autoHideMenuBar', 'useContentSize', 'center'],
]);

const EVENTS = [
  ...['close', 'closed', 'ready-to-show', 'focus', 'blur', 'show', 'hide', 'minimize', 'restore'],
  ...['resize', 'move', 'maximize', 'unmaximize', 'page-title-updated'],
];

type WindowPart = Pick<
  Electron.BrowserWindow,
  | 'id'
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'isVisible'
  | 'isFocused'
  | 'isMinimized'
  | 'isMaximized'
  | 'minimize'
  | 'maximize'
  | 'restore'
  | 'setProgressBar'
  | 'setTitle'
  | 'getTitle'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setBounds'
  | 'setSize'
  | 'getContentSize'
  | 'setBackgroundColor'
>;

let lastId = 0;

class HostWindow extends strictEmitter('BrowserWindow', EVENTS) implements WindowPart {
  readonly id: number;
  readonly webContents: WebContents;
  #bounds: Electron.Rectangle;
  #title: string;
  #isVisible: boolean;
  #state: 'normal' | 'minimized' | 'maximized' = 'normal';
  #progress = -1;
  #hasPainted = false;

  constructor(options: Options = {}) {
    super();
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
    if (unknown) throw new Error(`The window option '${unknown}' is not part of the Chromium host`);
    lastId += 1;
    this.id = lastId;
    const { x = 0, y = 0, width = 800, height = 600, webPreferences = {} } = options;
    this.#bounds = { x, y, width, height };
    this.#title = options.title ?? app.getName();
    this.#isVisible = options.show !== false;
    this.webContents = new WebContents({ width, height, preferences: webPreferences }, openPopup);
    this.#observeContents();
    openWindows.add(this);
    if (this.#isVisible) openWindows.focus(this);
    app.emit('browser-window-created', makeEvent({}), this);
    announce(this.webContents);
  }

  static getAllWindows(): HostWindow[] {
    return openWindows.all() as HostWindow[];
  }
  static fromWebContents(contents: WebContents): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.webContents === contents) ?? null;
  }
  static fromId(id: number): HostWindow | null {
    return HostWindow.getAllWindows().find((window) => window.id === id) ?? null;
  }
  static getFocusedWindow(): HostWindow | null {
    return openWindows.focused() as HostWindow | null;
  }

  #observeContents(): void {
    const { webContents } = this;
    webContents.once('destroyed', () => this.#handleDestroyed());
    webContents.on('dom-ready', () => {
      if (!this.#hasPainted) this.emit('ready-to-show');
      this.#hasPainted = true;
    });
    webContents.on('page-title-updated', (_event: unknown, title: string) => {
      if (emitPreventable(this, 'page-title-updated', {}, title, true)) this.#title = title;
    });
  }

  #handleDestroyed(): void {
    this.emit('closed');
    openWindows.remove(this);
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  /** Emits 'close' and destroys the window unless a listener prevents it. Returns whether it was closed. */
  closeAsUser(): boolean {
    if (this.isDestroyed()) return true;
    if (!emitPreventable(this, 'close')) return false;
    this.destroy();
    return true;
  }
  close(): void {
    this.closeAsUser();
  }
  destroy(): void {
    this.webContents.destroy();
  }
  isDestroyed(): boolean {
    return this.webContents.isDestroyed();
  }

  show(): void {
    const wasVisible = this.#isVisible;
    this.#isVisible = true;
    if (!wasVisible) {
      this.webContents.page.setShown(true).catch(() => {});
      this.emit('show');
    }
    this.focus();
  }
  hide(): void {
    this.#isVisible = false;
    if (this.isFocused()) openWindows.focus(null);
    this.webContents.page.setShown(false).catch(() => {});
    this.emit('hide');
  }
  focus(): void {
    if (this.isFocused()) return;
    openWindows.focus(this);
    this.emit('focus');
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  isFocused(): boolean {
    return openWindows.focused() === this;
  }
  minimize(): void {
    this.#state = 'minimized';
    this.emit('minimize');
  }
  maximize(): void {
    this.#state = 'maximized';
    this.emit('maximize');
  }
  restore(): void {
    this.#state = 'normal';
    this.emit('restore');
  }
  isMinimized(): boolean {
    return this.#state === 'minimized';
  }
  isMaximized(): boolean {
    return this.#state === 'maximized';
  }

  /** Sets the taskbar progress from 0 to 1; negative values remove it. */
  setProgressBar(progress: number): void {
    this.#progress = progress;
  }
  /** Host extension for specs: the current taskbar progress. */
  get progressBar(): number {
    return this.#progress;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
  getBounds(): Electron.Rectangle {
    return { ...this.#bounds };
  }
  getNormalBounds(): Electron.Rectangle {
    return this.getBounds();
  }
  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds };
    this.webContents.page.resize(this.#bounds.width, this.#bounds.height).catch(() => {});
    this.emit('resize');
  }
  setSize(width: number, height: number): void {
    this.setBounds({ width, height });
  }
  getContentSize(): number[] {
    return [this.#bounds.width, this.#bounds.height];
  }
  setBackgroundColor(): void {}
}

function openPopup(address: string, options: Options): object {
  const window = new HostWindow(options);
  window.loadURL(address).catch(() => {});
  return asElectron(window);
}

export const BrowserWindow = strict('BrowserWindow', HostWindow);
