import { MIN_SCORE, type WatermarkScan, watermarkIdText } from '@lectern/audio/watermark';
import type { WatermarkSearch } from '../../../../shared/model/verification.ts';
import { readUntrustedAudio } from '../../audio/read-untrusted-audio.ts';

/** Looks for a watermark in an audio file. @throws the signal's reason */
export async function searchWatermark(path: string, signal?: AbortSignal): Promise<WatermarkSearch> {
  const scan = await readUntrustedAudio(path, signal, (workers, input) => workers.findWatermark(input));
  return typeof scan === 'string' ? { state: scan } : searchOf(scan);
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
