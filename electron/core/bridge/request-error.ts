import type { BridgeError } from '../../../shared/ipc/envelope.ts';

/** A request can't be answered: the reason, as the bridge has it. */
export class RequestError extends Error {
  readonly error: BridgeError;

  constructor(error: BridgeError) {
    super(error.kind);
    this.name = 'RequestError';
    this.error = error;
  }
}

/** @throws RequestError always */
export function refuse(error: BridgeError): never {
  throw new RequestError(error);
}

type Thing = Extract<BridgeError, { kind: 'not-found' }>['what'];

/** What was looked up. @throws RequestError `not-found` where there is none */
export function found<T>(value: T | null | undefined, what: Thing): T {
  return value ?? refuse({ kind: 'not-found', what });
}
