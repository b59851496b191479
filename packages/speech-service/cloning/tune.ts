import { at } from '../../../shared/rules/at.ts';
import type { EspeakUtterance } from '../speech/espeak/espeak-module.ts';
import { SCALE, utteranceOf } from '../speech/espeak/espeak-utterance.ts';
import type { EmbeddedVoice, Timbre } from '../voices/voice.ts';
import type { BaseVoice, VoiceFigures } from './base-voices.ts';
import type { Heard } from './voice-meter.ts';

/** Pitch in Hz from which a voice of unspecified gender is treated as female. */
const WOMEN_FROM = 155;

export type Hear = (utterance: EspeakUtterance) => Heard;

/** A passage of about 15 seconds with short and long sentences and a question, and its syllable count. */
const READING = {
  text:
    'The old house stood at the end of the lane, and nobody had lived in it for years. Every evening, when the light was ' +
    'going, a boy came past on his way home and looked up at the windows. Would anybody ever open them again? He did not ' +
    'know. Then, one morning in October, there was smoke above the chimney.',
  syllables: 77,
} as const;

const RATES = { least: 50, most: 450 } as const;
/** Tuning rounds; results stop improving after three. */
const ROUNDS = 4;
const SEMITONES_A_STEP = 0.17;
/** Smallest measurable pitch spread in semitones; anything flatter counts as eSpeak NG's minimum. */
const MIN_SPREAD = 0.3;
const MIN_PACE = 1;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

const semitones = (from: number, to: number): number => 12 * Math.log2(to / from);

/** Returns how different a voice is from the sample, in units of clearly audible differences. */
function farFrom({ voice, heard }: BaseVoice, sample: VoiceFigures): number {
  const higher = semitones(heard.pitch, sample.pitch);
  const colour = sample.colour.reduce((sum, level, band) => sum + Math.abs(level - at(heard.colour, band)), 0);
  // Pitch can be tuned and timbre can't, but large shifts sound unnatural and microphones colour the sound, too.
  const far = Math.abs(higher) / 2 + colour / sample.colour.length / 2;
  const pitch = voice.timbre.pitch + higher / SEMITONES_A_STEP;
  const beyond = Math.max(0, SCALE.least - pitch, pitch - SCALE.most) * SEMITONES_A_STEP;
  const widest = heard.spread * (SCALE.most / voice.timbre.range);
  // Penalise pitches that eSpeak NG can't reach the most.
  return far + 4 * beyond + Math.max(0, sample.spread - widest) / 2;
}

interface VoiceTraits {
  readonly pitch: number;
  readonly spread: number;
  readonly pace: number | undefined;
}

function mannerOf({ pitch, spread, speech }: VoiceFigures): VoiceTraits {
  const heard = speech.seconds === 0 ? 0 : speech.syllables / speech.seconds;
  return { pitch, spread, pace: heard < MIN_PACE ? undefined : heard };
}

/** Measures a tuned voice reading the passage; undefined if no pitch is found. */
function mannerOfClone({ espeak }: EmbeddedVoice, timbre: Timbre, hear: Hear): VoiceTraits | undefined {
  const utterance = utteranceOf(espeak, timbre, READING.text);
  const { pitch, spread, speech } = hear(utterance);
  if (pitch === 0) return undefined;
  // Rates outside eSpeak NG's reliable range are time-stretched, which only changes the pace.
  return { pitch, spread, pace: (READING.syllables / speech.seconds) * (timbre.rate / utterance.rate) };
}

function corrected(timbre: Timbre, now: VoiceTraits, wanted: VoiceTraits): Timbre {
  const wider = Math.max(wanted.spread, MIN_SPREAD) / Math.max(now.spread, MIN_SPREAD);
  const faster = (wanted.pace ?? 1) / ((wanted.pace && now.pace) ?? 1);
  const higher = semitones(now.pitch, wanted.pitch) / SEMITONES_A_STEP;
  return {
    variant: timbre.variant,
    pitch: Math.round(within(timbre.pitch + higher, SCALE.least, SCALE.most)),
    range: Math.round(within(Math.max(timbre.range, 1) * within(wider, 0.3, 3), SCALE.least, SCALE.most)),
    rate: Math.round(within(timbre.rate * faster, RATES.least, RATES.most)),
  };
}

/** Returns the distance between two voices: one unit is a semitone of pitch, 5 % of pace or 4 semitones of spread. */
function apart(one: VoiceTraits, other: VoiceTraits): number {
  const pace = one.pace && other.pace ? Math.abs(Math.log(one.pace / other.pace)) / Math.log(1.05) : 0;
  return Math.abs(semitones(one.pitch, other.pitch)) + pace + Math.abs(one.spread - other.spread) / 4;
}

export interface Tuned {
  readonly basedOn: string;
  readonly gender: EmbeddedVoice['gender'];
  readonly timbre: Timbre;
}

/**
 * Finds the closest embedded voice and tunes it to a sample.
 *
 * @param gender guessed from the pitch if undefined
 */
export function tune(
  sample: VoiceFigures,
  gender: EmbeddedVoice['gender'] | undefined,
  choice: readonly BaseVoice[],
  hear: Hear,
): Tuned {
  const wanted = gender ?? (sample.pitch >= WOMEN_FROM ? 'female' : 'male');
  const [nearest] = choice
    .filter(({ voice }) => voice.gender === wanted)
    .map((candidate) => ({ candidate, far: farFrom(candidate, sample) }))
    .sort((one, other) => one.far - other.far);
  if (nearest === undefined) throw new Error('There is no voice to make a clone of.');
  const { id, voice, heard } = nearest.candidate;
  const manner = mannerOf(sample);
  let timbre = corrected(voice.timbre, mannerOf(heard), manner);
  let best = { timbre, apart: Number.POSITIVE_INFINITY };
  for (let round = 0; round < ROUNDS; round += 1) {
    const now = mannerOfClone(voice, timbre, hear);
    if (now === undefined) break;
    const off = apart(now, manner);
    if (off < best.apart) best = { timbre, apart: off };
    timbre = corrected(timbre, now, manner);
  }
  return { basedOn: id, gender: wanted, timbre: best.timbre };
}
