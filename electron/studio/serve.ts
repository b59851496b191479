// Answers the requests of the window and the main process. It doesn't depend on Electron, so tests can run a studio in
// their own process.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import {
  malformed,
  type ParsedRequestOf,
  parseRequest,
  type ReplyOf,
  STUDIO_REQUESTS,
  type StudioChannel,
} from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import type { EventName } from '../../shared/ipc/events.ts';
import {
  type FromStudio,
  INTERNAL_REQUESTS,
  type InternalName,
  type InternalReplyOf,
  type InternalRequestOf,
  STUDIO_CALLS,
  type StudioCallName,
  type StudioCallOf,
  type StudioCallReplyOf,
  type StudioInit,
  toStudioSchema,
} from '../../shared/ipc/studio-protocol.ts';
import { hasStep } from '../../shared/ipc/undo-requests.ts';
import { isLaunchEvent } from '../../shared/rules/launched-process.ts';
import { whileRecordingChanges } from '../core/project/folder/change-recording.ts';
import type { StudioPorts } from '../core/session/studio-ports.ts';
import { openServices } from './running-services.ts';
import { toBridgeError } from './to-bridge-error.ts';

export interface Studio {
  /** Never rejects; errors are in the envelope. */
  handle<C extends StudioChannel>(channel: C, input: ParsedRequestOf<C>): Promise<Envelope<ReplyOf<C>>>;
  /** Never rejects. */
  handleInternal<N extends InternalName>(name: N, input: InternalRequestOf<N>): Promise<Envelope<InternalReplyOf<N>>>;
  onEvent(listener: (name: EventName, payload: unknown) => void): () => void;
  power(state: 'suspend' | 'resume'): void;
  noteUnhandled(error: unknown): void;
}

export async function createStudio(ports: StudioPorts): Promise<Studio> {
  const listeners = new Set<(name: EventName, payload: unknown) => void>();
  const services = await openServices(ports, (name, payload) => {
    for (const listener of listeners) listener(name, payload);
  });

  /** Runs a handler and checks its reply against the contract. */
  async function answer<T>(name: string, output: z.ZodType, work: () => unknown): Promise<Envelope<T>> {
    try {
      // The contract guarantees that the reply matches the name, but TypeScript can't infer this for a union of names.
      return { ok: true, value: checkReply(output, await work(), ports.replies) as T };
    } catch (error) {
      const known = toBridgeError(error);
      if (known?.kind === 'project' && known.problem.kind === 'moved-while-open') {
        services.projects.session?.emitSummarySoon();
      }
      return { ok: false, error: known ?? { kind: 'internal', id: services.defect(`${name}: `, error) } };
    }
  }

  return {
    handle: (channel, input) =>
      answer(channel, STUDIO_REQUESTS[channel].output, () =>
        RECORDED.has(channel)
          ? whileRecordingChanges(() => services.handlers[channel](input))
          : services.handlers[channel](input),
      ),
    handleInternal: (name, input) => answer(name, INTERNAL_REQUESTS[name].output, () => services.internal[name](input)),
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    power(state) {
      if (state === 'resume') services.connections.wake();
    },
    noteUnhandled(error) {
      const id = services.defect('in the background: ', error);
      for (const listener of listeners) listener('defect', { id });
    },
  };
}

/** Requests that create, undo or redo a step. Recording slows down edits, and the start of a run even more. */
const RECORDED: ReadonlySet<string> = new Set<string>([
  ...Object.entries(STUDIO_REQUESTS).flatMap(([channel, { output }]) => (hasStep(output) ? [channel] : [])),
  'undo.undo',
  'undo.redo',
]);

function checkReply(schema: z.ZodType, reply: unknown, replies: StudioPorts['replies']): unknown {
  if (replies === 'trusted') return reply;
  const parsed = schema.parse(reply);
  if (replies === 'exact' && !isDeepStrictEqual(asJson(parsed), asJson(reply))) {
    throw new Error('a reply holds what the contract does not name');
  }
  return parsed;
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

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
    // Messages of the models that the studio has started, which `startModelProcess` receives.
    if (isLaunchEvent(data)) return;
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
    // The input has been parsed with the channel's own schema, but TypeScript can't infer this for a union of channels.
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
