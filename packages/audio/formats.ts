// To add a format, see "Adding an export format" in CONTRIBUTING.md. Services render only the formats in
// `OUTPUT_FORMATS`.
import { z } from 'zod';

interface AudioFormat {
  readonly extension: string;
  readonly mediaType: string;
  /** Data rate of mono audio at 24 kHz, without container overhead. */
  readonly bytesPerSecond: number;
  readonly group: (typeof GROUPS)[number];
}

const GROUPS = ['lossless', 'lossy', 'telephone'] as const;

/** `mulaw` is G.711 mu-law in a WAV file, because the service interface defines no container for it. */
export const AUDIO_FORMATS = {
  mp3: { extension: 'mp3', mediaType: 'audio/mpeg', bytesPerSecond: 8_000, group: 'lossy' },
  wav: { extension: 'wav', mediaType: 'audio/wav', bytesPerSecond: 48_000, group: 'lossless' },
  ogg: { extension: 'ogg', mediaType: 'audio/ogg', bytesPerSecond: 7_000, group: 'lossy' },
  flac: { extension: 'flac', mediaType: 'audio/flac', bytesPerSecond: 24_000, group: 'lossless' },
  mulaw: { extension: 'wav', mediaType: 'audio/wav', bytesPerSecond: 24_000, group: 'telephone' },
} as const satisfies Readonly<Record<string, AudioFormat>>;

export type ExportFormat = keyof typeof AUDIO_FORMATS;
export const EXPORT_FORMATS = Object.keys(AUDIO_FORMATS) as readonly ExportFormat[];
export const exportFormatSchema = z.enum(EXPORT_FORMATS);

export const DISPLAYED_FORMATS = GROUPS.flatMap((group) =>
  EXPORT_FORMATS.filter((format) => AUDIO_FORMATS[format].group === group),
);

const OPUS_RATES = [24_000, 48_000] as const;

/** Returns the sample rate in Hz at which Opus encodes a signal, never below the signal's full-band rate. */
export const opusSampleRate = (sampleRate: number): (typeof OPUS_RATES)[number] =>
  OPUS_RATES.find((rate) => rate === sampleRate) ?? 48_000;
