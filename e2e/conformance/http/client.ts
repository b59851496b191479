// An HTTP client of the suite's own. It keeps raw responses, and records all error responses for the rules that check
// them.
import { setTimeout as sleep } from 'node:timers/promises';
import { Broken } from '../verdict.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT';
  /** An endpoint's path, relative to the base URL, or an absolute URL received from the service. */
  readonly to: string | URL;
  readonly body?: unknown;
  /** Sent unchanged instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Credential headers; by default, the account's. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Returns a 429 response instead of retrying after a minute. */
  readonly takes429?: boolean;
  readonly signal?: AbortSignal;
  /** Maximum duration including the body, in milliseconds; two minutes by default. */
  readonly longestMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** Parses the body as JSON. @throws {Broken} if it is invalid */
  json(): unknown;
}

/** An error response (400 or above). */
export interface ErrorResponse {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

const MAX_CONCURRENT_CALLS = 8;
/** Default timeout in milliseconds. */
const MAX_CALL_MS = 120_000;
/** "After a 429, new requests are accepted after a wait of no more than one minute", plus a second for latency. */
const QUIET_MINUTE_MS = 61_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

export class Client {
  readonly refusals: ErrorResponse[] = [];
  readonly #base: URL;
  readonly #credentials: Readonly<Record<string, string>>;
  readonly #lines = new Map<string, Promise<void>>();
  /** Paths that have responded with 429 even after the wait. */
  readonly #hopeless = new Set<string>();
  #free = MAX_CONCURRENT_CALLS;
  readonly #waiting: (() => void)[] = [];

  constructor(baseUrl: URL, account: { readonly key: string; readonly user: string }) {
    this.#base = baseUrl;
    this.#credentials = { AUTHORIZATION: `Bearer ${account.key}`, 'X-USER-ID': account.user };
  }

  resolve(to: string | URL): URL {
    return to instanceof URL ? to : new URL(`${this.#base.href.replace(/[?#].*$/, '').replace(/\/+$/, '')}${to}`);
  }

  /** Resolves an address that was in the response from `from`. @throws {Broken} if it is invalid */
  resolveAddress(address: string, from: string | URL): URL {
    const base = this.resolve(from);
    if (!URL.canParse(address, base.href)) throw new Broken(`an address that is none: ${JSON.stringify(address)}`);
    return new URL(address, base);
  }

  /** Returns whether credentials may be sent to a URL. Other services never get the account's credentials. */
  trusts(url: URL): boolean {
    return url.host === this.#base.host || (isLoopback(url) && isLoopback(this.#base));
  }

  call(call: Call): Promise<Reply> {
    return this.#patiently(call, () => this.#one(call));
  }

  /** Makes a call without reading its body. @param onAttempt called before each attempt */
  openWithRetry(call: Call, onAttempt: () => void = () => undefined): Promise<Response> {
    return this.#patiently(call, () => {
      onAttempt();
      return this.open(call);
    });
  }

  /** After a 429, this call and all others to the same path wait a minute before they retry. */
  async #patiently<T extends { readonly status: number; readonly headers: Headers }>(
    call: Call,
    ask: () => Promise<T>,
  ): Promise<T> {
    const reply = await ask();
    if (reply.status !== 429 || call.takes429) return reply;
    const path = this.resolve(call.to).pathname;
    const before = this.#lines.get(path) ?? Promise.resolve();
    const turn = before.then(() => this.#again(path, ask));
    this.#lines.set(
      path,
      turn.then(
        () => undefined,
        () => undefined,
      ),
    );
    return turn;
  }

  async #again<T extends { readonly status: number; readonly headers: Headers }>(path: string, ask: () => Promise<T>) {
    let reply = await ask();
    for (let tries = 2; tries > 0 && reply.status === 429 && !this.#hopeless.has(path); tries -= 1) {
      const asked = Number(reply.headers.get('retry-after') ?? Number.NaN);
      await sleep(tries === 2 && asked >= 0 && asked <= 60 ? asked * 1000 + 100 : QUIET_MINUTE_MS);
      reply = await ask();
    }
    if (reply.status === 429) this.#hopeless.add(path);
    return reply;
  }

  async #one(call: Call): Promise<Reply> {
    const release = await this.#acquireSlot();
    try {
      const response = await this.open(call);
      const bytes = new Uint8Array(await response.arrayBuffer().catch((error) => this.#failConnection(call, error)));
      const text = new TextDecoder().decode(bytes);
      this.#record(call, response.status, text);
      return {
        status: response.status,
        headers: response.headers,
        bytes,
        text,
        json() {
          try {
            return JSON.parse(text);
          } catch {
            throw new Broken(`a body that is no JSON: ${JSON.stringify(text.slice(0, 80))}`);
          }
        },
      };
    } finally {
      release();
    }
  }

  /** Makes a single attempt. Doesn't follow redirects, so that the API key can't leak to another service. */
  async open(call: Call): Promise<Response> {
    const url = this.resolve(call.to);
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const credentials = call.credentials ?? (this.trusts(url) ? this.#credentials : {});
    const limit = AbortSignal.timeout(call.longestMs ?? MAX_CALL_MS);
    const method = call.method ?? 'GET';
    const options: RequestInit = {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...credentials,
        ...call.headers,
      },
      signal: call.signal ? AbortSignal.any([call.signal, limit]) : limit,
      ...(body === undefined ? {} : { body }),
    };
    return method === 'GET'
      ? this.#read(call, url, options)
      : fetch(url, options).catch((error) => this.#failConnection(call, error));
  }

  /** Retry reads once, because the service can close an idle connection just as a call uses it (RFC 9112, 9.3.1). */
  #read(call: Call, url: URL, options: RequestInit): Promise<Response> {
    return fetch(url, options)
      .catch((error) => (isReset(error) ? fetch(url, options) : Promise.reject(error)))
      .catch((error) => this.#failConnection(call, error));
  }

  /** Records an error response. Call this after `open`, which leaves reading the body to its caller. */
  recordError(call: Call, status: number, text: string): void {
    this.#record(call, status, text);
  }

  /** Downloads a file. Tries without credentials first, because servers can reject them on signed URLs. */
  async download(address: string): Promise<Uint8Array> {
    if (!URL.canParse(address)) throw new Broken(`an address of audio that is none: ${JSON.stringify(address)}`);
    const url = new URL(address);
    const call = { to: url, headers: { accept: '*/*' } };
    const release = await this.#acquireSlot();
    try {
      const fetched = (headers: Readonly<Record<string, string>>) =>
        this.#read(call, url, { headers, signal: AbortSignal.timeout(MAX_CALL_MS) });
      let response = await fetched({});
      if ((response.status === 401 || response.status === 403) && this.trusts(url)) {
        await response.body?.cancel();
        response = await fetched(this.#credentials);
      }
      if (response.status !== 200) throw new Broken(`${response.status} from the address of the audio`);
      return new Uint8Array(await response.arrayBuffer().catch((error) => this.#failConnection(call, error)));
    } finally {
      release();
    }
  }

  #record(call: Call, status: number, text: string): void {
    if (status < 400) return;
    this.refusals.push({ call: `${call.method ?? 'GET'} ${this.resolve(call.to).pathname}`, status, text });
  }

  #failConnection(call: Call, error: unknown): never {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Broken(`no answer to ${call.method ?? 'GET'} ${this.resolve(call.to).pathname}: ${reason}`, {
      cause: error,
    });
  }

  async #acquireSlot(): Promise<() => void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

const isReset = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNRESET';
