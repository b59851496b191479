// One call of a webhook.
import { lookup as systemLookup } from 'node:dns';
import { request as requestPlainly } from 'node:http';
import { request as requestSafely } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookBody } from '@lectern/tts-protocol';
import { DECISIONS } from '../common/decisions.ts';
import { mayCall, plainHost, type WebhookReach } from './webhook-reach.ts';

/** An address that the service must not call. */
export class AddressRefusedError extends Error {
  override readonly name = 'AddressRefusedError';
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('The address is not one that webhooks are called at.');
  }
}

/**
 * Calls a webhook once.
 *
 * @returns the HTTP status of the answer; redirects are not followed
 * @throws if no answer came in time; AddressRefusedError; the signal's reason
 */
export type WebhookCaller = (address: string, body: WebhookBody, signal: AbortSignal) => Promise<number>;

/**
 * Resolves a name as it is called: every address that it has must be allowed, and the connection is made to the very ones
 * that were checked, so that a name whose address changes in between gains nothing.
 */
export function checkingLookup(reach: WebhookReach, lookup: typeof systemLookup): LookupFunction {
  return (host, options, done) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => mayCall(address, reach))) {
        return done(new AddressRefusedError(), []);
      }
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
}

/** What a caller is made of; what is absent is the system's and DECISIONS.webhooks'. */
export interface CallerOptions {
  readonly reach: WebhookReach;
  /** Of the service; receivers are told it. */
  readonly version: string;
  readonly lookup?: typeof systemLookup;
  /** Milliseconds for which a receiver may take to answer. */
  readonly answerMs?: number;
}

/** A caller of webhooks over HTTP. */
export function webhookCaller({ reach, version, lookup = systemLookup, answerMs }: CallerOptions): WebhookCaller {
  const checked = checkingLookup(reach, lookup);
  return async (address, body, signal) => {
    const url = new URL(address);
    const host = plainHost(url);
    // Of an address in figures no name is looked up.
    if (isIP(host) !== 0 && !mayCall(host, reach)) throw new AddressRefusedError();
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
    // A connection of its own: one that is kept could go to an address which was checked long ago.
    const request = send(url, {
      ...options,
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': length },
    });
    let status: number | undefined;
    // Once the status is known, it was answered, however the rest ends.
    request.on('error', (error) => (status === undefined ? reject(error) : resolve(status)));
    // Who changes to another protocol ends the connection without an error.
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
