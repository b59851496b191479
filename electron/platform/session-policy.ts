// What the window may never do: get permissions that were not requested, navigate away, open anything.
import { app, type Session, type WebContents } from 'electron';
import { isPageAddress } from './page-address.ts';
import type { PermissionPolicy } from './permission-policy.ts';

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
