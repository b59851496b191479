import type { UnsupportedFeature } from '../../shared/model/verification.ts';

/**
 * - `unsupported-format`: not a format that can carry a manifest.
 * - `unsupported-file`: a variant of the format in which a manifest can't be embedded; `feature` names it.
 * - `damaged`: the file's structure is invalid.
 * - `too-large`: the signed file would exceed a limit of its format.
 * - `signature-size`: a signing key returned a signature of an unexpected size, in bytes.
 */
export type SigningProblem =
  | { readonly kind: 'unsupported-format' }
  | { readonly kind: 'unsupported-file'; readonly feature: UnsupportedFeature }
  | { readonly kind: 'damaged' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'signature-size'; readonly bytes: number };

export class ProvenanceError extends Error {
  override readonly name = 'ProvenanceError';
  readonly problem: SigningProblem;

  constructor(problem: SigningProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}
