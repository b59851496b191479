/**
 * What is wrong with bytes that should be audio:
 * `empty` no byte at all; `foreign` not audio of a known format (a web page, JSON, text);
 * `truncated` the file announces more than there is; `damaged` the right kind of file, but unreadable;
 * `unsupported` audio that is not handled here (a codec or a sample layout); `too-long` more sound than the caller allows.
 */
export const AUDIO_FAULTS = ['empty', 'foreign', 'truncated', 'damaged', 'unsupported', 'too-long'] as const;
export type AudioFault = (typeof AUDIO_FAULTS)[number];

/** Bytes that can't be read as audio. The message is one sentence for the user, without a file name. */
export class AudioFormatError extends Error {
  override readonly name = 'AudioFormatError';
  readonly kind: AudioFault;

  constructor(kind: AudioFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
