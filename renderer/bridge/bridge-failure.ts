import type { Channel } from '../../shared/ipc/contract.ts';
import type { BridgeError } from '../../shared/ipc/envelope.ts';

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
