import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

/**
 * Bodies of messages between a page and the main process that the DevTools pipe is too slow for (40 to
 * 100 ms for 1.4 MB, where a loopback request takes 15). The pipe carries a number in their place, so that the order of messages stays.
 */
export class BigMessages {
  readonly #outgoing = new Map<string, string>();
  readonly #incoming = new Map<string, PromiseWithResolvers<string>>();
  #last = 0;

  /** Keeps a body until the page fetches it; answers the name under which it does. */
  offer(body: string): string {
    this.#last += 1;
    const name = `out-${this.#last}`;
    this.#outgoing.set(name, body);
    return name;
  }

  /** The body that a page posts under this name. */
  take(name: string): Promise<string> {
    const waiting = this.#waiting(name);
    return waiting.promise.finally(() => this.#incoming.delete(name));
  }

  /** Forgets what a page that has gone will neither fetch nor post. */
  forget(names: Iterable<string>): void {
    for (const name of names) {
      this.#outgoing.delete(name);
      this.#incoming.delete(name);
    }
  }

  /** Answers a page's request for a body, or takes the one that it posts. */
  async answer(name: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'POST') {
      this.#waiting(name).resolve((await buffer(request)).toString());
      response.writeHead(204).end();
      return;
    }
    const body = this.#outgoing.get(name);
    this.#outgoing.delete(name);
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
  }

  #waiting(name: string): PromiseWithResolvers<string> {
    const known = this.#incoming.get(name) ?? Promise.withResolvers<string>();
    this.#incoming.set(name, known);
    return known;
  }
}
