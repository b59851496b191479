import type { MessageFromPage, MessageToPage } from './messages.ts';
import type { PageLocation } from './page-globals.ts';

declare const location: PageLocation;

/**
 * Maximum characters per message over the DevTools pipe, which takes 30 ms per million characters. Longer messages use
 * a loopback request.
 */
const MAX_ON_PIPE_LENGTH = 32_768;

/** The page's end of the message channel. Messages arrive in the order in which they were sent. */
export class PageChannel {
  readonly #toMain: (text: string) => void;
  readonly #path: string;
  readonly #receive: (message: MessageToPage) => void;
  #previous: Promise<void> = Promise.resolve();
  #waiting = 0;
  #lastBody = 0;

  constructor(toMain: (text: string) => void, path: string, receive: (message: MessageToPage) => void) {
    this.#toMain = toMain;
    this.#path = path;
    this.#receive = receive;
  }

  send(message: MessageFromPage): void {
    const body = JSON.stringify(message);
    if (body.length <= MAX_ON_PIPE_LENGTH || !location.hostname.endsWith('.localhost')) {
      this.#toMain(body);
      return;
    }
    this.#lastBody += 1;
    const name = `in-${this.#lastBody}-${Math.random().toString(36).slice(2)}`;
    this.#toMain(`#${name}`);
    // Use a Blob: Chromium would send any other body to every DevTools client that watches network events. If the page
    // closes before the request completes, the message is lost, as in Electron.
    fetch(this.#path + name, { method: 'POST', body: new Blob([body]) }).catch(() => {});
  }

  /** Handles a message from the main process. If the payload is a reference, fetches the body first. */
  handlePayload(text: string): void {
    if (!text.startsWith('#') && this.#waiting === 0) {
      this.#receive(JSON.parse(text));
      return;
    }
    this.#waiting += 1;
    const body: Promise<unknown> = text.startsWith('#')
      ? this.#fetchBody(text.slice(1))
      : Promise.resolve(JSON.parse(text));
    const delivered = Promise.all([body, this.#previous]).then(([message]) => {
      this.#waiting -= 1;
      this.#receive(message as MessageToPage);
    });
    this.#previous = delivered.catch(() => {});
  }

  async #fetchBody(name: string): Promise<unknown> {
    const reply = await fetch(this.#path + name);
    // This is twice as fast as `reply.json()`.
    return JSON.parse(new TextDecoder().decode(await reply.arrayBuffer()));
  }
}
