// The result of verifying a finished audio file: its signature, tags, watermark and fingerprint.
import { z } from 'zod';
import { SPEECH_SOURCE_KINDS } from '../rules/digital-source-type.ts';

/**
 * - `valid`: the file and everything the manifest says are as they were signed.
 * - `changed`: the file or the manifest has been changed since it was signed.
 * - `invalid`: nothing has been changed, but the certificate is expired, revoked, or doesn't allow signing audio, or an
 *   ingredient isn't valid.
 * - `none`: there is no manifest.
 * - `unreadable`: the file can't be read, isn't audio, or uses features that aren't supported.
 */
export const PROVENANCE_STATES = ['valid', 'changed', 'invalid', 'none', 'unreadable'] as const;
export type ProvenanceState = (typeof PROVENANCE_STATES)[number];

/** Features of audio formats with which a manifest can't be embedded or read. */
const UNSUPPORTED_FEATURES = [
  'id3-unsynchronisation',
  'id3-version',
  'id3-extended-header',
  'rf64',
  'fragments',
] as const;
export type UnsupportedFeature = (typeof UNSUPPORTED_FEATURES)[number];

/**
 * - `file`, `sidecar`: the file, or the `.c2pa` file next to it, can't be read; `code` is the system's error code.
 * - `unsupported-format`, `unsupported-file`, `damaged`: see `SigningProblem`.
 * - `audio-changed`: the audio or the tags have been changed.
 * - `manifest-changed`: the manifest has been changed; `code` is the status code of the C2PA specification.
 * - `manifest-damaged`: the manifest can't be parsed.
 * - `several-manifests`: the file contains several manifest stores.
 * - `not-bound`: the manifest isn't bound to a file.
 * - `unprotected-bytes`: the manifest's hash excludes parts of the file other than the manifest.
 * - `unsupported-binding`, `compressed-manifest`: the manifest uses features that aren't supported.
 * - `manifest-too-large`, `too-slow`: the manifest exceeds the limits for safe reading.
 * - `certificate-…`: see the states; `certificate-untrusted` doesn't make the file invalid.
 * - `time-stamp`: the time stamp isn't valid or its authority isn't trusted, so it is ignored.
 * - `ingredient`: an ingredient's manifest isn't valid.
 * - `unreadable-voices`: the list of voices doesn't have the expected format.
 */
const readingProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['file', 'sidecar', 'manifest-changed', 'time-stamp', 'ingredient']), code: z.string() }),
  z.object({ kind: z.literal('unsupported-file'), feature: z.enum(UNSUPPORTED_FEATURES) }),
  z.object({
    kind: z.enum([
      'unsupported-format',
      'damaged',
      'audio-changed',
      'manifest-damaged',
      'several-manifests',
      'not-bound',
      'unprotected-bytes',
      'unsupported-binding',
      'compressed-manifest',
      'manifest-too-large',
      'too-slow',
      'certificate-untrusted',
      'certificate-expired',
      'certificate-revoked',
      'certificate-invalid',
      'unreadable-voices',
    ]),
  }),
]);
export type ReadingProblem = z.infer<typeof readingProblemSchema>;

/** The content of a manifest. Missing fields are null or empty. */
const manifestSummarySchema = z.object({
  software: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  title: z.string().nullable(),
  /** As in RFC 3339. */
  created: z.string().nullable(),
  /** URIs of terms in the IPTC's Digital Source Type vocabulary. */
  sourceTypes: z.array(z.string()),
  voices: z.array(
    z.object({
      name: z.string(),
      source: z.enum(SPEECH_SOURCE_KINDS),
      licence: z.string().exactOptional(),
      consentId: z.string().exactOptional(),
    }),
  ),
  /** The manifests of what the file was made from, such as takes that the service has signed. */
  ingredients: z.array(z.object({ title: z.string().nullable() })),
  signer: z.object({
    organization: z.string().nullable(),
    commonName: z.string().nullable(),
    isTrusted: z.boolean(),
    /** Whether the certificate is one that Lectern made for this computer. */
    isThisComputer: z.boolean(),
    /** From the time stamp, as in RFC 3339; null if its authority isn't trusted. */
    signedAt: z.string().nullable(),
  }),
});
export type ManifestSummary = z.infer<typeof manifestSummarySchema>;

const provenanceReadingSchema = z.object({
  state: z.enum(PROVENANCE_STATES),
  place: z.enum(['embedded', 'sidecar']).nullable(),
  /** Null if there is no manifest, or if it can't be read or has been changed. */
  manifest: manifestSummarySchema.nullable(),
  problems: z.array(readingProblemSchema),
});
export type ProvenanceReading = z.infer<typeof provenanceReadingSchema>;

/** A finished file that contains the audio, found by its fingerprint. */
const recognisedFileSchema = z.object({
  /** Path in the export folder, with slashes. */
  file: z.string(),
  /** Name of the project. */
  title: z.string(),
  projectId: z.string(),
  target: z.string(),
  sha256: z.string(),
  /** As in RFC 3339. */
  exportedAt: z.string(),
  manifestId: z.string().nullable(),
  durationSeconds: z.number(),
  /** Duration of the verified file; null if it is long. */
  lengthSeconds: z.number().nullable(),
  /** Where the audio is in the finished file. */
  fromSeconds: z.number(),
  /** Where the recognised part begins in the verified file. */
  atSeconds: z.number(),
  /** From 0 to 1. */
  confidence: z.number(),
});

/** What the tags say about how the audio was made. */
const originTagsSchema = z.object({
  /** URI of a term in the IPTC's Digital Source Type vocabulary. */
  sourceType: z.string().nullable(),
  disclosure: z.string().nullable(),
});

/** `too-slow`: decoding or searching the audio took too long, so it was stopped. */
const UNREAD_AUDIO = ['undecodable', 'too-slow'] as const;

/** The search for an inaudible watermark. Not finding one proves nothing. */
const watermarkSearchSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('found'),
    searchedSeconds: z.number(),
    /** Eight hexadecimal digits. */
    id: z.string(),
    /** The correlation in standard deviations, and the minimum that counts as found. */
    score: z.number(),
    minScore: z.number(),
    /** Speed relative to the marked audio; 1 if it hasn't been changed. */
    speed: z.number(),
    fromSeconds: z.number(),
    toSeconds: z.number(),
  }),
  z.object({ state: z.literal('not-found'), searchedSeconds: z.number() }),
  z.object({ state: z.enum(['too-short', ...UNREAD_AUDIO]) }),
]);
export type WatermarkSearch = z.infer<typeof watermarkSearchSchema>;

/** The result of verifying a file. */
export const verificationSchema = z.object({
  signature: provenanceReadingSchema,
  /** Null for files that aren't audio. */
  tags: originTagsSchema.or(z.literal('unreadable')).nullable(),
  /** Null for files that aren't audio. */
  watermark: watermarkSearchSchema.nullable(),
  /**
   * Null if the fingerprint wasn't looked up. `problem` says why the file has no fingerprint; `unreadable` are paths of
   * registers or their entries.
   */
  recognition: z
    .object({
      match: recognisedFileSchema.nullable(),
      problem: z.enum(UNREAD_AUDIO).nullable(),
      unreadable: z.array(z.string()),
    })
    .nullable(),
});
export type Verification = z.infer<typeof verificationSchema>;
