import type { FliteUtterance, FliteVoice } from './flite-module.ts';

interface FliteTraits {
  /** Default mean pitch in Hz; undefined if Flite can't change it. */
  readonly pitch: number | undefined;
  /** Amplitude factor to match the other embedded voices, about -21.5 LUFS. */
  readonly gain: number;
}

const TRAITS: Readonly<Record<FliteVoice, FliteTraits>> = {
  slt: { pitch: 174, gain: 0.38 },
  rms: { pitch: undefined, gain: 0.72 },
  awb: { pitch: 130, gain: 0.61 },
  kal16: { pitch: 95, gain: 1.53 },
};

/** The range of duration factors that sound good. Other durations are reached by time-stretching. */
const STRETCH_RANGE = { min: 0.6, max: 1.6 } as const;

const SEMITONES_PER_STEP = 0.17;

/** Returns an utterance, and the remaining duration and amplitude factors. @param higher pitch shift in steps */
export function createFliteUtterance(
  voice: FliteVoice,
  pace: number,
  higher: number,
  text: string,
): { utterance: FliteUtterance; stretch: number; gain: number } {
  const { pitch, gain } = TRAITS[voice];
  const stretch = Math.max(STRETCH_RANGE.min, Math.min(STRETCH_RANGE.max, 1 / pace));
  const shifted =
    pitch === undefined || higher === 0 ? {} : { pitch: pitch * 2 ** ((higher * SEMITONES_PER_STEP) / 12) };
  return { utterance: { voice, stretch, ...shifted, text }, stretch: 1 / pace / stretch, gain };
}
