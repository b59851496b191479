import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { z } from 'zod';
import { connectionIdentitySchema } from './connection.ts';

/** Dates may be up to this many hours ahead of UTC, so that the producer's time zone doesn't matter. */
const TIME_ZONE_HOURS = 24;

export const consentGivenSchema = z.object({
  person: z.string().trim().min(1).max(120),
  purpose: z.string().trim().min(1).max(500),
  givenOn: z.iso.date(),
});
export type ConsentGiven = z.infer<typeof consentGivenSchema>;

export const voiceNameSchema = z
  .string()
  .trim()
  .min(CLONE_BOUNDS.nameCharacters.min)
  .max(CLONE_BOUNDS.nameCharacters.max)
  .regex(/^\P{Cc}*$/u);

/** As accepted, in the UI language. This is the only sentence that is stored as displayed. */
export const consentStatementSchema = z.string().min(1).max(5_000);

export const consentRecordSchema = consentGivenSchema.extend({
  id: z.string().min(1),
  voice: z.string().min(1).nullable(),
  voiceName: voiceNameSchema,
  statement: consentStatementSchema,
  recordedAt: z.number(),
  sample: z.object({
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    sizeBytes: z.int(),
    seconds: z.number(),
  }),
  connection: connectionIdentitySchema.extend({ name: z.string() }),
  /** The voices that existed before. A new voice with the requested name is the clone. */
  voicesBefore: z.array(z.string()),
  deletedAt: z.number().nullable(),
});
export type ConsentRecord = z.infer<typeof consentRecordSchema>;

/** Returns true for dates that are after today in every time zone. `now` is in milliseconds since the epoch. */
export const isInFuture = ({ givenOn }: Pick<ConsentGiven, 'givenOn'>, now: number): boolean =>
  Date.parse(givenOn) > now + TIME_ZONE_HOURS * 3_600_000;
