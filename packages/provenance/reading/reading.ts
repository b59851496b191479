import type { VoiceStatement } from '../claim.ts';
import type { SigningProblem } from '../provenance-error.ts';

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
export type ReadingProblem =
  | Extract<SigningProblem, { readonly kind: 'unsupported-format' | 'unsupported-file' | 'damaged' }>
  | { readonly kind: 'file' | 'sidecar'; readonly code: string }
  | { readonly kind: 'manifest-changed' | 'time-stamp' | 'ingredient'; readonly code: string }
  | {
      readonly kind:
        | 'audio-changed'
        | 'manifest-damaged'
        | 'several-manifests'
        | 'not-bound'
        | 'unprotected-bytes'
        | 'unsupported-binding'
        | 'compressed-manifest'
        | 'manifest-too-large'
        | 'too-slow'
        | 'certificate-untrusted'
        | 'certificate-expired'
        | 'certificate-revoked'
        | 'certificate-invalid'
        | 'unreadable-voices';
    };

/** The content of a manifest. Missing fields are null or empty. */
export interface ManifestSummary {
  readonly software: { readonly name: string; readonly version: string | null } | null;
  readonly title: string | null;
  /** As in RFC 3339. */
  readonly created: string | null;
  /** URIs of terms in the IPTC's Digital Source Type vocabulary. */
  readonly sourceTypes: readonly string[];
  readonly voices: readonly VoiceStatement[];
  /** Signed audio that the file was made from. */
  readonly ingredients: readonly { readonly title: string | null }[];
  readonly signer: {
    readonly organization: string | null;
    readonly commonName: string | null;
    readonly isTrusted: boolean;
    /** From the time stamp, as in RFC 3339; null if its authority isn't trusted. */
    readonly signedAt: string | null;
  };
}

export interface ProvenanceReading {
  readonly state: ProvenanceState;
  readonly place: 'embedded' | 'sidecar' | null;
  /** Null if there is no manifest, or if it can't be read or has been changed. */
  readonly manifest: ManifestSummary | null;
  readonly problems: readonly ReadingProblem[];
}
