import { planSchema, SCOPES } from '@lectern/tts-protocol';
import { z } from 'zod';

/** Never contains the API key. */
export const connectionIdentitySchema = z.object({
  /** `URL.origin` of the base URL, or `local` for the built-in service. */
  origin: z.string().min(1),
  userId: z.string(),
});
export type ConnectionIdentity = z.infer<typeof connectionIdentitySchema>;

/** Identifies the built-in service in projects, because its port changes every time it starts. */
export const LOCAL_ORIGIN = 'local';

/** Identifies takes that were cut from a recording instead of being rendered by a service. */
export const RECORDING_ORIGIN = 'recording';

const rateLimitSchema = z.object({
  requests: z.int().min(1).optional(),
  characters: z.int().min(1).optional(),
});

export const IN_DOUBT_POLICIES = ['ask', 'send-again'] as const;
/**
 * `send-again` resends lines that the service may have received. They may be charged twice (docs/adr/005-in-doubt.md).
 */
export const inDoubtPolicySchema = z.enum(IN_DOUBT_POLICIES);
export type InDoubtPolicy = z.infer<typeof inDoubtPolicySchema>;

export const budgetSettingsSchema = z.object({
  plan: planSchema,
  /** Overrides the plan's limits. An empty object means unlimited. */
  limits: z.partialRecord(z.enum(SCOPES), rateLimitSchema).default({}),
  /** In percent. Lectern can't see what other machines on the account use. */
  sharePercent: z.number().min(1).max(100).default(100),
});
export type BudgetSettings = z.infer<typeof budgetSettingsSchema>;
