// Which requests are answered at all: those that call the service by an address of its own and come from no foreign web page.
//
// A web page can have its own name resolve to this machine and then read answers as its own (DNS rebinding): its requests
// carry that name in their Host header. Other pages can send requests without reading the answers, and learn from those
// that succeed.
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from '../common/loopback.ts';
import { ApiError, invalidParameters } from './errors.ts';

const AUTHORITY = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;

/**
 * The name or IP address in a Host header, in lower case, without brackets and in its usual form (`127.1` is 127.0.0.1);
 * undefined where it is neither.
 */
function nameIn(authority: string): string | undefined {
  const address = `http://${authority}`;
  if (!AUTHORITY.test(authority) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

const isLocalName = (name: string | undefined): boolean =>
  name !== undefined && (name === 'localhost' || isLoopback(name));

/** Whether a Host header (`name`, `name:port`) may be answered. */
export type HostChecker = (host: string) => boolean;

/**
 * Accepts the names of this machine and the address that the service listens on. One that listens on every address accepts
 * all IP addresses (no page can have one resolve to this machine) and the machine's own name. Ports do not matter: they
 * change on their way through a tunnel.
 *
 * @param listening the name or IP address to listen on, without brackets
 */
export function hostChecker(listening: string): HostChecker {
  const own = nameIn(listening.includes(':') ? `[${listening.replace(/%.*$/, '')}]` : listening);
  const isEverywhere = own === '0.0.0.0' || own === '::';
  const machine = hostname().toLowerCase();
  const names = isEverywhere ? [machine, `${machine}.local`] : [own];
  return (host) => {
    const name = nameIn(host);
    if (name === undefined) return false;
    return isLocalName(name) || names.includes(name) || (isEverywhere && isIP(name) !== 0);
  };
}

const misdirected = (): ApiError =>
  new ApiError(
    421,
    'MISDIRECTED_REQUEST',
    'The Host header must name this machine (127.0.0.1, [::1] or localhost) or the address that the service was started with (--host).',
  );

/** @throws ApiError 400 where no host or more than one is named, 421 where it is none of the service's */
function checkHost({ raw, originalUrl }: FastifyRequest, isOwn: HostChecker): void {
  const { host } = raw.headers;
  // Names and values, one after another; of several hosts only one is among `headers`.
  const hosts = raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  // RFC 9112, section 3.2.
  if (hosts.length > 1) throw invalidParameters('The Host header is given more than once.');
  if (host === undefined && raw.httpVersion === '1.1') throw invalidParameters('The Host header is missing.');
  if (host !== undefined && !isOwn(host)) throw misdirected();
  // Requests as they are sent to a proxy name the whole address.
  const named = /^https?:\/\/([^/?#]*)/i.exec(originalUrl)?.[1];
  if (named !== undefined && !isOwn(named)) throw misdirected();
}

/** Whether a page of this machine or of the service's own address has sent a request. */
function isOwnOrigin(origin: string, host: string | undefined): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false;
  return isLocalName(nameIn(new URL(origin).host)) || origin === `http://${host}`;
}

/** @throws ApiError 403 where a web page of another site has sent a request */
function checkOrigin({ headers }: FastifyRequest): void {
  const { origin, host } = headers;
  const isNavigation = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  // What a page embeds or loads without reading it carries no origin, but browsers say this of it.
  const isEmbedded = headers['sec-fetch-site'] === 'cross-site' && !isNavigation;
  if ((origin !== undefined && !isOwnOrigin(origin, host)) || (origin === undefined && isEmbedded)) {
    throw new ApiError(403, 'ORIGIN_NOT_ALLOWED', 'Web pages of other sites may not call this service.');
  }
}

/** @throws ApiError 400, 403, 421 where a request is refused from any sender */
export function checkSource(request: FastifyRequest, isOwnHost: HostChecker): void {
  checkHost(request, isOwnHost);
  checkOrigin(request);
}
