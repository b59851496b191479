import { CLONED_VOICE_PREFIX, type Language, type PackRights } from '@lectern/tts-protocol';
import type { CloneStore, CloneTimbre, StoredClone } from '../ports/clones.ts';
import { EMBEDDED_VOICES, type ResolveVoice, resolvePrebuilt, toEngineVoice } from './catalogue.ts';
import type { EmbeddedVoice, EngineVoice } from './voice.ts';

const SUFFIX = '/manifest.json';

export const cloneIdentifier = (key: string): string => `${CLONED_VOICE_PREFIX}${key}${SUFFIX}`;

export const isCloneIdentifier = (id: string): boolean => id.startsWith(CLONED_VOICE_PREFIX) && id.endsWith(SUFFIX);

export const cloneKey = (id: string): string => id.slice(CLONED_VOICE_PREFIX.length, -SUFFIX.length);

/** The language of all clones, because only English voices are tuned to samples. */
export const CLONE_LANGUAGE: Language = 'english';

/** The voice pack's model that speaks a clone instead of the embedded engine. */
export interface CloneSpeech extends Required<Pick<EngineVoice, 'synthesizer' | 'edition'>> {
  readonly rights: PackRights;
}

function toEmbeddedVoice({ based_on, timbre }: CloneTimbre): EmbeddedVoice {
  const base = EMBEDDED_VOICES.get(based_on);
  if (base === undefined) throw new Error('A clone is based on a voice that does not exist.');
  return { ...base, engine: 'SvcDialog', timbre };
}

function toClonedEngineVoice(clone: StoredClone, speech: CloneSpeech | undefined): EngineVoice {
  const voice = toEngineVoice(clone.id, toEmbeddedVoice(clone));
  return { ...voice, slug: cloneKey(clone.id), name: clone.name, gender: clone.gender ?? voice.gender, ...speech };
}

export function createResolver(clones: { findTimbre(id: string): CloneTimbre | undefined }): ResolveVoice {
  return (id) => {
    const embedded = resolvePrebuilt(id);
    if (embedded !== undefined || !isCloneIdentifier(id)) return embedded;
    const makings = clones.findTimbre(id);
    return makings && toEmbeddedVoice(makings);
  };
}

export interface KnownVoice extends EngineVoice {
  readonly isCloned: boolean;
}

export type FindVoice = (id: string) => KnownVoice | undefined;

export class VoiceDirectory {
  readonly #listing: { readonly voices: readonly EngineVoice[] };
  readonly #clones: CloneStore;
  readonly #cloneSpeech: (clone: string) => CloneSpeech | undefined;
  #known: { readonly of: readonly EngineVoice[]; readonly byId: ReadonlyMap<string, KnownVoice> } | undefined;

  /** @param listing its `voices` array is replaced whenever a voice is added or removed */
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

  async find(userId: string, id: string): Promise<KnownVoice | undefined> {
    return this.#byId().get(id) ?? this.#knownClone(await this.#clones.find(userId, id));
  }

  /**
   * Returns a function that finds voices at once, to check a request that names many voices. Clones are only loaded if one of
   * the voices could be a clone.
   * @param ids the voices that the request names
   */
  async finder(userId: string, ids: readonly (string | undefined)[]): Promise<FindVoice> {
    const needsClones = ids.some((id) => id !== undefined && isCloneIdentifier(id) && !this.#byId().has(id));
    const findClone = needsClones ? await this.#clones.finder(userId) : () => undefined;
    return (id) => this.#byId().get(id) ?? this.#knownClone(findClone(id));
  }

  cloned(clone: StoredClone): EngineVoice {
    return toClonedEngineVoice(clone, this.#cloneSpeech(clone.id));
  }

  async clonesOf(userId: string): Promise<readonly StoredClone[]> {
    return await this.#clones.of(userId);
  }

  #knownClone(clone: StoredClone | undefined): KnownVoice | undefined {
    return clone && { ...this.cloned(clone), isCloned: true };
  }

  #byId(): ReadonlyMap<string, KnownVoice> {
    const of = this.prebuilt;
    if (this.#known?.of !== of) {
      this.#known = { of, byId: new Map(of.map((voice) => [voice.id, { ...voice, isCloned: false }])) };
    }
    return this.#known.byId;
  }
}
