import { CLONE_BOUNDS } from '@lectern/tts-protocol';
import { z } from 'zod';
import { connectionIdentitySchema } from './connection.ts';

/** Dates may be up to this many hours ahead of UTC, so that the producer's time zone doesn't matter. */
const TIME_ZONE_HOURS = 24;

export const consentGivenSchema = z.object({
  person: z.string().trim().min(1).max(120),
  purpose: z.string().trim().min(1).max(500),
  givenOn: z.iso.date(),
  /** The last day on which the voice may be used; null if the consent isn't limited in time. */
  validUntil: z.iso.date().nullable().default(null),
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

const fileFigures = { sha256: z.string().regex(/^[0-9a-f]{64}$/), sizeBytes: z.int() };

export const MAX_EVIDENCE_BYTES = 20 * 1024 * 1024;
/** Name of the person who made a decision. */
const deciderSchema = z.string().trim().min(1).max(120);
const noteSchema = z.string().trim().min(1).max(500);

export const withdrawalSchema = z.object({
  on: z.iso.date(),
  note: noteSchema.nullable(),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const consentRecordSchema = consentGivenSchema.extend({
  id: z.string().min(1),
  voice: z.string().min(1).nullable(),
  voiceName: z.string().min(1).max(200),
  statement: consentStatementSchema,
  recordedAt: z.number(),
  /** Null if the voice was cloned elsewhere. */
  sample: z.object({ ...fileFigures, seconds: z.number() }).nullable(),
  /** A recording or scan of the consent, kept in the data folder under its hash. */
  evidence: z
    .object({ ...fileFigures, name: z.string().max(400) })
    .nullable()
    .default(null),
  connection: connectionIdentitySchema.extend({ name: z.string() }),
  /** The voices that existed before. A new voice with the requested name is the clone. */
  voicesBefore: z.array(z.string()),
  deletedAt: z.number().nullable(),
  /** A withdrawal is final. If the person consents again, a new record is added. */
  withdrawal: withdrawalSchema.extend({ recordedAt: z.number() }).nullable().default(null),
});
export type ConsentRecord = z.infer<typeof consentRecordSchema>;

/** Services can use the same id for different voices, so a voice is identified by its connection and its id. */
export const voiceIdentitySchema = connectionIdentitySchema.extend({ voice: z.string().min(1) });
export type VoiceIdentity = z.infer<typeof voiceIdentitySchema>;

/** `expired` and `withdrawn`: there are records, but none of them is valid. */
export const CONSENT_STATES = ['valid', 'missing', 'expired', 'withdrawn'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];

export const decisionTextSchema = z.object({ reason: noteSchema, decidedBy: deciderSchema });

/** The producer's decision to export takes by a cloned voice without a valid consent. Kept in the project. */
export const consentDecisionSchema = voiceIdentitySchema.extend({
  ...decisionTextSchema.shape,
  name: z.string(),
  /** The decision no longer applies if the state changes, for example if a consent is withdrawn later. */
  about: z.enum(CONSENT_STATES).exclude(['valid']),
  decidedAt: z.number(),
});
export type ConsentDecision = z.infer<typeof consentDecisionSchema>;

/** A cloned voice in a project's takes. */
export const voiceConsentSchema = voiceIdentitySchema.extend({
  name: z.string(),
  state: z.enum(CONSENT_STATES),
  /** The decision that applies; null if there is none, or if none is needed. */
  decision: consentDecisionSchema.nullable(),
  roles: z.array(z.string()),
  /** Lines with a take by this voice. */
  lineIds: z.array(z.int()),
});
export type VoiceConsent = z.infer<typeof voiceConsentSchema>;

/** What this machine knows about consents. */
export interface KnownConsents {
  readonly records: readonly ConsentRecord[];
  /** Voices that the connected service lists as clones. */
  readonly clones: readonly (VoiceIdentity & { readonly name: string | null })[];
  /** In milliseconds since the epoch. */
  readonly now: number;
}

/** Returns whether takes by this voice can only be exported after a decision. */
export const needsDecision = ({ state, decision }: Pick<VoiceConsent, 'state' | 'decision'>): boolean =>
  state !== 'valid' && decision === null;

/** Returns true for dates that are after today in every time zone. `now` is in milliseconds since the epoch. */
export const isInFuture = ({ givenOn }: Pick<ConsentGiven, 'givenOn'>, now: number): boolean =>
  Date.parse(givenOn) > now + TIME_ZONE_HOURS * 3_600_000;
