import { AudioFormatError } from '@lectern/audio';
import { MIN_SCORE, type WatermarkScan, watermarkIdText } from '@lectern/audio/watermark';
import { errorCode, UnsafeEntryError } from '../../../../node/files/file-errors.ts';
import { openRegularFile } from '../../../../node/files/regular-file.ts';
import { WorkerLostError } from '../../../../node/worker-pool.ts';
import type { WatermarkSearch } from '../../../../shared/model/verification.ts';
import { createAudioWorkers } from '../../audio/audio-workers.ts';

/** Decoding an hour takes about twenty seconds. */
const TIMEOUT_MS = 120_000;

/** Looks for a watermark in an audio file, in a separate thread, for at most two minutes. */
export async function searchWatermark(path: string): Promise<WatermarkSearch> {
  const workers = createAudioWorkers({ size: 1 });
  const timer = setTimeout(() => void workers.close(), TIMEOUT_MS);
  try {
    const file = await openRegularFile(path, 'follow');
    try {
      return searchOf(await workers.findWatermark({ fd: file.fd }));
    } finally {
      await file.close();
    }
  } catch (error) {
    const isUnusable =
      error instanceof AudioFormatError || error instanceof UnsafeEntryError || error instanceof WorkerLostError;
    if (isUnusable || errorCode(error) !== null) return { state: 'undecodable' };
    throw error;
  } finally {
    clearTimeout(timer);
    await workers.close();
  }
}

function searchOf({ found, searchedSeconds }: WatermarkScan): WatermarkSearch {
  if (found === null) return searchedSeconds > 0 ? { state: 'not-found', searchedSeconds } : { state: 'too-short' };
  const { id, score, speed, startSeconds, endSeconds } = found;
  return {
    state: 'found',
    searchedSeconds,
    id: watermarkIdText(id),
    score,
    minScore: MIN_SCORE,
    speed,
    fromSeconds: startSeconds,
    toSeconds: endSeconds,
  };
}
