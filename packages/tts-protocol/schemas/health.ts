// A challenge that lets clients check that the local service knows a data folder's key before they send it the key.
import { z } from 'zod';

export const HEALTH_PATH = '/internal/health';

/** 32 random bytes in hexadecimal. */
export const challengeSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const healthQuerySchema = z.object({ challenge: challengeSchema.optional() });

export const healthSchema = z.object({
  status: z.literal('ok'),
  name: z.literal('lectern'),
  version: z.string(),
  /** The HMAC-SHA-256 of `proofMessage` with the account's key, in hexadecimal. Only present after a challenge. */
  proof: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Health = z.infer<typeof healthSchema>;

/** Includes the port, so that a process on another port can't relay the challenge to the real service. */
export const proofMessage = (challenge: string, port: number): string => `lectern health 1\n${port}\n${challenge}`;
