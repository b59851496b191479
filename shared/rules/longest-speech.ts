// How long a text can last when it is spoken, and how large its audio can be: what a service sends beyond that is no
// speech of it.
import { BOUNDS, CLONE_BOUNDS } from '@lectern/tts-protocol';

/**
 * Speech takes about a fifteenth of a second for a character. A number, a sign or a foreign letter that is named in words
 * takes a second or two.
 */
const SECONDS_PER_CHARACTER = 2;
/** Pauses and a single long word, whatever the text's length. */
const LEAST_SECONDS = 30;
/** Six hours: no text that is sent in one piece is longer, at any speed. */
const MOST_SECONDS = 6 * 3600;

/** 48 kHz, two channels of 16 bits without compression: more than any quality of the service has. */
const BYTES_PER_SECOND = BOUNDS.sampleRateHz.max * 2 * 2;
/** The head of a file, with whatever tags and pictures. */
const HEAD_BYTES = 256 * 1024;

/** What bounds the length of speech. */
export interface SpokenText {
  /** Code points, as sent. */
  readonly characters: number;
  /** 0.1 to 5; 1 where the request names none. */
  readonly speed?: number | undefined;
}

/** The longest that a text can last, in seconds: 30 to 21,600. */
export function longestSpeechSeconds({ characters, speed = 1 }: SpokenText): number {
  const slowness = 1 / Math.max(BOUNDS.speed.min, Math.min(1, speed));
  return Math.min(MOST_SECONDS, (LEAST_SECONDS + characters * SECONDS_PER_CHARACTER) * slowness);
}

/** The most that an audio file may have. */
export interface AudioLimit {
  readonly bytes: number;
  /** Null where it holds no known text. */
  readonly seconds: number | null;
}

/** The most that the audio of a text can have, in any format. */
export function audioLimitOf(text: SpokenText): AudioLimit & { readonly seconds: number } {
  const seconds = longestSpeechSeconds(text);
  return { bytes: HEAD_BYTES + Math.ceil(seconds * BYTES_PER_SECOND), seconds };
}

/** The sample of a voice: at most the largest that a voice is cloned from. */
export const VOICE_SAMPLE_LIMIT: AudioLimit = { bytes: CLONE_BOUNDS.bytes.max, seconds: null };
