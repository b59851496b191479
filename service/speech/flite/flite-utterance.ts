// What Flite is told to say a text in a voice.
import type { FliteUtterance, FliteVoice } from './flite-module.ts';

interface FliteTraits {
  /** Hz of the mean pitch at which it speaks by itself; undefined where Flite can't move it. */
  readonly pitch: number | undefined;
  /** Factor on the amplitude at which it is as loud as the other embedded voices: about -21.5 LUFS. */
  readonly gain: number;
}

const TRAITS: Readonly<Record<FliteVoice, FliteTraits>> = {
  slt: { pitch: 174, gain: 0.38 },
  rms: { pitch: undefined, gain: 0.72 },
  awb: { pitch: 130, gain: 0.61 },
  kal16: { pitch: 95, gain: 1.53 },
};

/** Factors on the duration between which Flite speaks well; the rest is stretched. */
const STRETCH = { least: 0.6, most: 1.6 } as const;

/** Semitones of one step on the scale that pitch is shifted by: what it is with eSpeak NG. */
const SEMITONES_A_STEP = 0.17;

/**
 * @param pace factor on the voice's own
 * @param higher steps (`Variation`)
 * @returns an utterance, and what is still to be done to its sound
 */
export function pacedFlite(
  voice: FliteVoice,
  pace: number,
  higher: number,
  text: string,
): { utterance: FliteUtterance; stretch: number; gain: number } {
  const { pitch, gain } = TRAITS[voice];
  const stretch = Math.max(STRETCH.least, Math.min(STRETCH.most, 1 / pace));
  const shifted = pitch === undefined || higher === 0 ? {} : { pitch: pitch * 2 ** ((higher * SEMITONES_A_STEP) / 12) };
  return { utterance: { voice, stretch, ...shifted, text }, stretch: 1 / pace / stretch, gain };
}
