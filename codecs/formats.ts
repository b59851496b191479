// The files that the output formats of the service's interface stand for.
import type { OutputFormat } from '../shared/service/vocabulary.ts';

/** What a file of a format is called and served as. */
export interface FileFormat {
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
}

/**
 * Every output format (Section "Input parameters object"). The interface does not say how `mulaw` is packed: here it
 * is G.711 mu-law in a WAV container, so that any player opens it.
 */
export const FORMATS: Readonly<Record<OutputFormat, FileFormat>> = {
  mp3: { extension: 'mp3', mediaType: 'audio/mpeg' },
  wav: { extension: 'wav', mediaType: 'audio/wav' },
  ogg: { extension: 'ogg', mediaType: 'audio/ogg' },
  flac: { extension: 'flac', mediaType: 'audio/flac' },
  mulaw: { extension: 'wav', mediaType: 'audio/wav' },
};
