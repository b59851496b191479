// All voices that a request can use: prebuilt ones and the user's own clones.

import type { Language, PackRights } from '@lectern/tts-protocol';
import { EMBEDDED_VOICES, engineVoice, type ResolveVoice, resolvePrebuilt } from './catalogue.ts';
import type { CloneMakings, CloneStore, StoredClone } from './clone-store.ts';
import type { EmbeddedVoice, EngineVoice } from './voice.ts';

const PREFIX = 'lectern://voices/cloned/';
const SUFFIX = '/manifest.json';

/** Returns a clone's voice identifier: a manifest URI like those of prebuilt voices. */
export const cloneIdentifier = (key: string): string => `${PREFIX}${key}${SUFFIX}`;

export const isCloneIdentifier = (id: string): boolean => id.startsWith(PREFIX) && id.endsWith(SUFFIX);

/** Returns the unique part of a clone's identifier: letters and digits. */
export const cloneKey = (id: string): string => id.slice(PREFIX.length, -SUFFIX.length);

/** The language of all clones, because only English voices are tuned to samples. */
export const CLONE_LANGUAGE: Language = 'english';

/** The model that speaks a clone instead of the embedded engine. */
export interface CloneSpeech extends Required<Pick<EngineVoice, 'synthesizer' | 'edition'>> {
  readonly rights: PackRights;
}

function spoken({ based_on, timbre }: CloneMakings): EmbeddedVoice {
  const base = EMBEDDED_VOICES.get(based_on);
  if (base === undefined) throw new Error('A clone is made from a voice that is not there.');
  return { ...base, engine: 'SvcDialog', timbre };
}

/** Returns the description of a clone. All clones work with the batch engine. */
function clonedVoice(clone: StoredClone, speech: CloneSpeech | undefined): EngineVoice {
  const voice = engineVoice(clone.id, spoken(clone));
  return { ...voice, slug: cloneKey(clone.id), name: clone.name, gender: clone.gender ?? voice.gender, ...speech };
}

/** Resolves embedded voices and all clones. Access was checked when the request was accepted. */
export function resolverWith(clones: CloneStore): ResolveVoice {
  return (id) => {
    const embedded = resolvePrebuilt(id);
    if (embedded !== undefined || !isCloneIdentifier(id)) return embedded;
    const makings = clones.makings(id);
    return makings && spoken(makings);
  };
}

export interface KnownVoice extends EngineVoice {
  readonly isCloned: boolean;
}

/** Returns a voice that the user may use, or undefined. */
export type FindVoice = (id: string) => KnownVoice | undefined;

export class VoiceDirectory {
  readonly #listing: { readonly voices: readonly EngineVoice[] };
  readonly #clones: CloneStore;
  readonly #cloneSpeech: (clone: string) => CloneSpeech | undefined;
  #known: { readonly of: readonly EngineVoice[]; readonly byId: ReadonlyMap<string, KnownVoice> } | undefined;

  /**
   * @param listing its `voices` array is replaced whenever a voice is added or removed
   * @param cloneSpeech returns the model for a clone; the embedded engine by default
   */
  constructor(
    listing: { readonly voices: readonly EngineVoice[] },
    clones: CloneStore,
    cloneSpeech: (clone: string) => CloneSpeech | undefined = () => undefined,
  ) {
    this.#listing = listing;
    this.#clones = clones;
    this.#cloneSpeech = cloneSpeech;
  }

  get prebuilt(): readonly EngineVoice[] {
    return this.#listing.voices;
  }

  /** Returns a prebuilt voice or one of the user's clones. */
  find(userId: string, id: string): KnownVoice | undefined {
    const prebuilt = this.#byId().get(id);
    if (prebuilt !== undefined) return prebuilt;
    const clone = this.#clones.find(userId, id);
    return clone && { ...this.cloned(clone), isCloned: true };
  }

  finder(userId: string): FindVoice {
    return (id) => this.find(userId, id);
  }

  /** Returns the description of a clone with the model that currently speaks it. */
  cloned(clone: StoredClone): EngineVoice {
    return clonedVoice(clone, this.#cloneSpeech(clone.id));
  }

  /** Returns a user's clones, oldest first. */
  clonesOf(userId: string): readonly StoredClone[] {
    return this.#clones.of(userId);
  }

  #byId(): ReadonlyMap<string, KnownVoice> {
    const of = this.prebuilt;
    if (this.#known?.of !== of) {
      this.#known = { of, byId: new Map(of.map((voice) => [voice.id, { ...voice, isCloned: false }])) };
    }
    return this.#known.byId;
  }
}
