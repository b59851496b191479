// Requests for cloned voices, which are created from a sample with the speaker's consent.
import { z } from 'zod';
import { consentGivenSchema, consentRecordSchema, consentStatementSchema, voiceNameSchema } from '../model/consent.ts';
import { request } from './request.ts';

/** Problems for which the service would reject a sample. */
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

/** Problems that reduce the quality of the cloned voice. */
export const SAMPLE_WARNINGS = ['short', 'quiet', 'clipped', 'pauses'] as const;
export type SampleWarning = (typeof SAMPLE_WARNINGS)[number];

export const cloneSampleSchema = z.object({
  /** Identifies the sample for `clone.create`. */
  sampleId: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  /** Null if the sample can't be decoded. */
  seconds: z.number().nullable(),
  /** Such as `wav`; null if unknown. */
  format: z.string().nullable(),
  problems: z.array(z.enum(SAMPLE_PROBLEMS)),
  warnings: z.array(z.enum(SAMPLE_WARNINGS)),
});
export type CloneSample = z.infer<typeof cloneSampleSchema>;

export const clonedVoiceEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** As stated by the service, or null. */
  gender: z.string().nullable(),
  type: z.string().nullable(),
  language: z.string().nullable(),
  hasSample: z.boolean(),
  /** Roles of the open project that use the voice, directly or through a line's override. */
  roles: z.array(z.string()),
  /** Null if the voice was created elsewhere. */
  consent: consentRecordSchema.nullable(),
});
export type ClonedVoiceEntry = z.infer<typeof clonedVoiceEntrySchema>;

export const cloneListSchema = z.object({
  voices: z.array(clonedVoiceEntrySchema),
  /** Consents for voices whose creation is unconfirmed. */
  inDoubt: z.array(consentRecordSchema),
  /** Deleted voices that the open project still uses. */
  lost: z.array(z.object({ consent: consentRecordSchema, roles: z.array(z.string()) })),
});
export type CloneList = z.infer<typeof cloneListSchema>;

export const cloneRequests = {
  'clone.list': request(z.object({}), cloneListSchema),
  /** Loads a sample into memory and checks it, replacing the previous one. Nothing is sent. */
  'clone.readSample': request(
    z.object({ name: z.string().min(1).max(400), bytes: z.instanceof(Uint8Array) }),
    cloneSampleSchema,
  ),
  'clone.forgetSample': request(z.object({}), z.null()),
  /**
   * Creates a voice from the sample. The consent is saved first. Fails with `cancelled` if the upload was interrupted.
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
  'clone.cancel': request(z.object({}), z.null()),
  /** Permanently deletes a voice from the service and returns the roles that used it. */
  'clone.delete': request(z.object({ voice: z.string() }), z.object({ roles: z.array(z.string()) })),
  /** Deletes a pending consent once the producer knows that the voice was not created. */
  'clone.dropDoubt': request(z.object({ consentId: z.string() }), z.null()),
  /** Plays a voice's sample. Like `audition.start`, it stops the previous audition. */
  'clone.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
  /** Returns every consent recorded on this machine, as a document and as records. */
  'clone.consents': request(z.object({}), z.object({ json: z.string(), records: z.array(consentRecordSchema) })),
};
