// All voices that a request may name: the prebuilt ones, and each user's own clones.

import type { Language, PackRights } from '@lectern/tts-protocol';
import { EMBEDDED_VOICES, engineVoice, type ResolveVoice, resolvePrebuilt } from './catalogue.ts';
import type { CloneMakings, CloneStore, StoredClone } from './clone-store.ts';
import type { EmbeddedVoice, EngineVoice } from './voice.ts';

// A clone as a voice: an embedded voice with the timbre that was tuned for it.

const PREFIX = 'lectern://voices/cloned/';
const SUFFIX = '/manifest.json';

/** The voice identifier of a clone: a URI of a manifest, like those of the prebuilt voices. */
export const cloneIdentifier = (key: string): string => `${PREFIX}${key}${SUFFIX}`;

export const isCloneIdentifier = (id: string): boolean => id.startsWith(PREFIX) && id.endsWith(SUFFIX);

/** The part of a clone's identifier that is its own: letters and digits. */
export const cloneKey = (id: string): string => id.slice(PREFIX.length, -SUFFIX.length);

/** The language of all clones: only English voices are tuned to samples. */
export const CLONE_LANGUAGE: Language = 'english';

/** What speaks with a clone in place of the embedded engine. */
export interface CloneSpeech extends Required<Pick<EngineVoice, 'synthesizer' | 'edition'>> {
  readonly rights: PackRights;
}

function spoken({ based_on, timbre }: CloneMakings): EmbeddedVoice {
  const base = EMBEDDED_VOICES.get(based_on);
  if (base === undefined) throw new Error('A clone is made from a voice that is not there.');
  return { ...base, engine: 'SvcDialog', timbre };
}

/** A clone as the port of speech describes a voice. Every clone works with the batch engine. */
function clonedVoice(clone: StoredClone, speech: CloneSpeech | undefined): EngineVoice {
  const voice = engineVoice(clone.id, spoken(clone));
  return { ...voice, slug: cloneKey(clone.id), name: clone.name, gender: clone.gender ?? voice.gender, ...speech };
}

/** Embedded voices, and all clones: who may use them was checked when the request was accepted. */
export function resolverWith(clones: CloneStore): ResolveVoice {
  return (id) => {
    const embedded = resolvePrebuilt(id);
    if (embedded !== undefined || !isCloneIdentifier(id)) return embedded;
    const makings = clones.makings(id);
    return makings && spoken(makings);
  };
}

/** A voice, and whether it is a user's clone. */
export interface KnownVoice extends EngineVoice {
  readonly isCloned: boolean;
}

/** The voice with an identifier, as one user may name it; undefined where there is none. */
export type FindVoice = (id: string) => KnownVoice | undefined;

export class VoiceDirectory {
  readonly #listing: { readonly voices: readonly EngineVoice[] };
  readonly #clones: CloneStore;
  readonly #cloneSpeech: (clone: string) => CloneSpeech | undefined;
  #known: { readonly of: readonly EngineVoice[]; readonly byId: ReadonlyMap<string, KnownVoice> } | undefined;

  /**
   * @param listing whose list is another one as soon as a voice comes or goes
   * @param cloneSpeech what speaks with a clone; the embedded engine unless given
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

  /** As they are listed: every user's. */
  get prebuilt(): readonly EngineVoice[] {
    return this.#listing.voices;
  }

  /** A prebuilt voice or one of the user's clones. Other users' clones are not there. */
  find(userId: string, id: string): KnownVoice | undefined {
    const prebuilt = this.#byId().get(id);
    if (prebuilt !== undefined) return prebuilt;
    const clone = this.#clones.find(userId, id);
    return clone && { ...this.cloned(clone), isCloned: true };
  }

  /** The same for one user, for checking a request. */
  finder(userId: string): FindVoice {
    return (id) => this.find(userId, id);
  }

  /** A clone as a voice, with what speaks with it now. */
  cloned(clone: StoredClone): EngineVoice {
    return clonedVoice(clone, this.#cloneSpeech(clone.id));
  }

  /** A user's clones, the oldest first. */
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
