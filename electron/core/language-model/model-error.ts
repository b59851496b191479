import type { ModelTokens } from '../../../shared/model/language-model.ts';
import type { ModelFailure } from '../../../shared/model/model-failure.ts';

interface FailedCall {
  /** What the server asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** What it may have charged for all the same; `unknown`: the request arrived, and nothing says what it used. */
  readonly used?: ModelTokens | 'unknown' | undefined;
}

/** A model can't be asked, or what it answered can't be used. No field ever holds the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  readonly call: FailedCall;

  constructor(failure: ModelFailure, call: FailedCall = {}) {
    super(failure.kind);
    this.failure = failure;
    this.call = call;
  }

  /** Whether the same request may well succeed a little later. */
  get isPassing(): boolean {
    return PASSING.has(this.failure.kind);
  }

  /** Whether all other requests would fail like this one. */
  get isFinal(): boolean {
    return FINAL.has(this.failure.kind);
  }
}

const PASSING: ReadonlySet<ModelFailure['kind']> = new Set([
  'rate-limited',
  'server-error',
  'no-connection',
  'timeout',
  'unreadable',
]);
const FINAL: ReadonlySet<ModelFailure['kind']> = new Set([
  'unusable-address',
  'insecure-address',
  'unusable-key',
  'no-key',
  'not-set-up',
  'no-model',
  'no-consent',
  'unauthorized',
  'no-credit',
  'not-found',
  'redirected',
]);
