// From a request for speech to what the embedded synthesizers are told: Flite for voices that have one of its own, as far as
// it can say a text, and eSpeak NG for all else.

import { lettersApart, type MarkedText, spelledOut } from '@lectern/tts-protocol';
import { append } from '../../../shared/rules/lists.ts';
import { normaliseText } from '../../../shared/speech-text/normalise-text.ts';
import { DECISIONS } from '../../common/decisions.ts';
import { type ResolveVoice, resolvePrebuilt } from '../../voices/catalogue.ts';
import { SPOKEN_LANGUAGES } from '../../voices/languages.ts';
import type { EmbeddedVoice } from '../../voices/voice.ts';
import { ESPEAK_SAMPLE_RATE, type EspeakUtterance, UTTERANCE_UNITS } from '../espeak/espeak-module.ts';
import { pacedUtterance } from '../espeak/espeak-utterance.ts';
import { styledTimbre } from '../espeak/styled-timbre.ts';
import type { FliteUtterance } from '../flite/flite-module.ts';
import { pacedFlite } from '../flite/flite-utterance.ts';
import { textPieces } from '../flite/text-pieces.ts';
import { SpeechError, type SpeechRequest } from '../speech-engine.ts';
import type { TurnShape } from '../turn-sound.ts';
import { type Variation, variations } from '../variation.ts';

/** Hz of all that the embedded synthesizers give together: what Flite gives is resampled. */
export const EMBEDDED_SAMPLE_RATE = ESPEAK_SAMPLE_RATE;

/** Leaves 2 dB above the loudest vowels, for what a lossy format or a filter makes of them. */
const HEADROOM = 0.8;

/** Seconds of silence at speed 1 between two sentences that are spoken apart, and where one is cut. */
const SENTENCE_SECONDS = 0.4;
const CUT_SECONDS = 0.12;

/** An utterance of eSpeak NG and what is done to its sound; the stretch comes on top of the utterance's own rate. */
interface EspeakPart extends TurnShape {
  readonly espeak: EspeakUtterance;
}

/** The same of Flite; its text by eSpeak NG is for the case that Flite breaks down over it. */
interface FlitePart extends TurnShape {
  readonly flite: FliteUtterance;
  readonly otherwise: EspeakPart;
}

/** A turn, or a part of one, that is spoken at once. */
export type SpokenPart = (EspeakPart | FlitePart) & {
  /** Samples of silence before it, where something was heard before. */
  readonly silence: number;
};

/** Speak with the embedded synthesizers. */
export interface SpeakTask {
  readonly kind: 'speak';
  readonly parts: readonly SpokenPart[];
  /** Samples of silence before the first that is heard, and after the last. */
  readonly lead: number;
  readonly tail: number;
  /** More samples than this are refused. */
  readonly most: number;
  /** As far as it gets unless given. */
  readonly ahead?: BufferLimits;
  /** Flite, where one of the parts is its. */
  readonly flite?: WebAssembly.Module;
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

function voiceOf(id: string, resolve: ResolveVoice): EmbeddedVoice {
  const voice = resolve(id);
  if (voice === undefined) throw new SpeechError(`There is no voice "${id}".`);
  return voice;
}

function espeakPart(voice: EmbeddedVoice, text: MarkedText, request: SpeechRequest, shift: Variation): EspeakPart {
  const { timbre, pace, gain } = styledTimbre(voice, request.style);
  const foreign = request.language !== undefined && request.language !== voice.language;
  const language = foreign && request.language !== undefined ? SPOKEN_LANGUAGES[request.language].espeak : voice.espeak;
  const shifted = { ...timbre, pitch: timbre.pitch + shift.pitch, range: timbre.range + shift.range };
  const { utterance, stretch } = pacedUtterance(language, shifted, request.speed * shift.pace * pace, text);
  return { espeak: utterance, stretch, gain: Math.min(1, gain * shift.gain * HEADROOM) };
}

/** Flite names single letters by itself, but takes an A for the article. */
const fliteLetters = (text: string): string => lettersApart(text).replace(/(?<!\S)A(?!\S)/g, 'ay');

/** The parts of a turn. */
function partsOf(voice: EmbeddedVoice, written: MarkedText, request: SpeechRequest, shift: Variation): SpokenPart[] {
  const languageCode = request.language === undefined ? voice.languageCode : SPOKEN_LANGUAGES[request.language].code;
  const normalised = normaliseText(written, languageCode);
  // A text of nothing but numbers can outgrow eSpeak NG's buffer, and is spoken as it is written.
  const text = normalised.text.length > UTTERANCE_UNITS ? written : normalised;
  const byEspeak = (words: MarkedText): EspeakPart => espeakPart(voice, words, request, shift);
  const { flite } = voice;
  // Flite knows English alone. In another language the voice's stand-in speaks, as any voice may be asked for any language.
  if (flite === undefined || (request.language !== undefined && request.language !== voice.language)) {
    return [{ ...byEspeak(text), silence: 0 }];
  }
  return textPieces(spelledOut(text, fliteLetters).text).map(({ text: words, isSayable, isAfterSentence }, index) => {
    const seconds = index === 0 ? 0 : isAfterSentence ? SENTENCE_SECONDS : CUT_SECONDS;
    const silence = samplesOf(seconds, request);
    const otherwise = byEspeak({ text: words, marks: [] });
    if (!isSayable) return { ...otherwise, silence };
    const { utterance, stretch, gain } = pacedFlite(flite, request.speed * shift.pace, shift.pitch, words);
    return { flite: utterance, stretch, gain: gain * shift.gain, otherwise, silence };
  });
}

const samplesOf = (seconds: number, { speed }: SpeechRequest): number =>
  Math.round((seconds * EMBEDDED_SAMPLE_RATE) / speed);

/** @throws SpeechError where a turn's voice is none of the embedded ones */
export function planSpeech(request: SpeechRequest, resolve: ResolveVoice = resolvePrebuilt): SpeakTask {
  const next = variations(request.seed, request.temperature);
  const pause = samplesOf(DECISIONS.turnPauseSeconds, request);
  const parts: SpokenPart[] = [];
  for (const { voice, text, marks = [] } of request.turns) {
    const [first, ...rest] = partsOf(voiceOf(voice, resolve), { text, marks }, request, next());
    if (first !== undefined) append(parts, [{ ...first, silence: pause }, ...rest]);
  }
  return {
    kind: 'speak',
    parts,
    lead: samplesOf(DECISIONS.leadSeconds, request),
    tail: samplesOf(DECISIONS.tailSeconds, request),
    most: DECISIONS.audioSeconds * EMBEDDED_SAMPLE_RATE,
  };
}
