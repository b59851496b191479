// Which service an account's lines go to, and under which limits.

import { planSchema, SCOPES } from '@lectern/tts-protocol';
import { z } from 'zod';

/** What a project remembers of a connection: never the key. */
export const connectionIdentitySchema = z.object({
  /** Scheme, host and port of the base address, as `URL.origin` gives it; `local` for the service that Lectern brings. */
  origin: z.string().min(1),
  userId: z.string(),
});
export type ConnectionIdentity = z.infer<typeof connectionIdentitySchema>;

/** The origin under which a project keeps work of the local service, whose port changes from start to start. */
export const LOCAL_ORIGIN = 'local';

const rateLimitSchema = z.object({
  requests: z.int().min(1).optional(),
  characters: z.int().min(1).optional(),
});

export const IN_DOUBT_POLICIES = ['ask', 'send-again'] as const;
/**
 * What is done with lines that the service may or may not have taken: `ask` leaves them to the producer, `send-again`
 * sends them once more, which may be charged twice (docs/adr/005-in-doubt.md).
 */
export const inDoubtPolicySchema = z.enum(IN_DOUBT_POLICIES);
export type InDoubtPolicy = z.infer<typeof inDoubtPolicySchema>;

/** How much of a service's budget this machine may use. */
export const budgetSettingsSchema = z.object({
  plan: planSchema,
  /** Limits set by hand, by scope; they take the plan's place. An empty one means: not limited. */
  limits: z.partialRecord(z.enum(SCOPES), rateLimitSchema).default({}),
  /** Per cent of each limit that this machine uses, 1 to 100: other machines of the account can't be seen. */
  sharePercent: z.number().min(1).max(100).default(100),
});
export type BudgetSettings = z.infer<typeof budgetSettingsSchema>;
