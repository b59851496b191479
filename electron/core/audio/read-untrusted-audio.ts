import { AudioFormatError, type AudioInput } from '@lectern/audio';
import { errorCode, UnsafeEntryError } from '../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../node/files/regular-file.ts';
import { WorkerLostError } from '../../../node/worker-pool.ts';
import { type AudioWorkers, createAudioWorkers } from './audio-workers.ts';

/** Decoding and searching an hour takes about twenty seconds. */
const TIMEOUT_MS = 120_000;

/**
 * Decodes a file of unknown origin in a separate thread, for at most two minutes, because a malicious file can keep the
 * decoder busy or make it run out of memory.
 * @throws the signal's reason
 */
export async function readUntrustedAudio<T>(
  path: string,
  signal: AbortSignal | undefined,
  read: (workers: AudioWorkers, input: AudioInput) => Promise<T>,
): Promise<T | 'undecodable' | 'too-slow'> {
  signal?.throwIfAborted();
  const workers = createAudioWorkers({ size: 1 });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void workers.close();
  }, TIMEOUT_MS);
  const cancel = (): void => void workers.close();
  signal?.addEventListener('abort', cancel);
  try {
    const file = await openRegularFile(path, 'follow');
    try {
      return await read(workers, { fd: file.fd });
    } finally {
      await file.close();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (isLate) return 'too-slow';
    const isUndecodable =
      error instanceof AudioFormatError || error instanceof UnsafeEntryError || error instanceof WorkerLostError;
    if (isUndecodable || errorCode(error) !== null) return 'undecodable';
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    await workers.close();
  }
}
