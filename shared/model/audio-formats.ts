// The formats of audio files, each once. Exports take all of them; a service renders those of its interface
// (`OUTPUT_FORMATS`). "Adding an export format" in CONTRIBUTING.md says what else there is to do.
import { z } from 'zod';

interface AudioFormat {
  /** Without the dot. */
  readonly extension: string;
  readonly mediaType: string;
  /** Of one channel at about 24,000 samples a second; what a file takes besides is not worth counting. */
  readonly bytesASecond: number;
  readonly group: (typeof GROUPS)[number];
}

/** From the master to what is heard on the way. */
const GROUPS = ['lossless', 'lossy', 'telephone'] as const;

/**
 * The interface does not say how `mulaw` is packed ("Input parameters object"): here it is G.711 mu-law in a WAV container,
 * so that any player opens it.
 */
export const AUDIO_FORMATS = {
  mp3: { extension: 'mp3', mediaType: 'audio/mpeg', bytesASecond: 8_000, group: 'lossy' },
  wav: { extension: 'wav', mediaType: 'audio/wav', bytesASecond: 48_000, group: 'lossless' },
  ogg: { extension: 'ogg', mediaType: 'audio/ogg', bytesASecond: 7_000, group: 'lossy' },
  flac: { extension: 'flac', mediaType: 'audio/flac', bytesASecond: 24_000, group: 'lossless' },
  mulaw: { extension: 'wav', mediaType: 'audio/wav', bytesASecond: 24_000, group: 'telephone' },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type ExportFormat = keyof typeof AUDIO_FORMATS;
// Object.keys forgets the names, which are exactly those of the table.
export const EXPORT_FORMATS = Object.keys(AUDIO_FORMATS) as readonly ExportFormat[];
export const exportFormatSchema = z.enum(EXPORT_FORMATS);

/** In the order in which a producer chooses. */
export const FORMATS_AS_SHOWN = GROUPS.flatMap((group) =>
  EXPORT_FORMATS.filter((format) => AUDIO_FORMATS[format].group === group),
);

const OPUS_RATES = [24_000, 48_000] as const;

/** The rate (Hz) at which a sound is encoded: one of Opus's own, and never below the sound's where that is full. */
export const opusSampleRate = (sampleRate: number): (typeof OPUS_RATES)[number] =>
  OPUS_RATES.find((rate) => rate === sampleRate) ?? 48_000;
