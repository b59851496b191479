import { app, BrowserWindow, nativeTheme, type Session, screen, type WebContents } from 'electron';
import type { WindowBounds } from '../core/app/preferences.ts';
import { isPageAddress, type PageOptions, pageAddress } from './page-address.ts';
import type { PermissionPolicy } from './permission-policy.ts';

/** Matches the page's background to avoid flashing before the first paint. */
const BACKGROUND = { dark: '#161518', light: '#f1eee8' } as const;
const SETTLE_MS = 500;

export interface MainWindowOptions {
  readonly preload: string;
  readonly styleNonce: string;
  readonly page: () => PageOptions;
  readonly remembered: () => WindowBounds | null;
  readonly remember: (bounds: WindowBounds) => void;
  /** The handler can prevent closing. */
  readonly onClose: (event: { preventDefault(): void }) => void;
  readonly onOpened: () => void;
  readonly onPage: () => void;
  readonly onDrawn: () => void;
  /** Called with Electron's reason when the renderer process is gone. */
  readonly onPageGone: (reason: string) => void;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

export interface MainWindow {
  open(): void;
  current(): BrowserWindow | null;
  /** Reloads the page at its current address. */
  reload(): void;
  /** Loads the page for the project that is currently open, or else the library. */
  loadFirstPage(): void;
  drop(): void;
}

export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: BrowserWindow | null = null;
  const paint = () => window?.setBackgroundColor(background());
  nativeTheme.on('updated', paint);

  const make = (): BrowserWindow => {
    const remembered = options.remembered();
    const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
    const made = new BrowserWindow({
      ...windowPlace(remembered, areas),
      minWidth: MIN_WINDOW.width,
      minHeight: MIN_WINDOW.height,
      show: false,
      title: 'Lectern',
      backgroundColor: background(),
      webPreferences: {
        preload: options.preload,
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
        webviewTag: false,
        spellcheck: false,
        additionalArguments: [`--style-nonce=${options.styleNonce}`],
      },
    });
    made.once('ready-to-show', () => {
      if (remembered?.isMaximized) made.maximize();
      made.show();
      options.onDrawn();
    });
    rememberBounds(made, options.remember);
    made.on('close', options.onClose);
    made.on('closed', () => {
      if (window === made) window = null;
    });
    made.webContents.on('did-navigate', options.onPage);
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      // Loading a page inside this event isn't safe, because Chromium is still removing the process.
      setImmediate(() => made.isDestroyed() || options.onPageGone(reason));
    });
    load(made);
    return made;
  };
  const load = (to: BrowserWindow) => {
    to.loadURL(pageAddress(options.page())).catch(() => options.log('error', 'The page could not be loaded.'));
  };

  return {
    open() {
      if (window) {
        if (window.isMinimized()) window.restore();
        window.show();
        window.focus();
        return;
      }
      window = make();
      options.onOpened();
    },
    current: () => window,
    reload: () => window?.webContents.reload(),
    loadFirstPage: () => window && load(window),
    drop: () => window?.destroy(),
  };
}

const background = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);

function rememberBounds(window: BrowserWindow, remember: (bounds: WindowBounds) => void): void {
  let timer: NodeJS.Timeout | null = null;
  const note = () => {
    timer = null;
    if (!window.isDestroyed()) remember({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const moved = () => {
    timer ??= setTimeout(note, SETTLE_MS);
  };
  window.on('resize', moved);
  window.on('move', moved);
  window.on('maximize', moved);
  window.on('unmaximize', moved);
  window.once('closed', () => timer && clearTimeout(timer));
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** In device-independent pixels. On a 1366 × 768 laptop at 125 %, 574 remain between the system's panels. */
const MIN_WINDOW = { width: 960, height: 560 } as const;
const FIRST_WINDOW = { width: 1440, height: 900 } as const;
/** At least this much of the window's top edge must be on a screen, so that the window can be dragged. */
const MIN_VISIBLE_PIXELS = 100;

/** Returns the remembered position if it is still visible, otherwise the centre of the first screen. */
export function windowPlace(remembered: WindowBounds | null, areas: readonly Rectangle[]): Rectangle {
  if (remembered && areas.some((area) => isVisible(remembered, area))) {
    return {
      x: remembered.x,
      y: remembered.y,
      width: Math.max(remembered.width, MIN_WINDOW.width),
      height: Math.max(remembered.height, MIN_WINDOW.height),
    };
  }
  const [area = { x: 0, y: 0, ...FIRST_WINDOW }] = areas;
  const width = Math.max(MIN_WINDOW.width, Math.min(FIRST_WINDOW.width, area.width));
  const height = Math.max(MIN_WINDOW.height, Math.min(FIRST_WINDOW.height, area.height));
  return {
    x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  };
}

function isVisible(window: Rectangle, area: Rectangle): boolean {
  const wide = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return wide >= MIN_VISIBLE_PIXELS && window.y >= area.y && window.y <= area.y + area.height - MIN_VISIBLE_PIXELS;
}

export function enforcePermissions(session: Session, policy: PermissionPolicy): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    answer(policy.isAllowed({ permission, media, address: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => {
    const { mediaType, requestingUrl = '', isMainFrame } = details;
    const media = mediaType === undefined ? [] : [mediaType];
    return policy.passesCheck({ permission, media, address: requestingUrl, isMainFrame });
  });
}

/** Call this before the first window is created. */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  // The application has no external links, so there is no allow list.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event, address) => {
    // Reloading the page is allowed.
    if (!isPageAddress(address)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
