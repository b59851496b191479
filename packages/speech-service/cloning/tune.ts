import { at } from '../../../shared/rules/at.ts';
import type { Timbre } from '../common/timbre.ts';
import type { EspeakUtterance } from '../speech/espeak/espeak-module.ts';
import { createUtterance, SCALE } from '../speech/espeak/espeak-utterance.ts';
import type { EmbeddedVoice } from '../voices/voice.ts';
import type { BaseVoice, VoiceProfile } from './base-voices.ts';
import type { VoiceMeasurement } from './voice-meter.ts';

/** Pitch in Hz from which a voice of unspecified gender is treated as female. */
const FEMALE_FROM_HZ = 155;

export type MeasureUtterance = (utterance: EspeakUtterance) => VoiceMeasurement;

/** A passage of about 15 seconds with short and long sentences and a question, and its syllable count. */
const PASSAGE = {
  text:
    'The old house stood at the end of the lane, and nobody had lived in it for years. Every evening, when the light was ' +
    'going, a boy came past on his way home and looked up at the windows. Would anybody ever open them again? He did not ' +
    'know. Then, one morning in October, there was smoke above the chimney.',
  syllables: 77,
} as const;

const RATES = { min: 50, max: 450 } as const;
/** Tuning rounds; results stop improving after three. */
const TUNING_ROUNDS = 4;
const SEMITONES_PER_STEP = 0.17;
/** Smallest measurable pitch spread in semitones; anything flatter counts as eSpeak NG's minimum. */
const MIN_SPREAD = 0.3;
const MIN_PACE = 1;

const clamp = (value: number, minimum: number, maximum: number): number => Math.max(minimum, Math.min(maximum, value));

const semitonesBetween = (from: number, to: number): number => 12 * Math.log2(to / from);

/** Returns how different a voice is from the sample, in units of clearly audible differences. */
function distanceToSample({ voice, heard }: BaseVoice, sample: VoiceProfile): number {
  const pitchShift = semitonesBetween(heard.pitch, sample.pitch);
  const timbreDifference = sample.colour.reduce(
    (sum, level, band) => sum + Math.abs(level - at(heard.colour, band)),
    0,
  );
  // Weigh both: pitch can be tuned, but large shifts sound unnatural; timbre can't, but also depends on the microphone.
  const difference = Math.abs(pitchShift) / 2 + timbreDifference / sample.colour.length / 2;
  const pitch = voice.timbre.pitch + pitchShift / SEMITONES_PER_STEP;
  const unreachable = Math.max(0, SCALE.min - pitch, pitch - SCALE.max) * SEMITONES_PER_STEP;
  const widest = heard.spread * (SCALE.max / voice.timbre.range);
  // Pitches that eSpeak NG can't reach get the largest penalty.
  return difference + 4 * unreachable + Math.max(0, sample.spread - widest) / 2;
}

interface VoiceTraits {
  readonly pitch: number;
  readonly spread: number;
  readonly pace: number | undefined;
}

function traitsOf({ pitch, spread, speech }: VoiceProfile): VoiceTraits {
  const heard = speech.seconds === 0 ? 0 : speech.syllables / speech.seconds;
  return { pitch, spread, pace: heard < MIN_PACE ? undefined : heard };
}

/** Measures a tuned voice reading the passage; undefined if no pitch is found. */
function measureTraits({ espeak }: EmbeddedVoice, timbre: Timbre, measure: MeasureUtterance): VoiceTraits | undefined {
  const utterance = createUtterance(espeak, timbre, PASSAGE.text);
  const { pitch, spread, speech } = measure(utterance);
  if (pitch === 0) return undefined;
  // The utterance is spoken at a rate within eSpeak NG's reliable range. Time-stretching it to `timbre.rate` only
  // changes the pace.
  return { pitch, spread, pace: (PASSAGE.syllables / speech.seconds) * (timbre.rate / utterance.rate) };
}

function adjustTimbre(timbre: Timbre, current: VoiceTraits, target: VoiceTraits): Timbre {
  const wider = Math.max(target.spread, MIN_SPREAD) / Math.max(current.spread, MIN_SPREAD);
  const faster = (target.pace ?? 1) / ((target.pace && current.pace) ?? 1);
  const higher = semitonesBetween(current.pitch, target.pitch) / SEMITONES_PER_STEP;
  return {
    variant: timbre.variant,
    pitch: Math.round(clamp(timbre.pitch + higher, SCALE.min, SCALE.max)),
    range: Math.round(clamp(Math.max(timbre.range, 1) * clamp(wider, 0.3, 3), SCALE.min, SCALE.max)),
    rate: Math.round(clamp(timbre.rate * faster, RATES.min, RATES.max)),
  };
}

/** Returns the distance between two voices: one unit is a semitone of pitch, 5 % of pace or 4 semitones of spread. */
function traitDistance(a: VoiceTraits, b: VoiceTraits): number {
  const pace = a.pace && b.pace ? Math.abs(Math.log(a.pace / b.pace)) / Math.log(1.05) : 0;
  return Math.abs(semitonesBetween(a.pitch, b.pitch)) + pace + Math.abs(a.spread - b.spread) / 4;
}

export interface TunedVoice {
  readonly basedOn: string;
  readonly gender: EmbeddedVoice['gender'];
  readonly timbre: Timbre;
}

/** Finds the closest embedded voice and tunes it to a sample. @param gender guessed from the pitch if undefined */
export function tuneVoice(
  sample: VoiceProfile,
  gender: EmbeddedVoice['gender'] | undefined,
  candidates: readonly BaseVoice[],
  measure: MeasureUtterance,
): TunedVoice {
  const wanted = gender ?? (sample.pitch >= FEMALE_FROM_HZ ? 'female' : 'male');
  const [nearest] = candidates
    .filter(({ voice }) => voice.gender === wanted)
    .map((candidate) => ({ candidate, far: distanceToSample(candidate, sample) }))
    .sort((one, other) => one.far - other.far);
  if (nearest === undefined) throw new Error('There is no voice to make a clone of.');
  const { id, voice, heard } = nearest.candidate;
  const manner = traitsOf(sample);
  let timbre = adjustTimbre(voice.timbre, traitsOf(heard), manner);
  let best = { timbre, apart: Number.POSITIVE_INFINITY };
  for (let round = 0; round < TUNING_ROUNDS; round += 1) {
    const now = measureTraits(voice, timbre, measure);
    if (now === undefined) break;
    const off = traitDistance(now, manner);
    if (off < best.apart) best = { timbre, apart: off };
    timbre = adjustTimbre(timbre, now, manner);
  }
  return { basedOn: id, gender: wanted, timbre: best.timbre };
}
