// The one window: made, found again where it was, and closed.
import { app, BrowserWindow, nativeTheme, type Session, screen, type WebContents } from 'electron';
import type { WindowBounds } from '../core/app/preferences.ts';
import { isPageAddress, type PageOptions, pageAddress } from './page-address.ts';
import type { PermissionPolicy } from './permission-policy.ts';

/** The page's own background, so that nothing flashes before it is drawn. */
const BACKGROUND = { dark: '#161518', light: '#f1eee8' } as const;
/** Where it is is kept this long after it was moved last. Milliseconds. */
const SETTLED_MS = 500;

export interface MainWindowOptions {
  readonly preload: string;
  readonly styleNonce: string;
  /** What a page that is loaded now is told. */
  readonly page: () => PageOptions;
  readonly remembered: () => WindowBounds | null;
  readonly remember: (bounds: WindowBounds) => void;
  /** The window is about to close: a handler can prevent that. */
  readonly onClose: (event: { preventDefault(): void }) => void;
  readonly onOpened: () => void;
  /** A page has loaded, for the first time or again. */
  readonly onPage: () => void;
  /** Its page shows its first picture. */
  readonly onDrawn: () => void;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

export interface MainWindow {
  /** Opens it, or brings it to the front. */
  open(): void;
  current(): BrowserWindow | null;
  /** Closes it without asking. */
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
      minWidth: SMALLEST_WINDOW.width,
      minHeight: SMALLEST_WINDOW.height,
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
    rememberPlace(made, options.remember);
    made.on('close', options.onClose);
    made.on('closed', () => {
      if (window === made) window = null;
    });
    made.webContents.on('did-navigate', options.onPage);
    made.webContents.on('render-process-gone', (_event, { reason }) => {
      options.log('error', `The page ended (${reason}); it is loaded again.`);
      if (!made.isDestroyed()) made.webContents.reload();
    });
    made.loadURL(pageAddress(options.page())).catch(() => options.log('error', 'The page could not be loaded.'));
    return made;
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
    drop: () => window?.destroy(),
  };
}

const background = (): string => (nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light);

function rememberPlace(window: BrowserWindow, remember: (bounds: WindowBounds) => void): void {
  let timer: NodeJS.Timeout | null = null;
  const note = () => {
    timer = null;
    if (!window.isDestroyed()) remember({ ...window.getNormalBounds(), isMaximized: window.isMaximized() });
  };
  const moved = () => {
    timer ??= setTimeout(note, SETTLED_MS);
  };
  window.on('resize', moved);
  window.on('move', moved);
  window.on('maximize', moved);
  window.on('unmaximize', moved);
  window.once('closed', () => timer && clearTimeout(timer));
}

// Where the window opens.

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The least that the screens are made for, in the screen's points. */
const SMALLEST_WINDOW = { width: 960, height: 640 } as const;
const FIRST_WINDOW = { width: 1440, height: 900 } as const;
/** At least this much of the window's top must be on a screen, so that it can be grabbed. */
const LEAST_IN_VIEW = 100;

/**
 * Where it was, if that is still in view; else in the middle of the first screen.
 * @param areas the screens' areas without bars and docks; the first is the main one
 */
export function windowPlace(remembered: WindowBounds | null, areas: readonly Rectangle[]): Rectangle {
  if (remembered && areas.some((area) => isInView(remembered, area))) {
    return {
      x: remembered.x,
      y: remembered.y,
      width: Math.max(remembered.width, SMALLEST_WINDOW.width),
      height: Math.max(remembered.height, SMALLEST_WINDOW.height),
    };
  }
  const [area = { x: 0, y: 0, ...FIRST_WINDOW }] = areas;
  const width = Math.max(SMALLEST_WINDOW.width, Math.min(FIRST_WINDOW.width, area.width));
  const height = Math.max(SMALLEST_WINDOW.height, Math.min(FIRST_WINDOW.height, area.height));
  return {
    x: area.x + Math.max(0, Math.round((area.width - width) / 2)),
    y: area.y + Math.max(0, Math.round((area.height - height) / 2)),
    width,
    height,
  };
}

function isInView(window: Rectangle, area: Rectangle): boolean {
  const wide = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  return wide >= LEAST_IN_VIEW && window.y >= area.y && window.y <= area.y + area.height - LEAST_IN_VIEW;
}

// What the window may never do: get permissions that were not requested, navigate away, open anything.

/** Asks the policy for every permission, where the page wants one and where Chromium looks whether it has one. */
export function enforcePermissions(session: Session, policy: PermissionPolicy): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) => {
    const media = 'mediaTypes' in details ? (details.mediaTypes ?? []) : [];
    answer(policy.mayUse({ permission, media, address: details.requestingUrl, isMainFrame: details.isMainFrame }));
  });
  session.setPermissionCheckHandler((_contents, permission, _origin, details) => {
    const { mediaType, requestingUrl = '', isMainFrame } = details;
    const media = mediaType === undefined ? [] : [mediaType];
    return policy.mayUse({ permission, media, address: requestingUrl, isMainFrame });
  });
}

/** Keeps every page that there will ever be where it is. To be called before the first window. */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  // Nothing in the application leads outside: there is no list of addresses that may be opened.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event, address) => {
    // A page that reloads itself stays where it is.
    if (!isPageAddress(address)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
