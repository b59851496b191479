import type { ModelTokens } from '../../../shared/model/language-model.ts';
import type { ModelFailure } from '../../../shared/model/problems/model-failure.ts';

interface FailedCall {
  readonly retryAfterMs?: number | undefined;
  /**
   * The request may have been charged despite the error; `unknown` if the request arrived but its usage wasn't
   * reported.
   */
  readonly used?: ModelTokens | 'unknown' | undefined;
}

/** A model can't be asked, or its answer can't be used. The fields never contain the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly failure: ModelFailure;
  readonly call: FailedCall;

  constructor(failure: ModelFailure, call: FailedCall = {}) {
    super(failure.kind);
    this.failure = failure;
    this.call = call;
  }

  /** True if the same request might succeed a little later. */
  get isPassing(): boolean {
    return TEMPORARY.has(this.failure.kind);
  }

  /** True if every other request would fail in the same way. */
  get isFinal(): boolean {
    return FINAL.has(this.failure.kind);
  }
}

const TEMPORARY: ReadonlySet<ModelFailure['kind']> = new Set([
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
