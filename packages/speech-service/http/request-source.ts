// In a DNS rebinding attack, a web page's host name resolves to this machine, but the Host header still has that name.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../common/loopback.ts';
import { ApiError, invalidParameters } from './errors.ts';

const AUTHORITY = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/** Normalises notations such as `127.1` to 127.0.0.1; undefined if invalid. */
function parseHostName(authority: string): string | undefined {
  const address = `http://${authority}`;
  if (!AUTHORITY.test(authority) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

const isLocalName = (name: string | undefined): boolean =>
  name !== undefined && (name === 'localhost' || isLoopback(name));

export type HostChecker = (host: string) => boolean;

/**
 * When listening on all interfaces, also accepts the machine's name and IP addresses, which DNS rebinding can't forge.
 * @param publicAddress the URL of a load balancer that passes requests on with its own host
 */
export function createHostChecker(listenAddress: string, publicAddress?: string): HostChecker {
  const own = parseHostName(listenAddress.includes(':') ? `[${listenAddress.replace(/%.*$/, '')}]` : listenAddress);
  const isEverywhere = own === '0.0.0.0' || own === '::';
  const machine = hostname().toLowerCase();
  const front = publicAddress === undefined ? [] : [parseHostName(new URL(publicAddress).host)];
  const names = [...(isEverywhere ? [machine, `${machine}.local`] : [own]), ...front];
  return (host) => {
    const name = parseHostName(host);
    if (name === undefined) return false;
    return isLocalName(name) || names.includes(name) || (isEverywhere && isIP(name) !== 0);
  };
}

const misdirectedRequest = (): ApiError =>
  new ApiError(
    421,
    'MISDIRECTED_REQUEST',
    'The Host header must name this machine (127.0.0.1, [::1] or localhost) or the address that the service was started with (--host).',
  );

/**
 * Checks which host a request names.
 * @throws ApiError 400 for a missing or repeated Host header, 421 for a foreign one
 */
function checkHost({ raw, originalUrl }: FastifyRequest, isOwn: HostChecker): void {
  const { host } = raw.headers;
  // `headers` only contains the first Host header; `rawHeaders` has all of them.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  // RFC 9112, section 3.2.
  if (hosts.length > 1) throw invalidParameters('The Host header is given more than once.');
  if (host === undefined && raw.httpVersion === '1.1') throw invalidParameters('The Host header is missing.');
  if (host !== undefined && !isOwn(host)) throw misdirectedRequest();
  // Check the request target, too, because absolute-form targets contain a host.
  const named = /^https?:\/\/([^/?#]*)/i.exec(originalUrl)?.[1];
  if (named !== undefined && !isOwn(named)) throw misdirectedRequest();
}

function isOwnOrigin(origin: string, { headers, server }: FastifyRequest): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  if (server.publicAddress !== undefined && origin === new URL(server.publicAddress).origin) return true;
  return isLocalName(parseHostName(new URL(origin).host)) || origin === `http://${headers.host}`;
}

function checkOrigin(request: FastifyRequest): void {
  const { headers } = request;
  const { origin } = headers;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  // Embedded resources have no Origin header, but browsers send Fetch Metadata.
  const isEmbedded = headers['sec-fetch-site'] === 'cross-site' && !isNavigation;
  if ((origin !== undefined && !isOwnOrigin(origin, request)) || (origin === undefined && isEmbedded)) {
    throw new ApiError(403, 'ORIGIN_NOT_ALLOWED', 'Web pages of other sites cannot call this service.');
  }
}

export function checkSource(request: FastifyRequest, isOwnHost: HostChecker): void {
  checkHost(request, isOwnHost);
  checkOrigin(request);
}
