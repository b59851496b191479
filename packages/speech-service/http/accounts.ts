import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { AccountDirectory, ServiceAccount } from '../ports/accounts.ts';
import { ApiError } from './errors.ts';

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** Compares in constant time. */
const isEqual = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** A fixed list of accounts. */
export class ListedAccounts implements AccountDirectory {
  readonly #accounts: readonly ServiceAccount[];

  constructor(accounts: readonly ServiceAccount[]) {
    this.#accounts = accounts;
  }

  find(key: string, userId: string): ServiceAccount | undefined {
    let found: ServiceAccount | undefined;
    // Check every account, so that the timing doesn't reveal which one matches.
    for (const account of this.#accounts) {
      const fits = isEqual(key, account.key);
      if (isEqual(userId, account.userId) && fits) found = account;
    }
    return found;
  }
}

const unauthorized = (message: string): ApiError => new ApiError(401, 'UNAUTHORIZED', message);

const BEARER = /^Bearer ([^\s]+)$/i;

/**
 * Returns the account of a request.
 * @throws ApiError 401 if the credentials are missing or wrong, 403 if the account has no API access
 */
export async function accountOf(request: FastifyRequest, accounts: AccountDirectory): Promise<ServiceAccount> {
  const key = BEARER.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    throw unauthorized('The AUTHORIZATION header must be in the form "Bearer <API_KEY>".');
  }
  const user = request.headers['x-user-id'];
  if (typeof user !== 'string' || user === '') {
    throw unauthorized('The X-USER-ID header with the user ID is missing.');
  }
  const found = await accounts.find(key, user);
  if (found === undefined) throw unauthorized('The API key and the user ID do not match an account.');
  if (!found.apiAccess) {
    throw new ApiError(403, 'UNSUPPORTED_PLAN', 'The plan of this account does not include API access.');
  }
  return found;
}
