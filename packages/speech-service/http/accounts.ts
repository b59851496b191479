import { createHash, timingSafeEqual } from 'node:crypto';
import type { Plan, RateLimit, Scope } from '@lectern/tts-protocol';
import type { FastifyRequest } from 'fastify';
import { ApiError } from './errors.ts';

export interface ServiceAccount {
  readonly key: string;
  readonly userId: string;
  readonly plan: Plan;
  readonly apiAccess: boolean;
  /** Overrides the plan's limits by scope; null means unlimited. */
  readonly limits?: Readonly<Partial<Record<Scope, RateLimit | null>>> | undefined;
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares in constant time. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

const unauthorized = (message: string): ApiError => new ApiError(401, 'UNAUTHORIZED', message);

const BEARER = /^Bearer ([^\s]+)$/i;

/**
 * Returns the account of a request.
 * @throws ApiError 401 if the credentials are missing or wrong, 403 if the account has no API access
 */
export function accountOf(request: FastifyRequest, accounts: readonly ServiceAccount[]): ServiceAccount {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    throw unauthorized('The AUTHORIZATION header must be in the form "Bearer <API_KEY>".');
  }
  const user = request.headers['x-user-id'];
  if (typeof user !== 'string' || user === '') {
    throw unauthorized('The X-USER-ID header with the user identifier is missing.');
  }
  let found: ServiceAccount | undefined;
  // Check every account, so that the timing doesn't reveal which one matches.
  for (const account of accounts) {
    const fits = isEqual(key, account.key);
    if (isEqual(user, account.userId) && fits) found = account;
  }
  if (found === undefined) throw unauthorized('The key and the user identifier are not known here.');
  if (!found.apiAccess) {
    throw new ApiError(403, 'UNSUPPORTED_PLAN', 'The plan of this account does not include API access.');
  }
  return found;
}
