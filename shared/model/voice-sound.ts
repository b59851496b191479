export const VOICE_SOUND_VERSION = 2;

/** How the voice of a take sounds. */
export interface VoiceSound {
  readonly version: number;
  /** Median pitch in semitones above 1 Hz; null if the take has too little voiced speech. */
  readonly pitchSemitones: number | null;
  /** Mean mel cepstrum of voiced speech, without its level: 12 values. Null like the pitch. */
  readonly timbre: Float32Array | null;
}
