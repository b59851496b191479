import { z } from 'zod';
import {
  CONSENT_STATES,
  consentGivenSchema,
  consentRecordSchema,
  consentStatementSchema,
  decisionTextSchema,
  voiceConsentSchema,
  voiceIdentitySchema,
  voiceNameSchema,
  withdrawalSchema,
} from '../model/consent.ts';
import { exportOptionsSchema } from '../model/export/export.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

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

export const SAMPLE_WARNINGS = ['short', 'quiet', 'clipped', 'pauses'] as const;
export type SampleWarning = (typeof SAMPLE_WARNINGS)[number];

export const cloneSampleSchema = z.object({
  sampleId: z.string(),
  name: z.string(),
  sizeBytes: z.int(),
  /** Null if the sample can't be decoded. */
  seconds: z.number().nullable(),
  format: z.string().nullable(),
  problems: z.array(z.enum(SAMPLE_PROBLEMS)),
  warnings: z.array(z.enum(SAMPLE_WARNINGS)),
});
export type CloneSample = z.infer<typeof cloneSampleSchema>;

export const clonedVoiceEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  gender: z.string().nullable(),
  type: z.string().nullable(),
  language: z.string().nullable(),
  hasSample: z.boolean(),
  roles: z.array(z.string()),
  /** The account that the voice belongs to. */
  origin: z.string(),
  userId: z.string(),
  /** The latest consent recorded on this machine. */
  consent: consentRecordSchema.nullable(),
  state: z.enum(CONSENT_STATES),
});
export type ClonedVoiceEntry = z.infer<typeof clonedVoiceEntrySchema>;

export const cloneListSchema = z.object({
  voices: z.array(clonedVoiceEntrySchema),
  inDoubt: z.array(consentRecordSchema),
  lost: z.array(z.object({ consent: consentRecordSchema, roles: z.array(z.string()) })),
});
export type CloneList = z.infer<typeof cloneListSchema>;

/** A recording or scan of a consent. */
const evidenceSchema = z.object({ name: z.string().min(1).max(400), bytes: z.instanceof(Uint8Array) }).nullable();

export const cloneRequests = {
  'clone.list': request(z.object({}), cloneListSchema),
  /** Loads a sample into memory, replacing the previous sample, and checks it. Nothing is sent. */
  'clone.readSample': request(
    z.object({ name: z.string().min(1).max(400), bytes: z.instanceof(Uint8Array) }),
    cloneSampleSchema,
  ),
  'clone.forgetSample': request(z.object({}), z.null()),
  /** The consent record is saved before the voice is created. Fails with `cancelled` if the upload was interrupted. */
  'clone.create': request(
    z.object({
      sampleId: z.string(),
      name: voiceNameSchema,
      gender: z.enum(['male', 'female']).nullable(),
      consent: consentGivenSchema,
      statement: consentStatementSchema,
      evidence: evidenceSchema.default(null),
    }),
    clonedVoiceEntrySchema,
  ),
  'clone.cancel': request(z.object({}), z.null()),
  'clone.delete': request(z.object({ voice: z.string() }), z.object({ roles: z.array(z.string()) })),
  'clone.dropDoubt': request(z.object({ consentId: z.string() }), z.null()),
  'clone.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
  'clone.consents': request(z.object({}), z.object({ json: z.string(), records: z.array(consentRecordSchema) })),
};

const chosenLines = exportOptionsSchema.pick({ allowStale: true, approvedOnly: true, chapterIds: true });

export const consentRequests = {
  /** Records a consent to a voice that was cloned elsewhere, or a new consent after the earlier one has ended. */
  'consent.add': request(
    z.object({
      identity: voiceIdentitySchema,
      voiceName: z.string().min(1).max(200),
      consent: consentGivenSchema,
      statement: consentStatementSchema,
      evidence: evidenceSchema,
    }),
    consentRecordSchema,
  ),
  /** A withdrawal can't be undone. */
  'consent.withdraw': request(z.object({ id: z.string(), withdrawal: withdrawalSchema }), z.null()),
  /** The cloned voices in the project's takes. Without `lines`, all lines with a take are considered. */
  'consent.voices': request(z.object({ lines: chosenLines.optional() }), z.array(voiceConsentSchema)),
  /** Records the decision to export takes by a voice without a valid consent. */
  'consent.decide': request(
    z.object({ identity: voiceIdentitySchema, decision: decisionTextSchema }),
    z.object(stepShape),
  ),
};
