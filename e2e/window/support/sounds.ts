// Creates audio for takes: pseudo-speech, and defects that the review must detect.
import type { Pcm } from '@lectern/audio';

const SAMPLE_RATE = 16_000;
const SYLLABLE_SECONDS = 0.17;
const STOP_SECONDS = 0.02;
const CHARACTERS_IN_SYLLABLE = 3;

export const silence = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * SAMPLE_RATE));

export const soundOf = (...parts: readonly Float32Array[]): Pcm => {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  parts.reduce((at, part) => {
    samples.set(part, at);
    return at + part.length;
  }, 0);
  return { sampleRate: SAMPLE_RATE, channels: [samples] };
};

/**
 * Returns pseudo-speech for a text: one swelling tone per three characters, with silence at both ends. The review
 * doesn't consider it suspicious.
 */
export function speech(text: string): Float32Array {
  const count = Math.max(2, Math.ceil(text.length / CHARACTERS_IN_SYLLABLE));
  const parts = Array.from({ length: count }, (_, at) => syllable(120 + ((at * 7) % 50)));
  return soundOf(silence(0.05), ...parts, silence(0.08)).channels[0] ?? silence(0);
}

const syllables = new Map<number, Float32Array>();

/** Cached by pitch. */
function syllable(pitchHz: number): Float32Array {
  const made = syllables.get(pitchHz) ?? makeSyllable(pitchHz);
  syllables.set(pitchHz, made);
  return made;
}

function makeSyllable(pitchHz: number): Float32Array {
  const whole = silence(SYLLABLE_SECONDS + STOP_SECONDS);
  const length = Math.round(SYLLABLE_SECONDS * SAMPLE_RATE);
  for (let at = 0; at < length; at += 1) {
    const phase = (2 * Math.PI * pitchHz * at) / SAMPLE_RATE;
    whole[at] = 0.2 * (Math.sin(phase) + 0.5 * Math.sin(3 * phase)) * Math.sqrt(Math.sin((Math.PI * at) / length));
  }
  return whole;
}

/** Amplifies audio far beyond full scale, so that it clips. */
export const clipSamples = (samples: Float32Array): Float32Array =>
  samples.map((sample) => Math.min(1, Math.max(-1, sample * 8)));
