// The server that Chromium's pages connect to, for custom schemes and large messages.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { BigMessages } from './big-messages.ts';
import { SchemeAddresses } from './scheme-addresses.ts';

/** Handles a request of a custom scheme. */
export type SchemeHandler = (request: Request) => Response | Promise<Response>;

export class LoopbackServer {
  readonly addresses = new SchemeAddresses();
  readonly bigMessages = new BigMessages();
  readonly #secret = randomUUID();
  readonly #handlers = new Map<string, SchemeHandler>();
  readonly #warn: (message: string) => void;
  readonly #server = createServer((request, response) => void this.#handleRequest(request, response));

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** Listens on 127.0.0.1 without keeping the process alive. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#server.unref();
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The path for large messages on every custom scheme's origin. Only preload scripts know it. */
  get channelPath(): string {
    return `/${this.#secret}/`;
  }

  handle(scheme: string, handler: SchemeHandler | null): void {
    if (handler) this.#handlers.set(scheme, handler);
    else this.#handlers.delete(scheme);
  }

  isHandled(scheme: string): boolean {
    return this.#handlers.has(scheme);
  }

  async #handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const host = request.headers.host ?? '';
    const path = request.url ?? '/';
    const place = this.addresses.parseHost(host);
    const handler = place && this.#handlers.get(place.scheme);
    if (host === `127.0.0.1:${this.port}`) this.#serveEmptyPage(path, response);
    else if (!place || !handler) response.writeHead(404).end('No handler for this scheme');
    else if (path.startsWith(this.channelPath)) {
      await this.bigMessages.handleRequest(path.slice(this.channelPath.length), request, response);
    } else await this.#serveScheme(`${place.scheme}://${place.host}${path}`, handler, request, response);
  }

  /**
   * New windows start at an address that responds with 204, which leaves the frame empty. Playwright therefore reports
   * a window only when its first real page loads, with the preload script in place.
   */
  #serveEmptyPage(path: string, response: ServerResponse): void {
    if (path.startsWith('/window/')) response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
    else response.writeHead(204).end();
  }

  async #serveScheme(address: string, handler: SchemeHandler, request: IncomingMessage, response: ServerResponse) {
    const hasGone = new AbortController();
    response.on('close', () => hasGone.abort());
    try {
      const answer = await handler(this.#toFetchRequest(address, request, hasGone.signal));
      if (answer.type === 'error') {
        response.destroy();
        return;
      }
      response.writeHead(answer.status, answer.statusText || undefined, this.#toNodeHeaders(answer.headers, address));
      if (!answer.body || request.method === 'HEAD') response.end();
      else {
        const body = Readable.fromWeb(answer.body as ReadableStream);
        response.on('close', () => body.destroy());
        body.on('error', () => response.destroy()).pipe(response);
      }
    } catch (error) {
      if (hasGone.signal.aborted) return;
      this.#warn(`The protocol's handler failed at ${address}: ${error instanceof Error ? error.stack : error}`);
      response.destroy();
    }
  }

  #toFetchRequest(address: string, request: IncomingMessage, signal: AbortSignal): Request {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (name === 'host' || name === 'connection' || value === undefined) continue;
      const text = String(value);
      headers.set(name, name === 'origin' || name === 'referer' ? this.addresses.fromChromium(text) : text);
    }
    const method = request.method ?? 'GET';
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const body = hasBody ? { body: Readable.toWeb(request), duplex: 'half' as const } : {};
    return new Request(address, { method, headers, signal, ...body });
  }

  #toNodeHeaders(headers: Headers, address: string): Record<string, string> {
    const channel = new URL(this.channelPath, this.addresses.toChromium(address)).href;
    const entries = [...headers].map(([name, value]): [string, string] => {
      if (name === 'content-security-policy') return [name, this.addresses.translatePolicy(value, channel)];
      if (name === 'access-control-allow-origin') return [name, this.addresses.toChromium(value).replace(/\/$/, '')];
      return [name, value];
    });
    return Object.fromEntries(entries);
  }
}
