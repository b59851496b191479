// Chromium's DevTools protocol over a pipe. When this process ends, the pipe closes and Chromium exits.
import { EventEmitter } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from '@playwright/test';

/** Sends a protocol command. If Chromium rejects the command or has exited, the error contains the command's name. */
export type Send = CDPSession['send'];
type On = CDPSession['on'];

interface PendingCommand {
  readonly method: string;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly sessionId?: string;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** A protocol session with the browser or a page. */
export interface Target {
  readonly send: Send;
  readonly on: On;
  close(): void;
}

/** Communicates with a Chromium started with `--remote-debugging-pipe`. */
export class Devtools {
  readonly browser: Target;
  readonly #input: Writable;
  readonly #waiting = new Map<number, PendingCommand>();
  readonly #emitters = new Map<string, EventEmitter>();
  #lastId = 0;
  #hasGone = false;

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    this.browser = this.#createTarget('');
    input.on('error', () => {});
    output.on('error', () => {});
    output.on('close', () => this.#handleDisconnect());
    let parts: Buffer[] = [];
    output.on('data', (data: Buffer) => {
      let from = 0;
      for (let end = data.indexOf(0); end >= 0; end = data.indexOf(0, from)) {
        parts.push(data.subarray(from, end));
        this.#receive(JSON.parse(Buffer.concat(parts).toString()));
        parts = [];
        from = end + 1;
      }
      if (from < data.length) parts.push(data.subarray(from));
    });
  }

  async attach(targetId: string): Promise<Target> {
    const { sessionId } = await this.browser.send('Target.attachToTarget', { targetId, flatten: true });
    return this.#createTarget(sessionId);
  }

  #createTarget(sessionId: string): Target {
    const emitter = new EventEmitter().setMaxListeners(0);
    this.#emitters.set(sessionId, emitter);
    const send = (method: string, params?: object) => this.#call(method, params ?? {}, sessionId);
    return {
      send: send as Send,
      on: emitter.on.bind(emitter) as unknown as On,
      close: () => this.#emitters.delete(sessionId),
    };
  }

  #call(method: string, params: object, sessionId: string): Promise<unknown> {
    if (this.#hasGone) return Promise.reject(new Error(`${method}: Chromium has gone`));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { method, resolve, reject });
      this.#input.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`);
    });
  }

  #receive({ id, method, params, sessionId, result, error }: Message): void {
    if (id === undefined) {
      if (method) this.#emitters.get(sessionId ?? '')?.emit(method, params);
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(`${waiting.method}: ${error.message}`));
    else waiting?.resolve(result);
  }

  #handleDisconnect(): void {
    this.#hasGone = true;
    for (const { method, reject } of this.#waiting.values()) reject(new Error(`${method}: Chromium has gone`));
    this.#waiting.clear();
  }
}
