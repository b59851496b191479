// Creates audio whose waveform looks like speech, with words that swell and fade, and pauses at commas. The same text
// always gives the same samples.
import { silence, soundOf } from '../support/sounds.ts';

const SAMPLE_RATE = 16_000;
const SECONDS_PER_LETTER = 0.062;
const WORD_GAP_SECONDS = 0.03;
const BREATH_SECONDS = 0.22;

/** Returns samples at 16 kHz that are as long as the spoken text would be. */
export function speechSamples(text: string): Float32Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const parts = words.flatMap((word, at) => [
    wordSamples(word, at),
    silence(/[.,;:!?—]$/.test(word) && at < words.length - 1 ? BREATH_SECONDS : WORD_GAP_SECONDS),
  ]);
  return soundOf(silence(0.06), ...parts, silence(0.1)).channels[0] ?? silence(0);
}

/** Returns a word's samples. Each word has its own loudness, which varies like that of syllables. */
function wordSamples(word: string, at: number): Float32Array {
  const samples = silence(Math.max(2, word.length) * SECONDS_PER_LETTER);
  const codes = Array.from(word, (letter) => letter.codePointAt(0) ?? 0);
  const stress = 0.25 + 0.6 * (((codes.reduce((sum, code) => sum + code, 0) * 31 + at * 17) % 97) / 97);
  const pitchHz = 110 + ((codes[0] ?? 0) % 40);
  for (let index = 0; index < samples.length; index += 1) {
    const share = index / samples.length;
    const letter = codes[Math.floor(share * codes.length)] ?? 0;
    const level = stress * (0.35 + 0.65 * (((letter * 7) % 11) / 11)) * Math.sin(Math.PI * share) ** 0.6;
    const phase = (2 * Math.PI * pitchHz * index) / SAMPLE_RATE;
    samples[index] = 0.55 * level * (Math.sin(phase) + 0.5 * Math.sin(2.9 * phase));
  }
  return samples;
}
