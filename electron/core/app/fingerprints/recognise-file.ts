import { AudioFormatError } from '@lectern/audio';
import { CLIP_SHIFTS, ClipSearch } from '@lectern/audio/fingerprint';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { WorkerLostError } from '../../../../node/worker-pool.ts';
import { append } from '../../../../shared/rules/lists.ts';
import { createAudioWorkers } from '../../audio/audio-workers.ts';
import { FingerprintRegister, type RecognisedFile } from './fingerprint-register.ts';

/** Longer files are recognised by their first half hour. */
const MAX_SECONDS = 1800;
/** Decoding half an hour takes about ten seconds. */
const TIMEOUT_MS = 120_000;

export interface FileRecognition {
  readonly match: RecognisedFile | null;
  /** Duration of the file; null if it is longer than half an hour or can't be decoded. */
  readonly seconds: number | null;
  /** Paths of registers or entries that can't be read. */
  readonly unreadable: readonly string[];
}

const NOTHING: FileRecognition = { match: null, seconds: null, unreadable: [] };

/**
 * Looks for an audio file, or a part of one, among the finished files in the registers. Finds nothing if the file can't be
 * decoded, or if decoding takes more than two minutes.
 * @param parents the folders that contain registers: the application's data folder, and projects
 */
export async function recogniseFile(path: string, parents: readonly string[]): Promise<FileRecognition> {
  const read = await fingerprintsOf(path);
  if (read === null || read.clip.isUnrecognisable) return NOTHING;
  const { clip, seconds } = read;
  const unreadable: string[] = [];
  let match: RecognisedFile | null = null;
  for (const parent of parents) {
    try {
      const found = await new FingerprintRegister(parent).recognise(clip);
      append(unreadable, found.unreadable);
      if (found.match && (match === null || found.match.difference < match.difference)) match = found.match;
    } catch (error) {
      if (!(error instanceof UnsafeEntryError) && errorCode(error) === null) throw error;
      if (errorCode(error) !== 'ENOENT') unreadable.push(parent);
    }
  }
  return { match, seconds: seconds < MAX_SECONDS ? seconds : null, unreadable };
}

/** Returns null if the file can't be decoded. */
async function fingerprintsOf(path: string): Promise<{ readonly clip: ClipSearch; readonly seconds: number } | null> {
  const workers = createAudioWorkers({ size: 1 });
  const timer = setTimeout(() => void workers.close(), TIMEOUT_MS);
  try {
    const file = await openRegularFile(path, 'follow');
    try {
      const options = { seconds: MAX_SECONDS, starts: CLIP_SHIFTS };
      const { fingerprints, seconds } = await workers.fingerprintFile({ fd: file.fd }, options);
      return { clip: new ClipSearch(fingerprints), seconds };
    } finally {
      await file.close();
    }
  } catch (error) {
    const isExpected =
      error instanceof AudioFormatError || error instanceof WorkerLostError || error instanceof UnsafeEntryError;
    if (isExpected || errorCode(error) !== null) return null;
    throw error;
  } finally {
    clearTimeout(timer);
    await workers.close();
  }
}
