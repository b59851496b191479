import { readProvenance } from '@lectern/provenance';
import type { ProvenanceState, Recognition, Verification } from '../../../../shared/model/verification.ts';
import { recogniseFile } from '../fingerprints/recognise-file.ts';

export interface VerificationParts {
  /** PEM certificates of issuers that the user trusts. */
  readonly anchors: readonly string[];
  /** PEM certificates of this computer's roots. */
  readonly ownRoots: readonly string[];
  /** Folders that contain registers of fingerprints: the application's data folder, and projects. */
  readonly registers: readonly string[];
  readonly signal?: AbortSignal;
}

/** A file can be looked up even if its format can't contain a signature. */
const LOOKED_UP: readonly ProvenanceState[] = ['changed', 'none', 'unreadable'];

/**
 * Finds out what a finished file says about itself, and what it is part of. Problems with the file are part of the result.
 * @throws the signal's reason
 */
export async function verifyFile(
  path: string,
  { anchors, ownRoots, registers, signal }: VerificationParts,
): Promise<Verification> {
  const signature = await readProvenance(path, anchors, { own: ownRoots, ...(signal && { signal }) });
  const recognition = LOOKED_UP.includes(signature.state) ? await recognise(path, registers) : null;
  signal?.throwIfAborted();
  return { signature, recognition };
}

async function recognise(path: string, registers: readonly string[]): Promise<Recognition> {
  const { match, unreadable } = await recogniseFile(path, registers);
  if (match === null) return { match, unreadable: [...unreadable] };
  const { file, title, projectId, target, sha256, addedAt, manifestId } = match.entry;
  const { fromSeconds, clipSeconds, confidence } = match;
  const entry = { file, title, projectId, target, sha256, addedAt, manifestId };
  return { match: { ...entry, fromSeconds, clipSeconds, confidence }, unreadable: [...unreadable] };
}
