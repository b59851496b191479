// Whose voice a cloned voice is, and what they agreed to.

import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { z } from 'zod';
import { connectionIdentitySchema } from './connection.ts';

/** Not so young that the producer's time zone matters. Hours. */
const TOMORROW_HOURS = 24;

/** What a producer says of the consent. */
export const consentGivenSchema = z.object({
  /** Who gave it: whose voice it is. */
  person: z.string().trim().min(1).max(120),
  /** What the voice may be used for. */
  purpose: z.string().trim().min(1).max(500),
  /** The day on which it was given: `2026-11-22`. */
  givenOn: z.iso.date(),
});
export type ConsentGiven = z.infer<typeof consentGivenSchema>;

/** A name that the service takes for a voice. */
export const voiceNameSchema = z
  .string()
  .trim()
  .min(CLONE_BOUNDS.nameCharacters.min)
  .max(CLONE_BOUNDS.nameCharacters.max)
  .regex(/^\P{Cc}*$/u);

/** What the producer ticked, word by word, in the language of the window: the only sentence that is kept as it was shown. */
export const consentStatementSchema = z.string().min(1).max(5_000);

/** What is kept of a consent. It has nothing of the sample itself. */
export const consentRecordSchema = consentGivenSchema.extend({
  id: z.string().min(1),
  /** The voice's identifier; null while it is not known whether the voice was made. */
  voice: z.string().min(1).nullable(),
  voiceName: voiceNameSchema,
  statement: consentStatementSchema,
  /** Milliseconds since the epoch. */
  recordedAt: z.number(),
  sample: z.object({
    /** Hexadecimal SHA-256 of what was sent. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    sizeBytes: z.int(),
    seconds: z.number(),
  }),
  connection: connectionIdentitySchema.extend({ name: z.string() }),
  /** Voices that there were before: a new one of this name is the one that was asked for. */
  voicesBefore: z.array(z.string()),
  /** When the voice was deleted here, in milliseconds since the epoch; null: it was not. */
  deletedAt: z.number().nullable(),
});
export type ConsentRecord = z.infer<typeof consentRecordSchema>;

/** Whether a consent is dated later than today, wherever on earth that is. @param now milliseconds since the epoch */
export const isOfTheFuture = ({ givenOn }: Pick<ConsentGiven, 'givenOn'>, now: number): boolean =>
  Date.parse(givenOn) > now + TOMORROW_HOURS * 3_600_000;
