import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import { exposedBridge } from './exposed.ts';

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

/** Sends a request and returns the reply's value. Only throws a BridgeFailure, never any other error. */
export async function ask<C extends Channel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C>> {
  const crossed = await exposedBridge().request(channel, input);
  // The sender has already validated the reply with this channel's schema.
  const reply = (typeof crossed === 'string' ? JSON.parse(crossed) : crossed) as Envelope<ReplyOf<C>>;
  if (reply.ok) return reply.value;
  throw new BridgeFailure(channel, reply.error);
}
