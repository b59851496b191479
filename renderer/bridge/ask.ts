// A request to the main process or the studio.
import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import { exposedBridge } from './exposed.ts';

/** A request was answered with an error. `error` carries the kind and its data; the wording is the renderer's. */
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

/**
 * Asks, and answers the reply's value.
 * @throws BridgeFailure, whose `error` says why there is none; never anything else
 */
export async function ask<C extends Channel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C>> {
  const crossed = await exposedBridge().request(channel, input);
  // Most replies cross as JSON. They were parsed by this channel's schema before they left.
  const reply = (typeof crossed === 'string' ? JSON.parse(crossed) : crossed) as Envelope<ReplyOf<C>>;
  if (reply.ok) return reply.value;
  throw new BridgeFailure(channel, reply.error);
}
