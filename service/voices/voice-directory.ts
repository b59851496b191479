// All voices that a request may name: the prebuilt ones, and each user's own clones.

import type { CloneStore, StoredClone } from './clone-store.ts';
import { clonedVoice } from './cloned-voice.ts';
import type { EngineVoice } from './voice.ts';

/** A voice, and whether it is a user's clone. */
export interface KnownVoice extends EngineVoice {
  readonly isCloned: boolean;
}

/** The voice with an identifier, as one user may name it; undefined where there is none. */
export type FindVoice = (id: string) => KnownVoice | undefined;

export class VoiceDirectory {
  /** As they are listed: every user's. */
  readonly prebuilt: readonly EngineVoice[];
  readonly #byId: ReadonlyMap<string, KnownVoice>;
  readonly #clones: CloneStore;

  constructor(prebuilt: readonly EngineVoice[], clones: CloneStore) {
    this.prebuilt = prebuilt;
    this.#byId = new Map(prebuilt.map((voice) => [voice.id, { ...voice, isCloned: false }]));
    this.#clones = clones;
  }

  /** A prebuilt voice or one of the user's clones. Other users' clones are not there. */
  find(userId: string, id: string): KnownVoice | undefined {
    const prebuilt = this.#byId.get(id);
    if (prebuilt !== undefined) return prebuilt;
    const clone = this.#clones.find(userId, id);
    return clone && { ...clonedVoice(clone), isCloned: true };
  }

  /** The same for one user, for checking a request. */
  finder(userId: string): FindVoice {
    return (id) => this.find(userId, id);
  }

  /** A user's clones, the oldest first. */
  clonesOf(userId: string): readonly StoredClone[] {
    return this.#clones.of(userId);
  }
}
