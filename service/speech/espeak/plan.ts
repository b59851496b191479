// From a request for speech to what eSpeak NG is told.
import { DECISIONS } from '../../common/decisions.ts';
import { type ResolveVoice, resolvePrebuilt } from '../../voices/catalogue.ts';
import { SPOKEN_LANGUAGES } from '../../voices/languages.ts';
import type { EmbeddedVoice, Timbre } from '../../voices/voice.ts';
import { SpeechError, type SpeechRequest } from '../speech-engine.ts';
import type { TurnShape } from '../turn-sound.ts';
import { withClauseEnds } from './clause-ends.ts';
import { ESPEAK_SAMPLE_RATE, type EspeakUtterance } from './espeak-module.ts';

// Voices of one loudness.

/**
 * eSpeak NG's volume (100 is its own) at which a variant speaks at about -21.5 LUFS, measured over all voices made of it;
 * the whispering ones stay 2 dB below.
 */
const VOLUMES: ReadonlyMap<string, number> = new Map([
  ['m3', 91],
  ['f2', 75],
  ['Annie', 86],
  ['grandma', 84],
  ['Mike', 132],
  ['f5', 94],
  ['grandpa', 83],
  ['belinda', 68],
  ['f3', 74],
  ['Andy', 60],
  ['aunty', 69],
  ['m1', 103],
  ['shelby', 67],
  ['m7', 85],
  ['linda', 67],
  ['benjamin', 103],
  ['Alicia', 81],
  ['david', 118],
  ['Gene2', 56],
  ['whisperf', 51],
  ['whisper', 92],
  ['f1', 77],
  ['travis', 77],
  ['steph', 96],
  ['Lee', 78],
  ['Diogo', 163],
  ['michel', 92],
  ['f4', 77],
  ['Reed', 78],
  ['Denis', 168],
  ['ed', 41],
  ['rob', 118],
  ['Andrea', 53],
  ['paul', 43],
  ['steph3', 45],
  ['edward', 79],
  ['anika', 70],
  ['antonio', 24],
]);

/** The volume for a variant; one that was not measured gets 80. */
function volumeOf(variant: string): number {
  return VOLUMES.get(variant) ?? 80;
}

// What makes one take differ from another: small shifts drawn from the seed, as wide as the temperature says.

/** Shifts of one turn. */
interface Variation {
  /** Factor on the pace. */
  readonly pace: number;
  /** Steps on a scale of 0 to 99. */
  readonly pitch: number;
  readonly range: number;
  /** Factor on the amplitude, 1 or less. */
  readonly gain: number;
}

/** How far each goes to either side at temperature 1. */
const WIDTH = { pace: 0.05, pitch: 4, range: 8, gain: 0.06 } as const;

/** Numbers from 0 to 1 that follow from a seed (any whole number from 0 to 2^53): Mulberry32 over both of its halves. */
export function seededNumbers(seed: number): () => number {
  const low = seed >>> 0;
  const high = Math.floor(seed / 2 ** 32) >>> 0;
  let state = (low ^ Math.imul(high ^ 0x9e3779b9, 0x85ebca6b)) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The shifts of the turns of a take, one after the other.
 *
 * @param temperature 0 (no shift at all) to 2
 */
export function variations(seed: number, temperature: number): () => Variation {
  const next = seededNumbers(seed);
  const shift = (width: number): number => (next() * 2 - 1) * width * temperature;
  return () => ({
    pace: 1 + shift(WIDTH.pace),
    pitch: Math.round(shift(WIDTH.pitch)),
    range: Math.round(shift(WIDTH.range)),
    gain: 1 - next() * WIDTH.gain * temperature,
  });
}

/** Words in a minute between which eSpeak NG changes its pace well; the rest is stretched. */
const RATE = { least: 90, most: 350 } as const;

/** The ends of eSpeak NG's pitch and range. */
export const SCALE = { least: 0, most: 99 } as const;

/** Leaves 2 dB above the loudest vowels, for what a lossy format or a filter makes of them. */
const HEADROOM = 0.8;

/** An utterance and what is done to its sound; the stretch comes on top of the utterance's own rate. */
export interface PlannedTurn extends TurnShape {
  readonly utterance: EspeakUtterance;
}

/** Speak with eSpeak NG. */
export interface SpeakTask {
  readonly kind: 'speak';
  readonly turns: readonly PlannedTurn[];
  /** Samples of silence before the first turn, between two, and after the last. */
  readonly lead: number;
  readonly pause: number;
  readonly tail: number;
  /** More samples than this are refused. */
  readonly most: number;
  /** As far as it gets unless given. */
  readonly ahead?: BufferLimits;
}

/** How many samples may be spoken and not yet taken. */
export interface BufferLimits {
  /** In memory. */
  readonly held: number;
  /** With those on the disk. */
  readonly most: number;
  /** A file that is there, for those that are not held; without one there are none. */
  readonly path: string | undefined;
}

const scale = (value: number): number => Math.max(SCALE.least, Math.min(SCALE.most, Math.round(value)));

/**
 * What eSpeak NG is told to say a text with a timbre; the rate is the nearest one that it does well.
 *
 * @param language the file name of one of its languages
 */
export function utteranceOf(language: string, timbre: Timbre, text: string): EspeakUtterance {
  return {
    voice: `${language}+${timbre.variant}`,
    rate: Math.round(Math.max(RATE.least, Math.min(RATE.most, timbre.rate))),
    pitch: scale(timbre.pitch),
    range: scale(timbre.range),
    volume: volumeOf(timbre.variant),
    text: withClauseEnds(text),
  };
}

function voiceOf(id: string, resolve: ResolveVoice): EmbeddedVoice {
  const voice = resolve(id);
  if (voice === undefined) throw new SpeechError(`There is no voice "${id}".`);
  return voice;
}

function planned(voice: EmbeddedVoice, text: string, request: SpeechRequest, shift: Variation): PlannedTurn {
  const { timbre } = voice;
  const foreign = request.language !== undefined && request.language !== voice.language;
  const language = foreign && request.language !== undefined ? SPOKEN_LANGUAGES[request.language].espeak : voice.espeak;
  const wanted = timbre.rate * request.speed * shift.pace;
  const shifted = { ...timbre, rate: wanted, pitch: timbre.pitch + shift.pitch, range: timbre.range + shift.range };
  const utterance = utteranceOf(language, shifted, text);
  // Rounding changes the rate by at most half a word per minute, which is not worth stretching the sound for.
  const isWithin = wanted >= RATE.least && wanted <= RATE.most;
  return {
    utterance,
    stretch: isWithin ? 1 : utterance.rate / wanted,
    gain: shift.gain * HEADROOM,
  };
}

/** @throws SpeechError where a turn's voice is none of the embedded ones */
export function planSpeech(request: SpeechRequest, resolve: ResolveVoice = resolvePrebuilt): SpeakTask {
  const next = variations(request.seed, request.temperature);
  const silence = (seconds: number): number => Math.round((seconds * ESPEAK_SAMPLE_RATE) / request.speed);
  return {
    kind: 'speak',
    turns: request.turns.map((turn) => planned(voiceOf(turn.voice, resolve), turn.text, request, next())),
    lead: silence(DECISIONS.leadSeconds),
    pause: silence(DECISIONS.turnPauseSeconds),
    tail: silence(DECISIONS.tailSeconds),
    most: DECISIONS.audioSeconds * ESPEAK_SAMPLE_RATE,
  };
}
