// Decides which synthesizer speaks each text: Flite for text that it supports, in voices based on it; eSpeak NG for
// everything else.

import { type MarkedText, replaceSpellingMarks, spellWithSpaces } from '@lectern/tts-protocol';
import { append } from '../../../../shared/rules/lists.ts';
import { normaliseText } from '../../../../shared/speech-text/normalise-text.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { type ResolveVoice, resolvePrebuilt } from '../../voices/catalogue.ts';
import { spokenLanguage } from '../../voices/languages.ts';
import type { EmbeddedVoice } from '../../voices/voice.ts';
import { ESPEAK_SAMPLE_RATE, type EspeakUtterance, UTTERANCE_UNITS } from '../espeak/espeak-module.ts';
import { createPacedUtterance } from '../espeak/espeak-utterance.ts';
import { applyStyle } from '../espeak/styled-timbre.ts';
import type { FliteUtterance } from '../flite/flite-module.ts';
import { createFliteUtterance } from '../flite/flite-utterance.ts';
import { splitIntoPieces } from '../flite/text-pieces.ts';
import { SpeechError, type SpeechRequest } from '../speech-engine.ts';
import type { TurnShape } from '../turn-sound.ts';
import { createVariations, type Variation } from '../variation.ts';

/** Common sample rate in Hz; Flite output is resampled. */
export const EMBEDDED_SAMPLE_RATE = ESPEAK_SAMPLE_RATE;

/** Leaves 2 dB of headroom above the loudest vowels for lossy encoding and filters. */
const HEADROOM = 0.8;

/** Silence between separately spoken sentences, and between the parts of a split sentence, in seconds at speed 1. */
const SENTENCE_PAUSE_SECONDS = 0.4;
const SPLIT_PAUSE_SECONDS = 0.12;

interface EspeakPart extends TurnShape {
  readonly espeak: EspeakUtterance;
}

/** eSpeak NG speaks `otherwise` if Flite can't speak the text. */
interface FlitePart extends TurnShape {
  readonly flite: FliteUtterance;
  readonly otherwise: EspeakPart;
}

export type SpokenPart = (EspeakPart | FlitePart) & {
  /** Number of silent samples before this part. Ignored for the first audible part. */
  readonly silence: number;
};

export interface SpeakTask {
  readonly kind: 'speak';
  readonly parts: readonly SpokenPart[];
  readonly lead: number;
  readonly tail: number;
  readonly most: number;
  readonly ahead?: BufferLimits;
  readonly flite?: WebAssembly.Module;
}

export interface BufferLimits {
  readonly held: number;
  readonly most: number;
  readonly path: string | undefined;
}

function resolveVoice(id: string, resolve: ResolveVoice): EmbeddedVoice {
  const voice = resolve(id);
  if (voice === undefined) throw new SpeechError(`There is no voice "${id}".`);
  return voice;
}

function planEspeakPart(voice: EmbeddedVoice, text: MarkedText, request: SpeechRequest, shift: Variation): EspeakPart {
  const { timbre, pace, gain } = applyStyle(voice, request.style);
  const foreign = request.language !== undefined && request.language !== voice.language;
  const language = foreign && request.language !== undefined ? spokenLanguage(request.language).espeak : voice.espeak;
  const shifted = { ...timbre, pitch: timbre.pitch + shift.pitch, range: timbre.range + shift.range };
  const { utterance, stretch } = createPacedUtterance(language, shifted, request.speed * shift.pace * pace, text);
  return { espeak: utterance, stretch, gain: Math.min(1, gain * shift.gain * HEADROOM) };
}

/** Flite spells single letters itself but reads "A" as the article. */
const spellForFlite = (text: string): string => spellWithSpaces(text).replace(/(?<!\S)A(?!\S)/g, 'ay');

function planParts(voice: EmbeddedVoice, written: MarkedText, request: SpeechRequest, shift: Variation): SpokenPart[] {
  const languageCode = request.language === undefined ? voice.languageCode : spokenLanguage(request.language).code;
  const normalised = normaliseText(written, languageCode);
  // Writing out the numbers in a long text can make it exceed eSpeak NG's buffer. In that case, speak the original
  // text.
  const text = normalised.text.length > UTTERANCE_UNITS ? written : normalised;
  const byEspeak = (words: MarkedText): EspeakPart => planEspeakPart(voice, words, request, shift);
  const { flite } = voice;
  // Flite only supports English. In other languages, eSpeak NG speaks with the voice's timbre.
  if (flite === undefined || (request.language !== undefined && request.language !== voice.language)) {
    return [{ ...byEspeak(text), silence: 0 }];
  }
  return splitIntoPieces(replaceSpellingMarks(text, spellForFlite).text).map(
    ({ text: words, isSayable, isAfterSentence }, index) => {
      const seconds = index === 0 ? 0 : isAfterSentence ? SENTENCE_PAUSE_SECONDS : SPLIT_PAUSE_SECONDS;
      const silence = pauseSamples(seconds, request);
      const otherwise = byEspeak({ text: words, marks: [] });
      if (!isSayable) return { ...otherwise, silence };
      const { utterance, stretch, gain } = createFliteUtterance(flite, request.speed * shift.pace, shift.pitch, words);
      return { flite: utterance, stretch, gain: gain * shift.gain, otherwise, silence };
    },
  );
}

const pauseSamples = (seconds: number, { speed }: SpeechRequest): number =>
  Math.round((seconds * EMBEDDED_SAMPLE_RATE) / speed);

/** Plans how to speak a request. @throws SpeechError if a voice isn't an embedded one */
export function planSpeech(request: SpeechRequest, resolve: ResolveVoice = resolvePrebuilt): SpeakTask {
  const next = createVariations(request.seed, request.temperature);
  const pause = pauseSamples(DECISIONS.turnPauseSeconds, request);
  const parts: SpokenPart[] = [];
  for (const { voice, text, marks = [] } of request.turns) {
    const [first, ...rest] = planParts(resolveVoice(voice, resolve), { text, marks }, request, next());
    if (first !== undefined) append(parts, [{ ...first, silence: pause }, ...rest]);
  }
  return {
    kind: 'speak',
    parts,
    lead: pauseSamples(DECISIONS.leadSeconds, request),
    tail: pauseSamples(DECISIONS.tailSeconds, request),
    most: DECISIONS.audioSeconds * EMBEDDED_SAMPLE_RATE,
  };
}
