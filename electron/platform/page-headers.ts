// What goes with everything that is served to the window.

/**
 * The page's content security policy: nothing but what the application brings. Scripts are its own files; style elements
 * that the interface's libraries insert carry the nonce; text becomes markup only through the page's own policy for
 * trusted types (`renderer/bridge`).
 *
 * @param nonce letters and digits, new at each start
 */
export const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    // Chromium does not know it yet, and says so once at each start; until then the page gives the means up itself.
    "webrtc 'block'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ');

/** Headers of every answer. */
export const pageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(nonce),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
});
