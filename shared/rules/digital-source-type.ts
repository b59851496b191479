// How speech was made, and the term of the IPTC's Digital Source Type vocabulary that describes it
// (https://cv.iptc.org/newscodes/digitalsourcetype/).
import { CLONED_VOICE_PREFIX, isOwnVoice, isPackVoice } from '@lectern/tts-protocol';
import { RECORDING_ORIGIN } from '../model/connection.ts';
import type { VoiceUse } from '../model/voice-use.ts';

/**
 * - `recorded`: a person's recorded speech.
 * - `rule-based`: a synthesizer that calculates speech by rules, without any recorded speech.
 * - `trained`: a synthesizer made from recorded speech, by training or by joining pieces of it.
 * - `cloned`: a synthesizer that imitates a particular person.
 */
export const SPEECH_SOURCE_KINDS = ['recorded', 'rule-based', 'trained', 'cloned'] as const;
export type SpeechSourceKind = (typeof SPEECH_SOURCE_KINDS)[number];

interface TakeOrigin {
  /** The origin (URL) of the service that made the take; `RECORDING_ORIGIN` for takes cut from a recording. */
  readonly origin: string;
  /** Ids of the voices that were requested. */
  readonly voices: readonly string[];
  /** Recorded when the take was made; null for takes without this information. */
  readonly uses: readonly VoiceUse[] | null;
}

/** eSpeak NG computes speech from formants. Flite's voices are made from recordings. */
const RULE_BASED_SYNTHESIZER = 'eSpeak NG';

/**
 * Returns how a take's speech was made: the distinct sources of its voices. Unknown voices count as `trained`, because
 * failing to mark synthetic speech is worse than marking other speech. A service's clones also count as `trained` if the
 * service didn't list them as clones and Lectern had no record of the person's consent.
 */
export function speechSources({ origin, voices, uses }: TakeOrigin): SpeechSourceKind[] {
  if (origin === RECORDING_ORIGIN) return ['recorded'];
  const known = new Map((uses ?? []).map((use) => [use.voice, use]));
  const sources = [...new Set([...voices, ...known.keys()])].map((voice) => sourceOfVoice(voice, known.get(voice)));
  return sources.length === 0 ? ['trained'] : [...new Set(sources)];
}

/** Returns how the speech of a voice is made. `use` is absent if nothing is known about the voice. */
export function sourceOfVoice(
  voice: string,
  use?: Pick<VoiceUse, 'synthesizer' | 'consentId' | 'isCloned'>,
): SpeechSourceKind {
  if (use?.isCloned || (use?.consentId ?? null) !== null || voice.startsWith(CLONED_VOICE_PREFIX)) return 'cloned';
  // Other services can give their synthesizers the same name.
  const isBuiltIn = isOwnVoice(voice) && !isPackVoice(voice);
  return isBuiltIn && use?.synthesizer === RULE_BASED_SYNTHESIZER ? 'rule-based' : 'trained';
}

export const isSynthetic = (source: SpeechSourceKind): boolean => source !== 'recorded';

/**
 * The terms of the vocabulary that Lectern uses, with abridged definitions:
 * - `digitalCapture`: captured from real life.
 * - `algorithmicMedia`: created by an algorithm that isn't based on sampled training data.
 * - `trainedAlgorithmicMedia`: created by a model derived from sampled content.
 * - `compositeSynthetic`: several elements, at least one of them synthetic.
 * - `compositeWithTrainedAlgorithmicMedia`: trained algorithmic media combined with other media.
 */
export const DIGITAL_SOURCE_TYPES = [
  'digitalCapture',
  'algorithmicMedia',
  'trainedAlgorithmicMedia',
  'compositeSynthetic',
  'compositeWithTrainedAlgorithmicMedia',
] as const;
export type DigitalSourceType = (typeof DIGITAL_SOURCE_TYPES)[number];

/**
 * Returns the type of a file with speech from these sources, or null if there are none. The vocabulary has no term for
 * clones, so they are `trainedAlgorithmicMedia`. Ignores music and effects, because Lectern doesn't know how they were
 * made.
 */
export function digitalSourceType(sources: Iterable<SpeechSourceKind>): DigitalSourceType | null {
  const all = new Set(sources);
  const hasTrained = all.has('trained') || all.has('cloned');
  const hasOthers = all.has('recorded') || all.has('rule-based');
  if (hasTrained) return hasOthers ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia';
  if (!all.has('rule-based')) return all.has('recorded') ? 'digitalCapture' : null;
  return all.has('recorded') ? 'compositeSynthetic' : 'algorithmicMedia';
}

/** Returns the term's URI. The vocabulary defines it with `http:`. */
export const digitalSourceTypeUri = (type: DigitalSourceType): string =>
  `http://cv.iptc.org/newscodes/digitalsourcetype/${type}`;
