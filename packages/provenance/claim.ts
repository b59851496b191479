import {
  digitalSourceType,
  digitalSourceTypeUri,
  type SpeechSourceKind,
} from '../../shared/rules/digital-source-type.ts';
import type { Ingredient } from './manifest/ingredient.ts';

/** A voice that can be heard in the file. */
export interface VoiceStatement {
  readonly name: string;
  readonly source: SpeechSourceKind;
  /** SPDX identifier or name of the voice's licence. */
  readonly licence?: string;
  /** Identifies the record of the speaker's consent, without personal data. */
  readonly consentId?: string;
}

/** A watermark or fingerprint by which the manifest can be found again if it has been stripped from the file. */
export interface SoftBinding {
  /** Name from the C2PA list of soft binding algorithms, such as `io.iscc.v0`. */
  readonly algorithm: string;
  readonly value: string;
  /** The part of the audio that the value was calculated from; all of it by default. In milliseconds. */
  readonly timespan?: { readonly start: number; readonly end: number };
}

/** Everything a manifest says about a file. */
export interface ProvenanceClaim {
  readonly software: { readonly name: string; readonly version: string };
  readonly title: string;
  readonly created: Date;
  readonly voices: readonly VoiceStatement[];
  readonly softBinding?: SoftBinding;
  /** Manifests of the audio that the file was made from. */
  readonly ingredients?: readonly Ingredient[];
}

/** The source type of files without speech. */
const COMPOSITE = 'http://cv.iptc.org/newscodes/digitalsourcetype/composite';

/** Returns the IPTC term for a file with these voices. */
export function sourceTypeOf(voices: readonly Pick<VoiceStatement, 'source'>[]): string {
  const type = digitalSourceType(voices.map(({ source }) => source));
  return type === null ? COMPOSITE : digitalSourceTypeUri(type);
}
