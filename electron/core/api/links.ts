/** Returns whether a host is this machine: 127.0.0.0/8, ::1 or localhost. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

/** Returns whether data sent to this address stays private: https, or http to this machine. */
export function isPrivateAddress(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

/** Removes the user name, password and fragment. Returns null if the result isn't http or https. */
export function resolveLink(href: string, readFrom: URL): URL | null {
  const url = URL.parse(href, readFrom.href);
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '') return null;
  url.username = '';
  url.password = '';
  url.hash = '';
  return url;
}

/**
 * Returns only the path and query for a link on the connection's own origin, because the local service's port can
 * change.
 */
export function toStoredLink(url: URL, baseUrl: URL): string {
  return url.origin === baseUrl.origin ? url.href.slice(url.origin.length) : url.href;
}

/** Returns null if the text isn't the result of {@link toStoredLink}. */
export function fromStoredLink(stored: string, baseUrl: URL): URL | null {
  // Don't resolve the link, because a path that starts with two slashes would be interpreted as a host.
  if (stored.startsWith('/')) return URL.parse(baseUrl.origin + stored);
  return URL.canParse(stored) ? resolveLink(stored, baseUrl) : null;
}

/** Appends a documented path (with a leading slash) to a base address, which may contain a path. */
export function endpointUrl(path: string, baseUrl: URL): URL {
  const url = new URL(baseUrl.origin);
  url.pathname = baseUrl.pathname.replace(/(?<!\/)\/+$/, '') + path;
  return url;
}
