import type { FromPage, ToPage } from './messages.ts';
import type { PageLocation } from './page-globals.ts';

declare const location: PageLocation;

/** Longer texts (characters) go by a loopback request; the DevTools pipe takes 30 ms for each million. */
const LONGEST_ON_PIPE = 32_768;

/** A page's way to the main process: messages arrive in the order in which they were sent. */
export class PageChannel {
  readonly #toMain: (text: string) => void;
  readonly #path: string;
  readonly #receive: (message: ToPage) => void;
  #previous: Promise<void> = Promise.resolve();
  #waiting = 0;
  #lastBody = 0;

  constructor(toMain: (text: string) => void, path: string, receive: (message: ToPage) => void) {
    this.#toMain = toMain;
    this.#path = path;
    this.#receive = receive;
  }

  send(message: FromPage): void {
    const body = JSON.stringify(message);
    if (body.length <= LONGEST_ON_PIPE || !location.hostname.endsWith('.localhost')) {
      this.#toMain(body);
      return;
    }
    this.#lastBody += 1;
    const name = `in-${this.#lastBody}-${Math.random().toString(36).slice(2)}`;
    this.#toMain(`#${name}`);
    // A Blob, because any other body would be sent to every client that watches the page's network. A page that closes
    // before this is done takes its message with it, as an Electron window does.
    fetch(this.#path + name, { method: 'POST', body: new Blob([body]) }).catch(() => {});
  }

  /** Takes what the main process sends: a message, or the name of its body. */
  take(text: string): void {
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
      this.#receive(message as ToPage);
    });
    this.#previous = delivered.catch(() => {});
  }

  async #fetchBody(name: string): Promise<unknown> {
    const reply = await fetch(this.#path + name);
    // Twice as quick as the reply's own json().
    return JSON.parse(new TextDecoder().decode(await reply.arrayBuffer()));
  }
}
