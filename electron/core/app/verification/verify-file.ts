import { readProvenance } from '@lectern/provenance';
import type { Verification } from '../../../../shared/model/verification.ts';

export interface VerificationParts {
  /** PEM certificates of issuers that the user trusts. */
  readonly anchors: readonly string[];
  /** PEM certificates of this computer's roots. */
  readonly ownRoots: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Finds out what a finished file says about itself. Problems with the file are part of the result.
 * @throws the signal's reason
 */
export async function verifyFile(
  path: string,
  { anchors, ownRoots, signal }: VerificationParts,
): Promise<Verification> {
  const signature = await readProvenance(path, anchors, { own: ownRoots, ...(signal && { signal }) });
  return { signature };
}
