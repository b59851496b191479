import { CLIP_SHIFTS, ClipSearch } from '@lectern/audio/fingerprint';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { readUntrustedAudio } from '../../audio/read-untrusted-audio.ts';
import { FingerprintRegister, type RecognisedFile } from './fingerprint-register.ts';

/** Only the first half hour of longer files is looked up. */
const MAX_SECONDS = 1800;

export interface FileRecognition {
  readonly match: RecognisedFile | null;
  /** Why the file has no fingerprint. */
  readonly problem: 'undecodable' | 'too-slow' | null;
  /** Duration of the file; null if it is longer than half an hour or can't be decoded. */
  readonly seconds: number | null;
  /** Paths of registers or entries that can't be read. */
  readonly unreadable: readonly string[];
}

/**
 * Searches the registers for the finished file that an audio file, or part of it, comes from.
 * @param parents the folders that contain registers: the application's data folder, and projects
 * @throws the signal's reason
 */
export async function recogniseFile(
  path: string,
  parents: readonly string[],
  signal?: AbortSignal,
): Promise<FileRecognition> {
  const options = { seconds: MAX_SECONDS, starts: CLIP_SHIFTS };
  const read = await readUntrustedAudio(path, signal, (workers, input) => workers.fingerprintFile(input, options));
  if (typeof read === 'string') return { match: null, problem: read, seconds: null, unreadable: [] };
  const seconds = read.seconds < MAX_SECONDS ? read.seconds : null;
  const clip = new ClipSearch(read.fingerprints);
  const unreadable: string[] = [];
  let match: RecognisedFile | null = null;
  for (const parent of clip.isUnrecognisable ? [] : parents) {
    try {
      const found = await new FingerprintRegister(parent).recognise(clip);
      append(unreadable, found.unreadable);
      if (found.match && (match === null || found.match.difference < match.difference)) match = found.match;
    } catch (error) {
      if (!(error instanceof UnsafeEntryError) && errorCode(error) === null) throw error;
      if (errorCode(error) !== 'ENOENT') unreadable.push(parent);
    }
  }
  return { match, problem: null, seconds, unreadable };
}
