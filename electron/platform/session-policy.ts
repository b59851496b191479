// What the window may never do: be granted anything, go anywhere, open anything.
import { app, type Session, type WebContents } from 'electron';
import { isPageAddress } from './page-address.ts';

/** Denies every permission, where the page asks for one and where Chromium looks whether it has one. */
export function denyPermissions(session: Session): void {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.setPermissionCheckHandler(() => false);
}

/** Keeps every page that there will ever be where it is. To be called before the first window. */
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => confine(contents));
}

function confine(contents: WebContents): void {
  // Nothing in the application leads outside: there is no list of addresses that may be opened.
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.on('will-navigate', (event, address) => {
    // A page that loads itself anew stays where it is.
    if (!isPageAddress(address)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
}
