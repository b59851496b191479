import { readProvenance, readTags } from '@lectern/provenance';
import type { ProvenanceState, ReadingProblem, Verification } from '../../../../shared/model/verification.ts';
import { type FileRecognition, recogniseFile } from '../fingerprints/recognise-file.ts';
import { searchWatermark } from './search-watermark.ts';

export interface VerificationParts {
  /** PEM certificates of issuers that the user trusts. */
  readonly anchors: readonly string[];
  /** PEM certificates of this computer's roots. */
  readonly ownRoots: readonly string[];
  /** Folders with registers of fingerprints: the application's data folder, and projects. */
  readonly registers: readonly string[];
  readonly signal?: AbortSignal;
}

/**
 * Checks a file's signature, tags, watermark and fingerprint. Problems with the file are part of the result.
 * @throws the signal's reason
 */
export async function verifyFile(
  path: string,
  { anchors, ownRoots, registers, signal }: VerificationParts,
): Promise<Verification> {
  const signature = await readProvenance(path, anchors, { own: ownRoots, ...(signal && { signal }) });
  const has = (kind: ReadingProblem['kind']): boolean => signature.problems.some((problem) => problem.kind === kind);
  const isLookedUp = LOOKED_UP.includes(signature.state) && !has('file');
  const recognition = isLookedUp ? await recogniseFile(path, registers, signal) : null;
  const isAudio = !has('file') && !has('unsupported-format');
  const tags = isAudio ? await readTags(path) : null;
  signal?.throwIfAborted();
  const watermark = isAudio ? await searchWatermark(path, signal) : null;
  return {
    signature,
    tags: typeof tags === 'string' ? 'unreadable' : tags,
    watermark,
    recognition: recognition && toModel(recognition),
  };
}

/** Includes `unreadable`, because files can be recognised even if their format can't be signed. */
const LOOKED_UP: readonly ProvenanceState[] = ['changed', 'none', 'unreadable'];

function toModel({ match, problem, seconds, unreadable }: FileRecognition): NonNullable<Verification['recognition']> {
  if (match === null) return { match, problem, unreadable: [...unreadable] };
  const { entry, fromSeconds, clipSeconds, confidence } = match;
  const { file, title, projectId, target, sha256, addedAt, manifestId, durationSeconds } = entry;
  return {
    match: {
      file,
      title,
      projectId,
      target,
      sha256,
      exportedAt: addedAt,
      manifestId,
      durationSeconds,
      lengthSeconds: seconds,
      fromSeconds,
      atSeconds: clipSeconds,
      confidence,
    },
    problem,
    unreadable: [...unreadable],
  };
}
