import { lookup as systemLookup } from 'node:dns';
import { request as requestPlainly } from 'node:http';
import { request as requestSafely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookBody } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import { hostWithoutBrackets, isAllowed, type WebhookReach } from './webhook-reach.ts';

export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('Webhooks may not call this address.');
  }
}

/**
 * Calls a webhook without following redirects and returns the HTTP status.
 * @throws if there is no response in time; AddressRefusedError
 */
export type WebhookCaller = (address: string, body: WebhookBody, signal: AbortSignal) => Promise<number>;

/**
 * Prevents DNS rebinding: all addresses of a name must be allowed, and only the checked addresses are used for the
 * connection.
 */
export function restrictedLookup(reach: WebhookReach, lookup: typeof systemLookup): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => isAllowed(address, reach))) {
        return done(new AddressRefusedError(), []);
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

export interface CallerOptions {
  readonly reach: WebhookReach;
  readonly version: string;
  readonly lookup?: typeof systemLookup;
  readonly answerMs?: number;
}

export function createWebhookCaller({ reach, version, lookup = systemLookup, answerMs }: CallerOptions): WebhookCaller {
  const checked = restrictedLookup(reach, lookup);
  return async (address, body, signal) => {
    const url = new URL(address);
    const host = hostWithoutBrackets(url);
    // IP addresses don't go through `lookup`, so check them here.
    if (isIP(host) !== 0 && !isAllowed(host, reach)) throw new AddressRefusedError();
    const inTime = AbortSignal.timeout(answerMs ?? DECISIONS.webhooks.answerSeconds * 1000);
    return post(url, JSON.stringify(body), {
      headers: { 'content-type': 'application/json', 'user-agent': `Lectern/${version}`, accept: '*/*' },
      lookup: checked,
      signal: AbortSignal.any([signal, inTime]),
    });
  };
}

interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly lookup: LookupFunction;
  readonly signal: AbortSignal;
}

function post(url: URL, body: string, { headers, ...options }: PostOptions): Promise<number> {
  const send = url.protocol === 'https:' ? requestSafely : requestPlainly;
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    // Don't reuse connections, because their address might have been checked long ago.
    const request = send(url, {
      ...options,
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': length },
    });
    let status: number | undefined;
    // Errors after the status has arrived don't matter.
    request.on('error', (error) => (status === undefined ? reject(error) : resolve(status)));
    // A protocol upgrade closes the connection without an error.
    request.on('close', () => status === undefined && reject(new Error('The connection was closed.')));
    request.on('response', (response) => {
      status = response.statusCode ?? 0;
      let taken = 0;
      response.on('data', (bytes: Buffer) => {
        taken += bytes.length;
        if (taken > DECISIONS.webhooks.answerBytes) response.destroy();
      });
      response.on('error', () => {});
      response.on('close', () => resolve(status ?? 0));
    });
    request.end(body);
  });
}
