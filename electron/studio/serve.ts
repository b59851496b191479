import { STUDIO_REQUESTS, type StudioChannel } from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import { malformed, parseRequest } from '../../shared/ipc/parse-request.ts';
import {
  type FromStudio,
  INTERNAL_REQUESTS,
  type InternalName,
  STUDIO_CALLS,
  type StudioCallName,
  type StudioCallOf,
  type StudioCallReplyOf,
  type StudioInit,
  toStudioSchema,
} from '../../shared/ipc/studio-protocol.ts';
import type { Studio } from './studio.ts';

export interface StudioPort {
  postMessage(message: FromStudio): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** Throws an Error with the main process's message. */
export type StudioCaller = <N extends StudioCallName>(name: N, input: StudioCallOf<N>) => Promise<StudioCallReplyOf<N>>;

export interface ServeOptions {
  readonly port: StudioPort;
  /** Called once, after the main process has sent the initial settings. */
  readonly open: (init: StudioInit, call: StudioCaller) => Promise<Studio>;
  readonly onQuit: () => void;
  /** Called if the studio can't be opened or the main process uses a different protocol. */
  readonly onFailure: (error: unknown) => void;
}

interface PendingCall {
  readonly name: StudioCallName;
  readonly resolve: (value: never) => void;
  readonly reject: (error: Error) => void;
}

export interface ServedStudio {
  noteUnhandled(error: unknown): void;
}

export function serveStudio(options: ServeOptions): ServedStudio {
  const server = new Server(options);
  options.port.on('message', ({ data }) => server.take(data));
  return server;
}

class Server {
  readonly #options: ServeOptions;
  readonly #calls = new Map<number, PendingCall>();
  #studio: Promise<Studio> | null = null;
  #lastCall = 0;

  constructor(options: ServeOptions) {
    this.#options = options;
  }

  take(data: unknown): void {
    const parsed = toStudioSchema.safeParse(data);
    if (!parsed.success) {
      this.#options.onFailure(new Error('a message of an unknown form'));
      return;
    }
    const message = parsed.data;
    switch (message.type) {
      case 'init':
        this.#open(message);
        return;
      case 'request':
        void this.#answerRequest(message.id, message.channel, message.input);
        return;
      case 'internal':
        void this.#answer(message.id, () => this.#internal(message.name, message.input));
        return;
      case 'call-reply':
        this.#settle(message.id, message.reply);
        return;
      case 'power':
        // A failure to open the studio has already been reported.
        this.#studio?.then((studio) => studio.power(message.state)).catch(() => {});
        return;
    }
  }

  #open(init: StudioInit): void {
    const { open, port, onFailure } = this.#options;
    this.#studio ??= open(init, (name, input) => this.#call(name, input));
    this.#studio.then((studio) => {
      studio.onEvent((name, payload) => port.postMessage({ type: 'event', name, payload }));
      port.postMessage({ type: 'ready' });
    }, onFailure);
  }

  noteUnhandled(error: unknown): void {
    const { onFailure } = this.#options;
    if (this.#studio) this.#studio.then((studio) => studio.noteUnhandled(error)).catch(onFailure);
    else onFailure(error);
  }

  async #request(channel: string, input: unknown) {
    if (!isChannel(channel)) return malformed(['channel']);
    const parsed = parseRequest(STUDIO_REQUESTS[channel], input);
    if (!parsed.ok) return parsed;
    // The channel's own schema parsed the input, which TypeScript can't infer for a union of channels.
    return (await this.#ready()).handle(channel, parsed.value as never);
  }

  async #internal(name: string, input: unknown) {
    if (!isInternal(name)) return malformed(['name']);
    const parsed = parseRequest(INTERNAL_REQUESTS[name], input);
    if (!parsed.ok) return parsed;
    const envelope = await (await this.#ready()).handleInternal(name, parsed.value as never);
    // Quit after the reply has been sent.
    if (name === 'quit') setImmediate(this.#options.onQuit);
    return envelope;
  }

  #ready(): Promise<Studio> {
    return this.#studio ?? Promise.reject(new Error('the studio was asked before it was told where everything is'));
  }

  async #answer(id: number, work: () => Promise<Envelope<unknown>>): Promise<void> {
    try {
      this.#options.port.postMessage({ type: 'reply', id, envelope: await work() });
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  async #answerRequest(id: number, channel: string, input: unknown): Promise<void> {
    if (WITH_BYTES.has(channel)) return this.#answer(id, () => this.#request(channel, input));
    try {
      const text = JSON.stringify(await this.#request(channel, input));
      this.#options.port.postMessage({ type: 'reply-text', id, text });
    } catch (error) {
      this.#options.onFailure(error);
    }
  }

  #call<N extends StudioCallName>(name: N, input: StudioCallOf<N>): Promise<StudioCallReplyOf<N>> {
    this.#lastCall += 1;
    const id = this.#lastCall;
    return new Promise<StudioCallReplyOf<N>>((resolve, reject) => {
      this.#calls.set(id, { name, resolve, reject });
      this.#options.port.postMessage({ type: 'call', id, name, input });
    });
  }

  #settle(id: number, reply: { ok: true; value?: unknown } | { ok: false; message: string }): void {
    const waiting = this.#calls.get(id);
    this.#calls.delete(id);
    if (!waiting) return;
    if (!reply.ok) {
      waiting.reject(new Error(reply.message));
      return;
    }
    const parsed = STUDIO_CALLS[waiting.name].output.safeParse(reply.value);
    if (parsed.success) waiting.resolve(parsed.data as never);
    else waiting.reject(new Error(`an answer to ${waiting.name} of an unknown form`));
  }
}

/** Replies that contain binary data, which JSON can't represent. */
const WITH_BYTES: ReadonlySet<string> = new Set<StudioChannel>(['review.peaks']);

const isChannel = (name: string): name is StudioChannel => Object.hasOwn(STUDIO_REQUESTS, name);
const isInternal = (name: string): name is InternalName => Object.hasOwn(INTERNAL_REQUESTS, name);
