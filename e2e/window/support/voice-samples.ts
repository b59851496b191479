import { encodeWav } from '@lectern/audio';

/**
 * Returns a WAV file that sounds like a voice: a hum with overtones, at a voice's pitch, whose level changes as it does
 * between syllables.
 * @param level relative to full scale
 */
export function voiceSample(seconds: number, level = 0.6, sampleRate = 48_000): Uint8Array {
  const wave = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => {
    const turn = (2 * Math.PI * 140 * at) / sampleRate;
    const syllable = 0.6 + 0.4 * Math.sin((2 * Math.PI * 4 * at) / sampleRate);
    return level * syllable * (0.6 * Math.sin(turn) + 0.25 * Math.sin(2 * turn) + 0.15 * Math.sin(3 * turn));
  });
  return encodeWav({ sampleRate, channels: [wave] });
}
