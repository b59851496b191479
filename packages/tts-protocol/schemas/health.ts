// How the local service proves that it is the one of a data folder, before it is sent a key: it answers a challenge that
// only someone who has the folder's key can answer.
import { z } from 'zod';

export const HEALTH_PATH = '/internal/health';

/** 32 bytes drawn by chance, as hexadecimal digits. */
export const challengeSchema = z.string().regex(/^[0-9a-f]{64}$/);

export const healthQuerySchema = z.object({ challenge: challengeSchema.optional() });

export const healthSchema = z.object({
  status: z.literal('ok'),
  name: z.literal('lectern'),
  version: z.string(),
  /** Where there was a challenge: the HMAC-SHA-256 of `proofMessage` with the account's key, as hexadecimal digits. */
  proof: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Health = z.infer<typeof healthSchema>;

/**
 * What is proven: that the key's owner listens on this very port. Someone on another port who passes the challenge on to the
 * real service gets an answer that holds for that one's port alone.
 *
 * @param port the TCP port that the challenge was sent to
 */
export const proofMessage = (challenge: string, port: number): string => `lectern health 1\n${port}\n${challenge}`;
