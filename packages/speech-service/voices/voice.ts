import type { Engine, Language, Mark, PackRights, SpeakingStyle } from '@lectern/tts-protocol';
import type { Timbre } from '../common/timbre.ts';

export interface EmbeddedVoice {
  readonly slug: string;
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly age: 'young' | 'adult' | 'older';
  readonly language: Language;
  readonly languageCode: string;
  readonly espeak: string;
  readonly accent: string;
  readonly style: 'narrative' | 'conversational' | 'expressive' | 'character' | 'whisper';
  readonly texture: 'smooth' | 'bright' | 'warm' | 'rough' | 'deep' | 'thin' | 'breathy';
  readonly engine: Engine;
  readonly timbre: Timbre;
  /** The Flite voice for English. eSpeak NG speaks other languages and scripts with `timbre`. */
  readonly flite?: 'slt' | 'rms' | 'awb' | 'kal16';
}

export const synthesizerOf = ({ flite }: EmbeddedVoice): string => (flite === undefined ? 'eSpeak NG' : 'Flite');

/**
 * Returns the usage rights. The audio can be used for anything, because the synthesizers' licences only apply to the
 * programs themselves.
 */
export const rightsOf = ({ flite }: EmbeddedVoice): PackRights =>
  flite === undefined
    ? {
        licence: 'GPL-3.0-or-later (the program)',
        licenceAddress: 'https://www.gnu.org/licenses/gpl-faq.html#WhatCaseIsOutputGPL',
        commercialUse: true,
        forbiddenUses: [],
      }
    : {
        licence: 'BSD-4-Clause (the program)',
        licenceAddress: 'https://github.com/festvox/flite/blob/master/COPYING',
        commercialUse: true,
        forbiddenUses: [],
      };

export function tempoOf(rate: number): 'slow' | 'neutral' | 'fast' {
  if (rate < 162) return 'slow';
  return rate > 185 ? 'fast' : 'neutral';
}

export interface EngineVoice {
  readonly id: string;
  /** Letters, digits and dashes; used in the sample's file name. */
  readonly slug: string;
  readonly name: string;
  readonly accent: string;
  readonly age: string;
  readonly gender: string;
  readonly language: string;
  readonly languageCode: string;
  readonly loudness: string | null;
  readonly style: string | null;
  readonly tempo: string | null;
  readonly texture: string | null;
  readonly voiceEngine: Engine;
  /** The name of the program or pack that speaks. */
  readonly synthesizer: string;
  readonly styles?: readonly SpeakingStyle[];
  readonly marks?: readonly Mark[];
  /** Whether the service writes out numbers, units and abbreviations for this voice (`shared/speech-text`). */
  readonly normalises?: boolean;
  /** Spoken as the voice's sample. Empty if the service can't render a sample of this voice. */
  readonly sampleText: string;
  /** URL of a sample at another service. */
  readonly sample?: string;
  /** Letters and digits that change when the voice sounds different, so that its sample is rendered again. */
  readonly edition?: string;
  readonly rights?: PackRights;
}
