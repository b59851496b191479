import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { BridgeError, Envelope } from '../../shared/ipc/envelope.ts';
import { exposedBridge } from './exposed.ts';

/** An error reply. `error` has the kind and its data; the renderer words the message. */
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
 * Sends a request to the main process or the studio and returns the reply's value.
 * @throws BridgeFailure with the reason; never any other error
 */
export async function ask<C extends Channel>(channel: C, input: RequestOf<C>): Promise<ReplyOf<C>> {
  const crossed = await exposedBridge().request(channel, input);
  // Most replies are sent as JSON. The sender has already validated them with this channel's schema.
  const reply = (typeof crossed === 'string' ? JSON.parse(crossed) : crossed) as Envelope<ReplyOf<C>>;
  if (reply.ok) return reply.value;
  throw new BridgeFailure(channel, reply.error);
}
