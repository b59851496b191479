import type { Target } from '../chromium/devtools.ts';
import { host } from '../host-state.ts';
import type { MessageFromPage, MessageToPage } from '../page/messages.ts';

/** Maximum characters per message over the DevTools pipe. Longer messages use a loopback request; see BigMessages. */
const MAX_ON_PIPE_LENGTH = 32_768;

/** The main process's end of a document's message channel. Messages arrive in the order in which they were sent. */
export class PageMessages {
  readonly #send: Target['send'];
  readonly #context: string;
  readonly #onMessage: (message: MessageFromPage, reply: (message: MessageToPage) => void) => void;
  readonly #offered = new Set<string>();
  #previous: Promise<void> = Promise.resolve();
  #waiting = 0;
  #isClosed = false;

  /** @param context unique ID of the preload script's world in that document */
  constructor(
    send: Target['send'],
    context: string,
    onMessage: (message: MessageFromPage, reply: (message: MessageToPage) => void) => void,
  ) {
    this.#send = send;
    this.#context = context;
    this.#onMessage = onMessage;
  }

  /** Sends a message, or drops it if the document no longer exists. */
  post(message: MessageToPage): void {
    if (this.#isClosed) return;
    let text = JSON.stringify(message);
    if (text.length > MAX_ON_PIPE_LENGTH) {
      const name = host().server.bigMessages.offer(text);
      this.#offered.add(name);
      text = `#${name}`;
    }
    const parameters = {
      functionDeclaration: 'function (text) { __hostTake(text); }',
      arguments: [{ value: text }],
      uniqueContextId: this.#context,
    };
    this.#send('Runtime.callFunctionOn', parameters).catch(() => {});
  }

  /** Handles a message from the page. If the payload is a reference, fetches the body first. */
  handlePayload(payload: string): void {
    if (!payload.startsWith('#') && this.#waiting === 0) {
      this.#deliver(payload);
      return;
    }
    this.#waiting += 1;
    const isBody = payload.startsWith('#');
    if (isBody) this.#offered.add(payload.slice(1));
    const body = isBody ? host().server.bigMessages.take(payload.slice(1)) : Promise.resolve(payload);
    this.#previous = Promise.all([body, this.#previous]).then(([text]) => {
      this.#waiting -= 1;
      this.#deliver(text);
    });
  }

  close(): void {
    this.#isClosed = true;
    host().server.bigMessages.discard(this.#offered);
  }

  #deliver(text: string): void {
    if (!this.#isClosed) this.#onMessage(JSON.parse(text), (message) => this.post(message));
  }
}
