// Links that the service gives: opaque, absolute or relative, and never guessed.

/** Whether a host names this very machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Whether what is sent there stays secret on its way: https, or plain http to this very machine. */
export function isPrivateAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/**
 * The address behind a link, without user name, password and fragment.
 *
 * @param href absolute or relative, as `Location` and `_links` give it
 * @param readFrom the address whose reply held the link
 * @returns null where it is no http or https address
 */
export function resolveLink(href: string, readFrom: URL): URL | null {
  const url = URL.parse(href, readFrom.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/**
 * A link as it is kept: path and query where it is on the connection's own origin (so that it outlives a change of the
 * local service's port), the whole address otherwise.
 *
 * @param url an address of `resolveLink`
 */
export function toStoredLink(url: URL, baseUrl: URL): string {
  return url.origin === baseUrl.origin ? url.href.slice(url.origin.length) : url.href;
}

/**
 * The address of a kept link.
 *
 * @returns null where it is no link of {@link toStoredLink}
 */
export function fromStoredLink(stored: string, baseUrl: URL): URL | null {
  // A path may begin with two slashes, which a resolver would take for another host: hence no resolving.
  if (stored.startsWith('/')) return URL.parse(baseUrl.origin + stored);
  return URL.canParse(stored) ? resolveLink(stored, baseUrl) : null;
}

/** A documented path (it starts with a slash) under a base address, which may have a path of its own. */
export function endpointUrl(path: string, baseUrl: URL): URL {
  const url = new URL(baseUrl.origin);
  url.pathname = baseUrl.pathname.replace(/(?<!\/)\/+$/, '') + path;
  return url;
}
