// Cloned voices: the account's own, made from a sample with the speaker's consent, and deleted.
import { z } from 'zod';
import { consentGivenSchema, consentRecordSchema, consentStatementSchema, voiceNameSchema } from '../model/consent.ts';
import { request } from './request.ts';

/** What is wrong with a sample, so that the service would refuse it. */
export const SAMPLE_PROBLEMS = [
  'too-small',
  'too-large',
  'unreadable',
  'too-short',
  'too-long',
  'silent',
  'sample-rate',
] as const;
export type SampleProblem = (typeof SAMPLE_PROBLEMS)[number];

/** What makes a voice of it worse than it might be. */
export const SAMPLE_WARNINGS = ['short', 'quiet', 'clipped', 'pauses'] as const;
export type SampleWarning = (typeof SAMPLE_WARNINGS)[number];

export const cloneSampleSchema = z.object({
  /** Names it for `clone.create`. */
  sampleId: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  /** Null where it can't be read. */
  seconds: z.number().nullable(),
  /** Such as `wav`; null where it can't be read. */
  format: z.string().nullable(),
  problems: z.array(z.enum(SAMPLE_PROBLEMS)),
  warnings: z.array(z.enum(SAMPLE_WARNINGS)),
});
export type CloneSample = z.infer<typeof cloneSampleSchema>;

export const clonedVoiceEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As the service says it; null: it does not. */
  gender: z.string().nullable(),
  type: z.string().nullable(),
  language: z.string().nullable(),
  /** Whether the service has a sample of it that can be played. */
  hasSample: z.boolean(),
  /** Roles of the open project that it is cast for, or that lines set it for; none where no project is open. */
  roles: z.array(z.string()),
  /** Null where it was made elsewhere. */
  consent: consentRecordSchema.nullable(),
});
export type ClonedVoiceEntry = z.infer<typeof clonedVoiceEntrySchema>;

export const cloneListSchema = z.object({
  voices: z.array(clonedVoiceEntrySchema),
  /** Consents of voices that may or may not have been made. */
  inDoubt: z.array(consentRecordSchema),
  /** Voices that were deleted, and are still cast in the open project. */
  lost: z.array(z.object({ consent: consentRecordSchema, roles: z.array(z.string()) })),
});
export type CloneList = z.infer<typeof cloneListSchema>;

export const cloneRequests = {
  /** As the service lists them now. */
  'clone.list': request(z.object({}), cloneListSchema),
  /** Takes a sample into memory and looks at it; the one before is forgotten. Nothing is sent. */
  'clone.readSample': request(
    z.object({ name: z.string().min(1).max(400), bytes: z.instanceof(Uint8Array) }),
    cloneSampleSchema,
  ),
  /** Forgets the sample. */
  'clone.forgetSample': request(z.object({}), z.null()),
  /**
   * Has a voice made of the sample. The consent is on the disk before anything is sent, and without it nothing is.
   * `cancelled`: it was called off before the service had the sample.
   */
  'clone.create': request(
    z.object({
      sampleId: z.string(),
      name: voiceNameSchema,
      gender: z.enum(['male', 'female']).nullable(),
      consent: consentGivenSchema,
      statement: consentStatementSchema,
    }),
    clonedVoiceEntrySchema,
  ),
  /** Calls off what is being sent. */
  'clone.cancel': request(z.object({}), z.null()),
  /** Deletes a voice at the service, for good. Answers what was lost with it. */
  'clone.delete': request(z.object({ voice: z.string() }), z.object({ roles: z.array(z.string()) })),
  /** Takes the consent of a voice in doubt away, where the producer knows that it was not made. */
  'clone.dropDoubt': request(z.object({ consentId: z.string() }), z.null()),
  /** Begins to play a voice's sample: as `audition.start`, it ends the one before. */
  'clone.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
  /** All consents that were ever recorded on this machine, as a document and as plain text. */
  'clone.consents': request(z.object({}), z.object({ json: z.string(), records: z.array(consentRecordSchema) })),
};
