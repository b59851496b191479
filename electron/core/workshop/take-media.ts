import { FORMATS } from '../../../codecs/formats.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { Project } from '../store/project.ts';

/** A take's audio file, for whoever plays it. */
export interface TakeMedia {
  /** An absolute path. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
}

/** Where a take's audio lies; null where there is no such take. Whether the file is there is not looked at. */
export function takeMedia(project: Project, takeId: number): TakeMedia | null {
  const row = project.db
    .prepare<{ readonly audio_hash: string; readonly format: OutputFormat; readonly size: number }>(
      'SELECT audio_hash, format, size FROM takes WHERE id = ?',
    )
    .get(takeId);
  if (!row) return null;
  const { audio_hash, format, size } = row;
  return {
    path: project.takes.audioPath(audio_hash, format),
    sizeBytes: size,
    contentType: FORMATS[format].mediaType,
  };
}
