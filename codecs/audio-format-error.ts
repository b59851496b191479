// What is refused as audio, and why.
/**
 * What is wrong with bytes that should be audio:
 * `empty` no byte at all; `foreign` not audio of a known format (a web page, JSON, text);
 * `truncated` the file announces more than there is; `damaged` the right kind of file, but unreadable;
 * `unsupported` audio that is not handled here (a codec or a sample layout); `too-long` more sound than the caller allows.
 */
export const AUDIO_FAULTS = ['empty', 'foreign', 'truncated', 'damaged', 'unsupported', 'too-long'] as const;
type AudioFault = (typeof AUDIO_FAULTS)[number];

/** Bytes that can't be read as audio. The message is one sentence for the user, without a file name. */
export class AudioFormatError extends Error {
  override readonly name = 'AudioFormatError';
  readonly kind: AudioFault;

  constructor(kind: AudioFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** How much sound a file may turn out to hold: a few bytes of a packed file can stand for hours of it. */
export interface DecodeLimit {
  /** Seconds. */
  readonly seconds: number;
}

/** Six hours: for files of which nothing else is known. */
export const DEFAULT_DECODE_LIMIT: DecodeLimit = { seconds: 6 * 3600 };

/** More than any recording has. Each channel costs memory, whatever the file's size. */
const MOST_CHANNELS = 32;
/** Hz. More than any recording has: without it, any number of samples could pass for a second. */
const MOST_SAMPLE_RATE = 384_000;

/** @throws AudioFormatError `too-long` */
export function refuseTooLong(seconds: number, limit: DecodeLimit): void {
  if (seconds <= limit.seconds) return;
  throw new AudioFormatError(
    'too-long',
    `The audio lasts longer than ${inWords(limit.seconds)}, the most that is read.`,
  );
}

/** Refuses what no recording is like. @param sampleRate Hz @throws AudioFormatError `unsupported` */
export function refuseStrangeSound(sampleRate: number, channels: number, mostChannels = MOST_CHANNELS): void {
  if (channels > mostChannels) {
    throw new AudioFormatError('unsupported', `The audio has ${channels} channels; up to ${mostChannels} can be read.`);
  }
  if (sampleRate > MOST_SAMPLE_RATE) {
    throw new AudioFormatError(
      'unsupported',
      `The audio has ${sampleRate} samples a second; up to ${MOST_SAMPLE_RATE} can be read.`,
    );
  }
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}
