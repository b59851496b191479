// Requests, events, and everything else on `window.lectern`. No other file accesses `window.lectern`.
import { useEffect, useRef } from 'react';
import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import type { EventName, EventOf } from '../../shared/ipc/events.ts';

/** The preload script's API. */
interface ExposedBridge {
  /** Resolves to an envelope, as a JSON string or as an object; never rejects. */
  request(channel: string, input: unknown): Promise<unknown>;
  on(name: string, listener: (payload: unknown) => void): () => void;
  /** The nonce that style elements need, because the content security policy blocks others. */
  readonly styleNonce: string;
}

declare global {
  interface Window {
    readonly lectern: ExposedBridge;
  }
}

export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure';
  readonly channel: Channel;
  readonly error: BridgeError;

  constructor(channel: Channel, error: BridgeError) {
    super(`${channel}: ${error.kind}`);
    this.channel = channel;
    this.error = error;
  }
}

/** Sends a request and returns the value in the reply. Throws only BridgeFailure. */
export async function ask<C extends Channel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C>> {
  const crossed = await window.lectern.request(channel, input);
  // The sender has already validated the reply with this channel's schema.
  const reply = (typeof crossed === 'string' ? JSON.parse(crossed) : crossed) as Envelope<ReplyOf<C>>;
  if (reply.ok) return reply.value;
  throw new BridgeFailure(channel, reply.error);
}

export const onEvent = <E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): (() => void) =>
  // The main process has already validated the payload with this event's schema.
  window.lectern.on(name, (payload) => listener(payload as EventOf<E>));

export function useEvent<E extends EventName>(name: E, listener: (payload: EventOf<E>) => void): void {
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onEvent(name, (payload) => latest.current(payload)), [name]);
}

export const styleNonce = (): string => window.lectern.styleNonce;
