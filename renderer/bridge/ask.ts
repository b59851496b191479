// A request to the main process or the studio.
import type { Channel, ReplyOf, RequestOf } from '../../shared/ipc/contract.ts';
import type { Envelope } from '../../shared/ipc/envelope.ts';
import { BridgeFailure } from './bridge-failure.ts';
import { exposedBridge } from './exposed.ts';

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
