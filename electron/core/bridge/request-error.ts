import type { BridgeError } from '../../../shared/ipc/envelope.ts';

export class RequestError extends Error {
  readonly error: BridgeError;

  constructor(error: BridgeError) {
    super(error.kind);
    this.name = 'RequestError';
    this.error = error;
  }
}

export function refuse(error: BridgeError): never {
  throw new RequestError(error);
}

type MissingItem = Extract<BridgeError, { kind: 'not-found' }>['what'];

export function requireFound<T>(value: T | null | undefined, item: MissingItem): T {
  return value ?? refuse({ kind: 'not-found', what: item });
}
