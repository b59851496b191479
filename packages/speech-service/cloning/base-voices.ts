// Precomputed, because measuring at run time would delay the first clone by several seconds. `tune.long.test.ts`
// verifies the values.
import { at } from '../../../shared/rules/at.ts';
import type { EmbeddedVoice } from '../voices/voice.ts';
import type { Heard } from './voice-meter.ts';

export type VoiceFigures = Pick<Heard, 'pitch' | 'spread' | 'speech' | 'colour'>;

export interface BaseVoice {
  readonly id: string;
  readonly voice: EmbeddedVoice;
  readonly heard: VoiceFigures;
}

export const GLIMPSE = 'The old house stood at the end of the lane,';

/** Per voice: pitch in Hz, spread in semitones, syllables, seconds of speech, and the level of each band in dB. */
const PROFILES: Readonly<Record<string, readonly number[]>> = {
  'en-gb/alistair': [
    99.33, 4.362, 8, 2, 1.88, 6, 5.03, 1.58, -0.76, 2.54, 0.35, -2.11, 1.13, -0.64, -2.6, -5.77, -2.21, -4.42,
  ],
  'en-gb/beatrice': [
    191.39, 4.184, 8, 2.14, 1.26, 6.51, 5.08, 5.27, 1.81, 2.14, 2.56, -1.98, -2.3, -0.02, -3.05, -4.49, -7.51, -5.28,
  ],
  'en-gb/cecily': [
    240.43, 6.68, 10, 1.92, 1.43, -0.75, 5.39, -1.97, 4.18, -0.51, -4.96, 3.42, 0.8, -1.58, 1.27, 1.95, -4.49, -4.17,
  ],
  'en-gb/dorothea': [
    192.1, 5.887, 8, 2.3, 6.24, 6.64, 7.82, 0.71, -2.95, 2.06, 1.83, -0.06, 1.05, 3.67, 6.19, 7.71, -18.07, -22.85,
  ],
  'en-gb/edmund': [
    88, 5.232, 8, 1.92, 2.52, 5.97, 5.59, 4.45, 2.38, 4.68, -0.67, 2.39, 2.91, -6.39, -5.15, -8.66, -3.42, -6.61,
  ],
  'en-gb/florence': [
    177.32, 3.538, 8, 2.06, -5.75, 7.35, 2.08, 7.17, 4.09, 3.53, 3.54, 0.11, 0.7, -1.29, -5.61, -5.95, -5.61, -4.34,
  ],
  'en-gb/gilbert': [
    93.12, 6.591, 8, 2.31, 8.59, 12.62, 9.77, 4.93, -0.54, 6.26, 2.1, -7.36, -3.51, -12.17, -5.31, -9.86, -0.75, -4.76,
  ],
  'en-gb/harriet': [
    238.83, 2.298, 8, 1.86, 7.99, -17.06, 7.38, -1.01, 9.24, 5.84, 8.68, 3.64, 8.29, 1.29, -1.04, -6.96, -14.23, -12.04,
  ],
  'en-gb/isla': [
    210.71, 5.061, 8, 1.94, 6.29, 1.7, 8.25, 5.68, 3.62, 1.45, -0.71, -4.17, -2.03, -4.28, -4.21, -5.59, -3.86, -2.14,
  ],
  'en-gb/hamish': [
    86.78, 2.848, 8, 2.12, -2.53, -2.56, 6.14, 8.74, 5.96, 3.5, -0.27, 0.56, -1.15, -1.69, -1.82, -3.09, -6.35, -5.45,
  ],
  'en-gb/nora': [
    167.81, 1.982, 8, 2.36, -5.71, 7.89, 9.2, 5.9, 3.71, 4.97, 2.82, -3.73, -9.19, -5.47, -2.24, -3.39, -3.49, -1.28,
  ],
  'en-gb/wilfred': [
    105.35, 3.664, 8, 2.09, 2.57, 7.81, 9.65, 4.09, 2.78, 4.06, 0.13, -6.37, -2.58, -1.34, -6.41, -4.74, -1.58, -8.07,
  ],
  'en-gb/maisie': [
    182.91, 7.098, 8, 1.77, 5.83, 5.92, 7.32, 1.16, -3.16, -1.69, -10.54, -4.6, 0.01, -1.53, 3.51, 3.01, -6.48, 1.23,
  ],
  'en-gb/walter': [
    94.74, 4.694, 8, 2.05, 7.06, 8.91, 8.93, 7.96, -0.52, -0.05, -2.01, -2.93, -1.42, -1, -9.82, -6.74, -4.12, -4.24,
  ],
  'en-us/abigail': [
    205.79, 1.984, 8, 2.14, 2.07, -2.64, 2.88, 3.56, 2.13, 4.7, 2.81, 1.42, 3.16, 1.18, -4.75, -2.28, -10.85, -3.41,
  ],
  'en-us/benjamin': [
    97.55, 4.288, 8, 1.99, 5.34, 7.77, 8.63, 7.45, 6.16, 2.55, 0.34, -1.4, 1.13, -4.17, -3.29, -7.52, -7.94, -15.04,
  ],
  'en-us/charlotte': [
    262.95, 3.071, 9, 2.3, 6.31, -6.54, 4.11, 10.82, 4.04, 7.66, -7.67, 1.4, -8.24, 0.22, -7.28, 0.18, -2.6, -2.4,
  ],
  'en-us/douglas': [
    72.79, 4.077, 8, 2.22, 13.97, 14.86, 12.57, 10.13, 3.1, 2.43, 0.65, 1.59, -1.86, -3.12, -7.95, -8.39, -15.61,
    -22.36,
  ],
  'en-us/ethan': [
    127.7, 2.709, 8, 1.88, 7.1, 8.04, 6.45, 4.9, 2.37, -2.24, -0.62, -3, -1.62, -5.34, -2.7, -5.35, -3.91, -4.09,
  ],
  'en-us/carmela': [
    191.31, 3.724, 8, 1.98, 0.81, 5.14, 4.8, 7.37, 3.81, 4.6, 1.83, 1.08, 0.04, -0.13, -4.77, -5.41, -15.04, -4.13,
  ],
  'en-us/vincent': [
    100.04, 5.553, 10, 1.93, 14.41, 15.11, 11.19, 5.48, -7.61, -5.19, 3.63, 0.83, -2.63, -3.01, 4.62, 0.29, -14.65,
    -22.45,
  ],
  'en-029/marva': [
    178.86, 2.292, 10, 2.12, 1.89, 20.96, 8.17, 10.58, 1.55, -1.06, 0.97, -3.25, -7, -8.12, -7.3, 1.26, -12.31, -6.35,
  ],
  'en-029/winston': [
    92.32, 3.922, 8, 2.27, 9.4, 13.01, 15.11, 15.74, 13.77, 13.71, 4.05, 2.02, -1.46, 5.47, -4.81, -29.07, -29.87,
    -27.09,
  ],
};

/** Whispering voices have no pitch to tune, and Flite voices have no timbre. */
const isTunable = ({ flite, language, engine, style }: EmbeddedVoice): boolean =>
  flite === undefined && language === 'english' && engine === 'SvcDialog' && style !== 'whisper';

export function baseVoices(voices: ReadonlyMap<string, EmbeddedVoice>): BaseVoice[] {
  return [...voices]
    .filter(([, voice]) => isTunable(voice))
    .map(([id, voice]) => {
      const [, name = ''] = /^lectern:\/\/voices\/(.+)\/manifest\.json$/.exec(id) ?? [];
      const figures = PROFILES[name];
      if (figures === undefined) throw new Error(`${id} has no figures.`);
      const speech = { syllables: at(figures, 2), seconds: at(figures, 3) };
      return { id, voice, heard: { pitch: at(figures, 0), spread: at(figures, 1), speech, colour: figures.slice(4) } };
    });
}
