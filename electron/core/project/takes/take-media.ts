import type { OutputFormat } from '@lectern/tts-protocol';
import { formatOf, identify } from '../../../../codecs/identify.ts';
import { AUDIO_FORMATS } from '../../../../shared/model/audio-formats.ts';
import type { Project } from '../project.ts';

/** A take's audio file, for playback. */
export interface TakeMedia {
  /** An absolute path. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Where a take's audio lies; null where there is no such take, or no file of it within the project's folder. */
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

/** What audio of an unknown kind is served as: a player looks at the bytes itself. */
const FALLBACK_TYPE = 'audio/mpeg';

/** What audio that came from a service is served as, by how its bytes begin. */
export function mediaTypeOf(bytes: Uint8Array): string {
  try {
    return AUDIO_FORMATS[formatOf(identify(bytes))].mediaType;
  } catch {
    return FALLBACK_TYPE;
  }
}
