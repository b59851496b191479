import { formatOf, identify } from '@lectern/audio';
import { AUDIO_FORMATS } from '@lectern/audio/formats';
import type { OutputFormat } from '@lectern/tts-protocol';
import type { Project } from '../project.ts';

export interface TakeMedia {
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Returns null if the take or its file is missing or outside the project folder. */
export async function takeMedia(project: Project, takeId: number): Promise<TakeMedia | null> {
  const row = project.db
    .prepare<{ readonly hash: string; readonly format: OutputFormat; readonly sizeBytes: number }>(
      'SELECT audio_hash AS hash, format, size AS sizeBytes FROM takes WHERE id = ?',
    )
    .get(takeId);
  const path = row ? project.takes.audioPath(row.hash, row.format) : null;
  if (!row || path === null || (await project.takes.audioProblem(row)) === 'missing') return null;
  return { path, sizeBytes: row.sizeBytes, contentType: AUDIO_FORMATS[row.format].mediaType };
}

/** Default for unrecognised audio; players detect the format from the content anyway. */
const FALLBACK_MEDIA_TYPE = 'audio/mpeg';

export function mediaTypeOf(bytes: Uint8Array): string {
  try {
    return AUDIO_FORMATS[formatOf(identify(bytes))].mediaType;
  } catch {
    return FALLBACK_MEDIA_TYPE;
  }
}
