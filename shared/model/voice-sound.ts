export const VOICE_SOUND_VERSION = 1;

/** Number of values that describe the timbre. */
export const TIMBRE_SIZE = 12;

/** How the voice of a take sounds. */
export interface VoiceSound {
  readonly version: number;
  /** Median pitch in semitones above 1 Hz; null if the take has too little voiced speech. */
  readonly pitchSemitones: number | null;
  /** Mean mel cepstrum of voiced speech, without its level: `TIMBRE_SIZE` values. Null like the pitch. */
  readonly timbre: Float32Array | null;
}
