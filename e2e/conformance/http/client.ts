// The suite's own HTTP: what comes back is kept as it is, and every refusal is remembered for the rules about errors.
import { setTimeout as sleep } from 'node:timers/promises';
import { Broken } from '../verdict.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE' | 'PUT';
  /** A path of the interface, which is relative to the base address, or an address that the service gave. */
  readonly to: string | URL;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly rawBody?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The headers that say who calls; those of the account unless given. */
  readonly credentials?: Readonly<Record<string, string>>;
  /** Whether a 429 is an answer: else the call is repeated once the minute is over. */
  readonly takes429?: boolean;
  readonly signal?: AbortSignal;
  /** How long the answer with its body may take, in milliseconds; two minutes unless given. */
  readonly longestMs?: number;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly text: string;
  /** The body read as JSON. @throws {Broken} where it is none */
  json(): unknown;
}

/** A reply of 400 or above, as it came. */
export interface Refusal {
  readonly call: string;
  readonly status: number;
  readonly text: string;
}

/** Bodies and event streams of one service: at most this many calls at once. */
const CALLS_AT_ONCE = 8;
/** No answer is waited for longer than this, in milliseconds, unless the call says so. */
const LONGEST_CALL_MS = 120_000;
/** "After a 429, new requests are accepted after a wait of no more than one minute": and a second for the way. */
const QUIET_MINUTE_MS = 61_000;

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;
export const isLoopback = (url: URL): boolean => LOOPBACK.test(url.hostname);

export class Client {
  readonly refusals: Refusal[] = [];
  readonly #base: URL;
  readonly #credentials: Readonly<Record<string, string>>;
  readonly #lines = new Map<string, Promise<void>>();
  /** Paths that go on refusing, however long one waits. */
  readonly #hopeless = new Set<string>();
  #free = CALLS_AT_ONCE;
  readonly #waiting: (() => void)[] = [];

  constructor(baseUrl: URL, account: { readonly key: string; readonly user: string }) {
    this.#base = baseUrl;
    this.#credentials = { AUTHORIZATION: `Bearer ${account.key}`, 'X-USER-ID': account.user };
  }

  /** A path of the interface as a whole address. */
  resolve(to: string | URL): URL {
    return to instanceof URL ? to : new URL(`${this.#base.href.replace(/[?#].*$/, '').replace(/\/+$/, '')}${to}`);
  }

  /** An address that stood in the answer from `from`, as a whole address. @throws {Broken} where it is none */
  given(address: string, from: string | URL): URL {
    const base = this.resolve(from);
    if (!URL.canParse(address, base.href)) throw new Broken(`an address that is none: ${JSON.stringify(address)}`);
    return new URL(address, base);
  }

  /** Whether the account's headers may be sent to an address: they leave this service for no other. */
  trusts(url: URL): boolean {
    return url.host === this.#base.host || (isLoopback(url) && isLoopback(this.#base));
  }

  /** One call, its body read to the end. */
  call(call: Call): Promise<Reply> {
    return this.#patiently(call, () => this.#one(call));
  }

  /** One call, its body left to the caller. @param asking is told of each try, the last of which counts */
  openPatiently(call: Call, asking: () => void = () => undefined): Promise<Response> {
    return this.#patiently(call, () => {
      asking();
      return this.open(call);
    });
  }

  /** Where a call is refused with 429, it and all others to its path wait in line for the minute to be over. */
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
    const release = await this.#turn();
    try {
      const response = await this.open(call);
      const bytes = new Uint8Array(await response.arrayBuffer().catch((error) => this.#lost(call, error)));
      const text = new TextDecoder().decode(bytes);
      this.#remember(call, response.status, text);
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

  /** One call without patience. Redirects are not followed, so that no key goes astray. */
  async open(call: Call): Promise<Response> {
    const url = this.resolve(call.to);
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const credentials = call.credentials ?? (this.trusts(url) ? this.#credentials : {});
    const limit = AbortSignal.timeout(call.longestMs ?? LONGEST_CALL_MS);
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
      : fetch(url, options).catch((error) => this.#lost(call, error));
  }

  /** A service may close an idle connection just as a call leaves on it: what only reads is sent once more (RFC 9112, 9.3.1). */
  #read(call: Call, url: URL, options: RequestInit): Promise<Response> {
    return fetch(url, options)
      .catch((error) => (wasReset(error) ? fetch(url, options) : Promise.reject(error)))
      .catch((error) => this.#lost(call, error));
  }

  /** Remembers a refusal that was read by the caller of `open`. */
  remember(call: Call, status: number, text: string): void {
    this.#remember(call, status, text);
  }

  /** The file behind an address: without the account's headers first, since that may be signed for itself. */
  async download(address: string): Promise<Uint8Array> {
    if (!URL.canParse(address)) throw new Broken(`an address of audio that is none: ${JSON.stringify(address)}`);
    const url = new URL(address);
    const call = { to: url, headers: { accept: '*/*' } };
    const release = await this.#turn();
    try {
      const fetched = (headers: Readonly<Record<string, string>>) =>
        this.#read(call, url, { headers, signal: AbortSignal.timeout(LONGEST_CALL_MS) });
      let response = await fetched({});
      if ((response.status === 401 || response.status === 403) && this.trusts(url)) {
        await response.body?.cancel();
        response = await fetched(this.#credentials);
      }
      if (response.status !== 200) throw new Broken(`${response.status} from the address of the audio`);
      return new Uint8Array(await response.arrayBuffer().catch((error) => this.#lost(call, error)));
    } finally {
      release();
    }
  }

  #remember(call: Call, status: number, text: string): void {
    if (status < 400) return;
    this.refusals.push({ call: `${call.method ?? 'GET'} ${this.resolve(call.to).pathname}`, status, text });
  }

  #lost(call: Call, error: unknown): never {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Broken(`no answer to ${call.method ?? 'GET'} ${this.resolve(call.to).pathname}: ${reason}`, {
      cause: error,
    });
  }

  async #turn(): Promise<() => void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    return () => {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    };
  }
}

const wasReset = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof Error && 'code' in error.cause && error.cause.code === 'ECONNRESET';
