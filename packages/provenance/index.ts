export { checkSigner, type SignerProblem } from './certificates/check-signer.ts';
export { createInstallationIdentity, type InstallationIdentity } from './certificates/issue-certificate.ts';
export { CertificateError, parseCertificates } from './certificates/parse-certificates.ts';
export type {
  ProvenanceClaim,
  SoftBinding,
  VoiceStatement,
} from './claim.ts';
export type { Ingredient } from './manifest/ingredient.ts';
export { ProvenanceError, type SigningProblem } from './provenance-error.ts';
export { readIngredient } from './reading/read-ingredient.ts';
export { readManifest, type StoredManifest } from './reading/read-manifest.ts';
export { readProvenance } from './reading/read-provenance.ts';
export { type OriginTags, readTags, type TagReading } from './reading/read-tags.ts';
export {
  type SignedManifest,
  type SigningOrder,
  type SigningResult,
  sidecarPath,
  signCopy,
  signFile,
  signSidecar,
} from './signing/sign-file.ts';
export { type Signer, type SigningAlgorithm, type SigningKey, signingKeyFromPem } from './signing/signer.ts';
export type { TimeStampAuthority, TimeStampOutcome } from './signing/time-stamp.ts';
