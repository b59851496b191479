// The options of the commands for accounts.
import { MAX_ACCOUNT_NAME, parseLimitChange, parseScopeLimit, planSchema, SCOPES } from '@lectern/tts-protocol';
import { z } from 'zod';
import { databaseUrl, oneOf, wholeNumber } from './option-values.ts';

const LIMIT_MESSAGE = `must be a scope (${SCOPES.join(', ')}), requests and characters per minute, such as batch=200/350000 or read=none/none`;

const scopeLimit = z.string().transform((written, context) => {
  const limit = parseScopeLimit(written);
  if (limit) return limit;
  context.addIssue(LIMIT_MESSAGE);
  return z.NEVER;
});

const limitChange = z.string().transform((written, context) => {
  const change = parseLimitChange(written);
  if (change) return change;
  context.addIssue(`${LIMIT_MESSAGE}, or such as batch=plan`);
  return z.NEVER;
});

const monthlyCharacters = wholeNumber('must be a whole number of characters', 999_999_999_999);

const common = { database: databaseUrl.optional(), help: z.boolean().default(false) };
const userId = z.string().min(1, 'is empty');

export const accountSchemas = {
  'accounts-add': z.object({
    ...common,
    name: z
      .string()
      .trim()
      .min(1, 'is empty')
      .max(MAX_ACCOUNT_NAME, `must be at most ${MAX_ACCOUNT_NAME} characters long`)
      .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
    plan: oneOf(planSchema.options),
    'monthly-characters': monthlyCharacters.optional(),
    limit: z
      .array(scopeLimit)
      .transform((limits) => Object.fromEntries(limits))
      .optional(),
  }),
  'accounts-change': z.object({
    ...common,
    user: userId,
    plan: oneOf(planSchema.options).optional(),
    'monthly-characters': z.union([z.literal('none').transform(() => null), monthlyCharacters]).optional(),
    limit: z
      .array(limitChange)
      .transform((limits) => Object.fromEntries(limits))
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
