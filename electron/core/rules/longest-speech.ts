// Upper limits for the duration and size of rendered audio. Anything larger can't be speech of the requested text.
import { BOUNDS, CLONE_BOUNDS } from '@lectern/tts-protocol';

/** Generous: about 1/15 s is typical, but a digit, symbol or foreign letter that is spelled out takes 1 to 2 s. */
const SECONDS_PER_CHARACTER = 2;
const MIN_SECONDS = 30;
/** No text in a single request is longer, at any speed. */
const MAX_SECONDS = 6 * 3600;

/** 48 kHz, 16-bit stereo PCM. This is more than any quality setting of the service. */
const BYTES_PER_SECOND = BOUNDS.sampleRateHz.max * 2 * 2;
const HEADER_BYTES = 256 * 1024;

export interface SpokenText {
  /** In code points, as sent. */
  readonly characters: number;
  /** From 0.1 to 5. Defaults to 1. */
  readonly speed?: number | undefined;
}

export function longestSpeechSeconds({ characters, speed = 1 }: SpokenText): number {
  const slowness = 1 / Math.max(BOUNDS.speed.min, Math.min(1, speed));
  return Math.min(MAX_SECONDS, (MIN_SECONDS + characters * SECONDS_PER_CHARACTER) * slowness);
}

export interface AudioLimit {
  readonly bytes: number;
  readonly seconds: number | null;
}

export function audioLimitOf(text: SpokenText): AudioLimit & { readonly seconds: number } {
  const seconds = longestSpeechSeconds(text);
  return { bytes: HEADER_BYTES + Math.ceil(seconds * BYTES_PER_SECOND), seconds };
}

export const VOICE_SAMPLE_LIMIT: AudioLimit = { bytes: CLONE_BOUNDS.bytes.max, seconds: null };
