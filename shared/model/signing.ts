import { httpUrlSchema } from '@lectern/tts-protocol';
import { z } from 'zod';

/** `installation`: made by Lectern for this computer. `own`: installed by the producer. */
export const CERTIFICATE_KINDS = ['installation', 'own'] as const;

export const MAX_ORGANIZATION_LENGTH = 64;

export const signingSettingsSchema = z.object({
  /** Whether finished files are signed. */
  isOn: z.boolean(),
  /** Name in the installation's certificate, which readers of signed files see. Empty for none. */
  organization: z.string().trim().max(MAX_ORGANIZATION_LENGTH),
  certificate: z.enum(CERTIFICATE_KINDS),
  /** Address of an RFC 3161 time-stamp authority. */
  timeStampUrl: httpUrlSchema.nullable(),
});
export type SigningSettings = z.infer<typeof signingSettingsSchema>;

export const INITIAL_SIGNING: SigningSettings = {
  isOn: true,
  organization: '',
  certificate: 'installation',
  timeStampUrl: null,
};

/**
 * Why a certificate and its key can't be used. `unreadable-file`: a file can't be read, or is too large.
 * `unreadable-certificates`, `unreadable-key`: not PEM, or encrypted. `no-key`: this program can't read the key, for example
 * because it is in the keychain. The others are the problems that `checkSigner` returns.
 */
export const SIGNER_PROBLEMS = [
  'unreadable-file',
  'unreadable-certificates',
  'unreadable-key',
  'no-key',
  'no-certificates',
  'self-signed',
  'is-authority',
  'wrong-order',
  'wrong-usage',
  'unsupported-key',
  'other-key',
  'not-yet-valid',
  'expired',
] as const;

export const signerProblemSchema = z.object({
  kind: z.enum(SIGNER_PROBLEMS),
  /** For `not-yet-valid` and `expired`, in milliseconds since the epoch. */
  date: z.number().optional(),
});
export type StoredSignerProblem = z.infer<typeof signerProblemSchema>;

export const signerSchema = z.object({
  certificate: z.enum(CERTIFICATE_KINDS),
  /** The certificate's subject, as shown by other programs. */
  name: z.string(),
});
