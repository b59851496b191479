// The options of `accounts-add`, `accounts-list`, `accounts-revoke` and `accounts-usage`.
import { planSchema, type RateLimit, SCOPES } from '@lectern/tts-protocol';
import { z } from 'zod';
import { databaseUrl, oneOf, wholeNumber } from './option-values.ts';

const MAX_NAME_LENGTH = 200;

const LIMIT = /^([a-z]+)=(\d{1,12}|none)\/(\d{1,12}|none)$/;
const LIMIT_MESSAGE = `must be a scope (${SCOPES.join(', ')}), requests and characters per minute, such as batch=200/350000 or read=none/none`;

const isLimit = (written: string): boolean => SCOPES.some((scope) => scope === LIMIT.exec(written)?.[1]);

/** Parses a limit (`isLimit`). Null means unlimited. */
function parseLimit(written: string): [string, RateLimit | null] {
  const [, scope = '', requests, characters] = LIMIT.exec(written) ?? [];
  const limit = {
    ...(requests !== 'none' && { requests: Number(requests) }),
    ...(characters !== 'none' && { characters: Number(characters) }),
  };
  return [scope, Object.keys(limit).length === 0 ? null : limit];
}

const common = { database: databaseUrl.optional(), help: z.boolean().default(false) };
const userId = z.string().min(1, 'is empty');

export const accountSchemas = {
  'accounts-add': z.object({
    ...common,
    name: z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(MAX_NAME_LENGTH, `must be at most ${MAX_NAME_LENGTH} characters long`)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    plan: oneOf(planSchema.options),
    'monthly-characters': wholeNumber('must be a whole number of characters', 999_999_999_999).optional(),
    limit: z
      .array(z.string().refine(isLimit, LIMIT_MESSAGE))
      .transform((given) => Object.fromEntries(given.map(parseLimit)))
      .optional(),
  }),
  'accounts-list': z.object(common),
  'accounts-revoke': z.object({ ...common, user: userId, 'new-key': z.boolean().default(false) }),
  'accounts-usage': z.object({
    ...common,
    user: userId.optional(),
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
      .optional(),
    jobs: z.boolean().default(false),
  }),
};
