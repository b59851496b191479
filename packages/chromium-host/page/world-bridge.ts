// Both halves of contextBridge. A page and its preload script live in two worlds of the same document and exchange
// values in the `detail` of events, which Chromium clones between worlds.
import type { PageEvent, PageWindow } from './page-globals.ts';

declare const window: PageWindow;

/** A value in transit: plain data, or a reference to a value that needs a proxy in the other world. */
type TransferValue =
  | readonly ['data', unknown]
  | readonly ['function', number]
  | readonly ['promise', number]
  | readonly ['error', string, string | undefined]
  | readonly ['array', readonly TransferValue[]]
  | readonly ['object', readonly (readonly [string, TransferValue])[]];

type CallOutcome = { readonly ok: boolean; readonly value: TransferValue };

type BridgeMessage =
  | { readonly op: 'call'; readonly id: number; readonly args: readonly TransferValue[] }
  | { readonly op: 'returned'; readonly outcome: CallOutcome }
  | { readonly op: 'settled'; readonly id: number; readonly outcome: CallOutcome }
  | { readonly op: 'expose'; readonly key: string; readonly value: TransferValue };

type AnyFunction = (...args: unknown[]) => unknown;

const MAX_TRANSFER_DEPTH = 500;
const isPlainObject = (value: object): boolean => Object.prototype.toString.call(value) === '[object Object]';
const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Returns whether Chromium can clone the value: it has no functions, promises or symbols. */
function isData(value: unknown, depth = 0): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (value === null || typeof value !== 'object') return true;
  if (value instanceof Promise || depth > MAX_TRANSFER_DEPTH) return false;
  if (Array.isArray(value)) return value.every((member) => isData(member, depth + 1));
  if (!isPlainObject(value)) return !(value instanceof Error);
  for (const key of Object.keys(value)) {
    if (!isData((value as Record<string, unknown>)[key], depth + 1)) return false;
  }
  return true;
}

/** One half of the bridge, running in one of the two worlds. */
class WorldBridge {
  readonly #theirs: string;
  readonly #functions: AnyFunction[] = [];
  readonly #promises = new Map<number, PromiseWithResolvers<unknown>>();
  #lastPromise = 0;
  #returned: CallOutcome | null = null;

  constructor(token: string, ownWorld: string, otherWorld: string) {
    this.#theirs = token + otherWorld;
    const receive = (event: PageEvent): void => {
      event.stopImmediatePropagation();
      if (event.detail) this.#receive(event.detail as BridgeMessage);
    };
    window.addEventListener(token + ownWorld, receive, true);
  }

  /** Exposes a value as a frozen property of the other world's window. */
  expose(key: string, value: unknown): void {
    this.#post({ op: 'expose', key, value: this.#exportValue(value) });
  }

  #post(detail: BridgeMessage): void {
    window.dispatchEvent(new CustomEvent(this.#theirs, { detail }));
  }

  #receive(message: BridgeMessage): void {
    if (message.op === 'call') this.#handleCall(message.id, message.args);
    else if (message.op === 'returned') this.#returned = message.outcome;
    else if (message.op === 'settled') this.#handleSettled(message.id, message.outcome);
    else {
      const value = this.#importValue(message.value, true);
      Object.defineProperty(window, message.key, { value, enumerable: true, writable: false, configurable: false });
    }
  }

  #handleCall(id: number, args: readonly TransferValue[]): void {
    let outcome: CallOutcome;
    try {
      const called = this.#functions[id];
      if (!called) throw new Error('No such function');
      outcome = { ok: true, value: this.#exportValue(called(...args.map((argument) => this.#importValue(argument)))) };
    } catch (error) {
      outcome = { ok: false, value: this.#exportValue(toError(error)) };
    }
    this.#post({ op: 'returned', outcome });
  }

  #handleSettled(id: number, outcome: CallOutcome): void {
    const waiting = this.#promises.get(id);
    this.#promises.delete(id);
    if (outcome.ok) waiting?.resolve(this.#importValue(outcome.value));
    else waiting?.reject(this.#importValue(outcome.value));
  }

  #call(id: number, args: readonly unknown[]): unknown {
    const outer = this.#returned;
    this.#returned = null;
    this.#post({ op: 'call', id, args: args.map((argument) => this.#exportValue(argument)) });
    const outcome = this.#returned as CallOutcome | null;
    this.#returned = outer;
    if (!outcome) throw new Error('An object could not be cloned.');
    if (outcome.ok) return this.#importValue(outcome.value);
    throw this.#importValue(outcome.value);
  }

  #exportValue(value: unknown, depth = 0): TransferValue {
    if (typeof value === 'function') return ['function', this.#functions.push(value as AnyFunction) - 1];
    if (typeof value === 'symbol' || depth > MAX_TRANSFER_DEPTH) throw new Error('An object could not be cloned.');
    if (value instanceof Promise) return this.#exportPromise(value);
    if (value instanceof Error) return ['error', value.message, value.stack];
    if (isData(value)) return ['data', value];
    if (Array.isArray(value)) return ['array', value.map((member) => this.#exportValue(member, depth + 1))];
    return [
      'object',
      Object.entries(value as object).map(([key, member]) => [key, this.#exportValue(member, depth + 1)]),
    ];
  }

  #exportPromise(promise: Promise<unknown>): TransferValue {
    this.#lastPromise += 1;
    const id = this.#lastPromise;
    promise
      .then(
        (value) => this.#post({ op: 'settled', id, outcome: { ok: true, value: this.#exportValue(value) } }),
        (error) => this.#post({ op: 'settled', id, outcome: { ok: false, value: this.#exportValue(error) } }),
      )
      .catch((error) =>
        this.#post({ op: 'settled', id, outcome: { ok: false, value: this.#exportValue(toError(error)) } }),
      );
    return ['promise', id];
  }

  #importValue(crossing: TransferValue, isFrozen = false): unknown {
    const [kind, content] = crossing;
    if (kind === 'data') return content;
    if (kind === 'function') return (...args: unknown[]) => this.#call(content, args);
    if (kind === 'error') return Object.assign(new Error(content), crossing[2] ? { stack: crossing[2] } : {});
    if (kind === 'promise') {
      const waiting = Promise.withResolvers<unknown>();
      this.#promises.set(content, waiting);
      return waiting.promise;
    }
    const value =
      kind === 'array'
        ? content.map((member) => this.#importValue(member, isFrozen))
        : Object.fromEntries(content.map(([key, member]) => [key, this.#importValue(member, isFrozen)]));
    return isFrozen ? Object.freeze(value) : value;
  }
}

/** Starts one half: 'page' for the page's own world, 'preload' for the preload script's. */
export const startBridge = (token: string, world: 'page' | 'preload'): WorldBridge =>
  new WorldBridge(token, world, world === 'page' ? 'preload' : 'page');
