// From a request for speech to what eSpeak NG is told.
import { DECISIONS } from '../../common/decisions.ts';

import { type ResolveVoice, resolvePrebuilt } from '../../voices/catalogue.ts';
import { SPOKEN_LANGUAGES } from '../../voices/languages.ts';
import type { EmbeddedVoice, Timbre } from '../../voices/voice.ts';
import { SpeechError, type SpeechRequest } from '../speech-engine.ts';
import type { TurnShape } from '../turn-sound.ts';
import { type Variation, variations } from '../variation.ts';
import { withClauseEnds } from './clause-ends.ts';
import { ESPEAK_SAMPLE_RATE, type Utterance } from './espeak-module.ts';
import { volumeOf } from './volume.ts';

/** Words in a minute between which eSpeak NG changes its pace well; the rest is stretched. */
const RATE = { least: 90, most: 350 } as const;

/** The ends of eSpeak NG's pitch and range. */
export const SCALE = { least: 0, most: 99 } as const;

/** Leaves 2 dB above the loudest vowels, for what a lossy format or a filter makes of them. */
const HEADROOM = 0.8;

/** An utterance and what is done to its sound; the stretch comes on top of the utterance's own rate. */
export interface PlannedTurn extends TurnShape {
  readonly utterance: Utterance;
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
  readonly ahead?: Ahead;
}

/** How many samples may be spoken and not yet taken. */
export interface Ahead {
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
export function utteranceOf(language: string, timbre: Timbre, text: string): Utterance {
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
