import { AudioFormatError } from '@lectern/audio';
import { MIN_SCORE, type WatermarkScan, watermarkIdText } from '@lectern/audio/watermark';
import { errorCode, UnsafeEntryError } from '../../node/files/file-errors.ts';
import { openRegularFile } from '../../node/files/regular-file.ts';
import { WorkerLostError } from '../../node/worker-pool.ts';
import type { AudioWorkers } from '../core/audio/audio-workers.ts';
import { durationText, language, t } from './words.ts';

/** Looks for a watermark. Returns null if the file can't be read or decoded. */
export async function searchWatermark(
  path: string,
  workers: Pick<AudioWorkers, 'findWatermark'>,
): Promise<WatermarkScan | null> {
  try {
    const file = await openRegularFile(path, 'follow');
    try {
      return await workers.findWatermark({ fd: file.fd });
    } finally {
      await file.close();
    }
  } catch (error) {
    const isUnusable =
      error instanceof AudioFormatError || error instanceof UnsafeEntryError || error instanceof WorkerLostError;
    if (isUnusable || errorCode(error) !== undefined) return null;
    throw error;
  }
}

export function watermarkText(scan: WatermarkScan | null): string {
  if (scan === null) return t('verify.watermark.unreadable');
  const { found, searchedSeconds } = scan;
  if (searchedSeconds === 0) return t('verify.watermark.nothingSearched');
  if (found === null) return t('verify.watermark.notFound', { time: durationText(searchedSeconds * 1_000) });
  return t('verify.watermark.found', {
    id: watermarkIdText(found.id),
    start: durationText(found.startSeconds * 1_000),
    end: durationText(found.endSeconds * 1_000),
    score: scoreText(found.score),
    least: scoreText(MIN_SCORE),
  });
}

const scoreText = (score: number): string => score.toLocaleString(language(), { maximumFractionDigits: 1 });

export function watermarkJson(scan: WatermarkScan | null) {
  const { found = null, searchedSeconds = 0 } = scan ?? {};
  return {
    state: found ? 'found' : searchedSeconds > 0 ? 'not-found' : 'not-searched',
    searched_seconds: searchedSeconds,
    id: found && watermarkIdText(found.id),
    score: found?.score ?? null,
    speed: found?.speed ?? null,
    start_seconds: found?.startSeconds ?? null,
    end_seconds: found?.endSeconds ?? null,
  };
}
