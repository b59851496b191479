import { z } from 'zod';
import { signerProblemSchema, signerSchema } from '../signing.ts';

/** Outcome of asking for a time stamp. `none`: no authority is configured. */
const TIME_STAMPS = ['none', 'stamped', 'unreachable', 'timed-out', 'rejected', 'invalid', 'too-large'] as const;

/** Why a file can't be signed. `rf64`: a WAV file of more than 4 GB. */
const UNSIGNED_REASONS = ['rf64', 'too-large', 'other'] as const;

export const fileSignatureSchema = z.discriminatedUnion('kind', [
  /**
   * The manifest is in the file, or in the file `NAME.c2pa` beside it. `leftOut` and `unusable` are the numbers of takes
   * whose own manifests aren't in it, because they would make it too large, or because they are damaged.
   */
  z.object({
    kind: z.enum(['embedded', 'sidecar']),
    timeStamp: z.enum(TIME_STAMPS),
    leftOut: z.int().optional(),
    unusable: z.int().optional(),
  }),
  z.object({ kind: z.literal('unsigned'), reason: z.enum(UNSIGNED_REASONS) }),
]);
export type FileSignature = z.infer<typeof fileSignatureSchema>;
export type TimeStampKind = (typeof TIME_STAMPS)[number];

/** How the files of an export are signed. */
export const exportSigningSchema = z.object({
  signer: signerSchema,
  signed: z.int(),
  unsigned: z.array(z.object({ file: z.string(), reason: z.enum(UNSIGNED_REASONS) })).readonly(),
  /** Takes whose own manifests aren't in a file, because of its size, or because they are damaged. */
  leftOut: z.int(),
  unusable: z.int().default(0),
  /** Null if no authority is configured. `problem` is the latest one. */
  timeStamps: z.object({ stamped: z.int(), missing: z.int(), problem: z.enum(TIME_STAMPS).nullable() }).nullable(),
  /** Why the producer's own certificate wasn't used. */
  ownCertificate: signerProblemSchema.nullable(),
});
export type ExportSigning = z.infer<typeof exportSigningSchema>;
