// How one of the embedded voices is described and made.

import type { Engine, Language, Mark, PackRights, SpeakingStyle } from '@lectern/tts-protocol';
import { z } from 'zod';

/** The makings of a voice: eSpeak NG's variant, moved in pitch, melody, pace and loudness. */
export const timbreSchema = z
  .object({
    /** One of eSpeak NG's variants. */
    variant: z.string(),
    /** 0 to 99; 50 is the variant's own. */
    pitch: z.number(),
    /** The width of the melody, 0 to 99; 50 is the variant's own. */
    range: z.number(),
    /** Words in a minute at speed 1. */
    rate: z.number(),
  })
  .readonly();
export type Timbre = z.infer<typeof timbreSchema>;

export interface EmbeddedVoice {
  readonly slug: string;
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly age: 'young' | 'adult' | 'older';
  readonly language: Language;
  /** BCP 47. */
  readonly languageCode: string;
  /** The eSpeak NG language that is spoken with in the voice's own language. */
  readonly espeak: string;
  readonly accent: string;
  readonly style: 'narrative' | 'conversational' | 'expressive' | 'character' | 'whisper';
  readonly texture: 'smooth' | 'bright' | 'warm' | 'rough' | 'deep' | 'thin' | 'breathy';
  /** The engine of the interface that it is for. */
  readonly engine: Engine;
  readonly timbre: Timbre;
  /**
   * The voice of Flite that it has, in its own language. What Flite can't say (other languages and scripts) is spoken by eSpeak
   * NG, with the timbre.
   */
  readonly flite?: 'slt' | 'rms' | 'awb' | 'kal16';
}

/** The synthesizer that speaks with a voice in its own language, as it is named in the listing. */
export const synthesizerOf = ({ flite }: EmbeddedVoice): string => (flite === undefined ? 'eSpeak NG' : 'Flite');

/** What the sound of an embedded voice may be used for: anything. The licences are those of the programs alone. */
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

/** The words for a pace, by words in a minute. */
export function tempoOf(rate: number): 'slow' | 'neutral' | 'fast' {
  if (rate < 162) return 'slow';
  return rate > 185 ? 'fast' : 'neutral';
}

/** What a voice is like, as the listing shows it (Section "Voice object"); the address of its sample is the server's. */
export interface EngineVoice {
  /** The voice identifier: a URI. */
  readonly id: string;
  /** Letters, digits and dashes: the name of the sample's file. */
  readonly slug: string;
  readonly name: string;
  readonly accent: string;
  readonly age: string;
  readonly gender: string;
  /** A display name. */
  readonly language: string;
  readonly languageCode: string;
  readonly loudness: string | null;
  readonly style: string | null;
  readonly tempo: string | null;
  readonly texture: string | null;
  /** The engine of the interface that this voice is for. */
  readonly voiceEngine: Engine;
  /** What speaks with it, by name. */
  readonly synthesizer: string;
  /** In which it can speak besides its own; none unless given. */
  readonly styles?: readonly SpeakingStyle[];
  /** What it can do of words that are marked; nothing but spelling unless given. */
  readonly marks?: readonly Mark[];
  /** Whether numbers, units and abbreviations are written out before it speaks (`shared/speech-text`). */
  readonly normalises?: boolean;
  /** What the voice says in its sample, in its own language. */
  readonly sampleText: string;
  /** Letters and digits that change when the voice sounds different than before: its sample is then made again. */
  readonly edition?: string;
  /** What it may be used for, where a licence limits that. */
  readonly rights?: PackRights;
}
