// A bridge for the renderer's tests, whose replies are functions of the test.
import type { Channel, ReplyOf, RequestOf } from '../../../shared/ipc/contract.ts';
import type { BridgeError } from '../../../shared/ipc/envelope.ts';
import type { EventName, EventOf } from '../../../shared/ipc/events.ts';
import { BridgeFailure } from '../ask.ts';

/** Replies by channel. A `BridgeFailure` that a function throws becomes an error reply. */
export type FakeAnswers = {
  [C in Channel]?: (input: RequestOf<C>) => ReplyOf<C> | Promise<ReplyOf<C>>;
};

export interface FakeBridge {
  /** All requests, in order. */
  readonly calls: { readonly channel: string; readonly input: unknown }[];
  /** Sets or replaces answers. */
  answer(answers: FakeAnswers): void;
  emit<E extends EventName>(name: E, payload: EventOf<E>): void;
  remove(): void;
}

/** Makes a reply function return an error. */
export function failWith(channel: Channel, error: BridgeError): never {
  throw new BridgeFailure(channel, error);
}

/** Installs the bridge. Requests without a reply function fail as `internal`, with the channel in the id. */
export function installFakeBridge(first: FakeAnswers = {}): FakeBridge {
  const answers = new Map<string, (input: never) => unknown>(Object.entries(first));
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const calls: { channel: string; input: unknown }[] = [];
  const lectern = {
    styleNonce: 'nonce',
    async request(channel: string, input: unknown): Promise<unknown> {
      calls.push({ channel, input });
      const answer = answers.get(channel);
      if (!answer) return { ok: false, error: { kind: 'internal', id: `no answer to ${channel}` } };
      try {
        return { ok: true, value: await answer(input as never) };
      } catch (error) {
        if (error instanceof BridgeFailure) return { ok: false, error: error.error };
        throw error;
      }
    },
    on(name: string, listener: (payload: unknown) => void): () => void {
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return () => all.delete(listener);
    },
  };
  Object.defineProperty(window, 'lectern', { value: lectern, configurable: true });
  return {
    calls,
    answer(more) {
      for (const [channel, answer] of Object.entries(more)) answers.set(channel, answer);
    },
    emit(name, payload) {
      for (const listener of listeners.get(name) ?? []) listener(payload);
    },
    remove: () => Reflect.deleteProperty(window, 'lectern'),
  };
}
