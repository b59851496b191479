/**
 * `foreign` means that the content isn't in a known audio format (an HTML page, for example); `damaged` means that
 * the format is known but the content can't be decoded.
 */
export const AUDIO_FORMAT_ERROR_KINDS = [
  'empty',
  'foreign',
  'truncated',
  'damaged',
  'unsupported',
  'too-long',
] as const;
type AudioFault = (typeof AUDIO_FORMAT_ERROR_KINDS)[number];

/** Thrown when audio can't be decoded. The message is one sentence for the user, without a file name. */
export class AudioFormatError extends Error {
  override readonly name = 'AudioFormatError';
  readonly kind: AudioFault;

  constructor(kind: AudioFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** Limits the duration of decoded audio, because a small compressed file can contain hours of silence. */
export interface DecodeLimit {
  readonly seconds: number;
  /** Whether the existing audio of an incomplete file is decoded before the error is thrown; false by default. */
  readonly readsIncomplete?: boolean;
}

export const DEFAULT_DECODE_LIMIT: DecodeLimit = { seconds: 6 * 3600 };

/** More channels than any recording has. Each channel uses memory, regardless of the file's size. */
const MAX_CHANNELS = 32;
/** In Hz; higher than in any recording. Without a limit, one second of audio could take any amount of memory. */
const MAX_SAMPLE_RATE = 384_000;

export function requireWithinLimit(seconds: number, limit: DecodeLimit): void {
  if (seconds <= limit.seconds) return;
  throw new AudioFormatError('too-long', `The audio is longer than the supported ${formatDuration(limit.seconds)}.`);
}

export function requireSupportedFormat(sampleRate: number, channels: number, maxChannels = MAX_CHANNELS): void {
  if (channels > maxChannels) {
    throw new AudioFormatError(
      'unsupported',
      `The audio has ${channels} channels; up to ${maxChannels} are supported.`,
    );
  }
  if (sampleRate > MAX_SAMPLE_RATE) {
    throw new AudioFormatError(
      'unsupported',
      `The audio has a sample rate of ${sampleRate} Hz; up to ${MAX_SAMPLE_RATE} Hz are supported.`,
    );
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}
