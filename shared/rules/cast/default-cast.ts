import type { LenientVoice } from '@lectern/tts-protocol';
import { BATCH_ENGINE, type Language } from '@lectern/tts-protocol';
import { NARRATOR, type Role } from '../../model/cast.ts';
import type { Gender } from './given-names.ts';
import { regionOfText } from './language-variant.ts';
import type { Age } from './person-words.ts';
import { conversationPartners, type RoleTraits, roleTraits } from './role-traits.ts';
import { accentMismatch } from './voice-accents.ts';

/** Returns whether batches support a voice. If the service lists no engines, assumes that they do. */
export function supportsBatches(voice: LenientVoice): boolean {
  return voice.voice_engine === undefined || voice.voice_engine === BATCH_ENGINE;
}

/** Checks a voice's language by its display name, such as `English` or `English (GB)`. */
export function speaksLanguage(voice: LenientVoice, language: Language): boolean {
  return (voice.language ?? '')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .includes(language);
}

/** Penalties for unsuitable voices. Sharing a voice with a conversation partner outweighs all other penalties. */
const COST = { sharedInTalk: 1_000, narrators: 300, gender: 40, accent: 20, shared: 5, age: 1 } as const;

/**
 * Casts all roles that have no voice. Prefers unused voices in the script's language (null means English) and its
 * region's accent, with the role's gender and age. When voices run out, roles that never talk to each other share one.
 * @param bookLanguage the language that the manuscript states, such as `en-GB`
 */
export function castRoles(
  roles: readonly Role[],
  voices: readonly LenientVoice[],
  language: Language | null,
  script: () => string = () => '',
  bookLanguage: string | null = null,
): Role[] {
  if (roles.every(({ voice }) => voice !== null)) return [...roles];
  // Cloned voices belong to real people, so Lectern never casts them automatically.
  const fitting = voices.filter((voice) => supportsBatches(voice) && voice.is_cloned !== true);
  const native = fitting.filter((voice) => speaksLanguage(voice, language ?? 'english'));
  const casting = new Casting(roles, native.length > 0 ? native : fitting, language, script, bookLanguage);
  return casting.cast();
}

interface ChosenVoice {
  readonly role: string;
  readonly voice: string;
}

export function withChosenVoices(
  roles: readonly Role[],
  chosen: readonly ChosenVoice[] = [],
  voices: readonly LenientVoice[],
): readonly Role[] {
  const fitting = new Set(voices.filter(supportsBatches).map(({ id }) => id));
  const voiceOf = new Map(chosen.flatMap(({ role, voice }) => (fitting.has(voice) ? [[role, voice]] : [])));
  return roles.map((role) => ({ ...role, voice: voiceOf.get(role.name) ?? role.voice }));
}

class Casting {
  readonly #roles: readonly Role[];
  readonly #voices: readonly LenientVoice[];
  readonly #region: string | null;
  readonly #users: Map<string, string[]>;
  readonly #traits: ReadonlyMap<string, RoleTraits>;
  readonly #script: () => string;
  readonly #voiceOf = new Map<string, string>();
  #talk: Conversations | null = null;
  #turn: Gender = 'male';

  constructor(
    roles: readonly Role[],
    voices: readonly LenientVoice[],
    language: Language | null,
    script: () => string,
    bookLanguage: string | null,
  ) {
    this.#roles = roles;
    this.#voices = voices;
    this.#script = script;
    const text = script();
    this.#region = regionOfText(text, language, bookLanguage);
    this.#users = new Map(voices.map(({ id }) => [id, []]));
    for (const { name, voice } of roles) if (voice !== null) this.#addUse(voice, name);
    const others = roles.map(({ name }) => name).filter((name) => name !== NARRATOR);
    this.#traits = roleTraits(text, others, language);
  }

  cast(): Role[] {
    const picked = new Map<string, string | null>();
    const isShort = this.#roles.length > this.#voices.length;
    const order = isShort
      ? this.#roles.toSorted((a, b) => Number(b.name === NARRATOR) - Number(a.name === NARRATOR))
      : this.#roles;
    for (const { name, voice } of order) if (voice === null) picked.set(name, this.#pick(name));
    return this.#roles.map((role) => (role.voice === null ? { ...role, voice: picked.get(role.name) ?? null } : role));
  }

  #addUse(voice: string, name: string): void {
    const users = this.#users.get(voice);
    if (users) users.push(name);
    else this.#users.set(voice, [name]);
    this.#voiceOf.set(name, voice);
    if (this.#talk) countUnknownNeighbours(this.#talk, voice, name);
  }

  #pick(name: string): string | null {
    const isNarrator = name === NARRATOR;
    const known = isNarrator ? null : this.#genderOf(name);
    const gender = known ?? (isNarrator ? this.#narratorGender() : this.#turn);
    const { age = null, accent = null } = this.#traits.get(name) ?? {};
    if (!isNarrator) this.#turn = gender === 'male' ? 'female' : 'male';
    let best: LenientVoice | null = null;
    let bestCost = Number.POSITIVE_INFINITY;
    const inConversation = known === null ? null : this.#voicesInConversation(name);
    for (const voice of this.#voices) {
      let cost = this.#sharingPenalty(voice.id, name, inConversation);
      if (voice.gender?.toLowerCase() !== gender) cost += COST.gender;
      cost += COST.accent * accentMismatch(voice, this.#region, accent) + COST.age * ageMismatch(voice, age);
      if (cost < bestCost) [best, bestCost] = [voice, cost];
    }
    if (!best) return null;
    this.#addUse(best.id, name);
    return best.id;
  }

  #genderOf(name: string): Gender | null {
    return this.#traits.get(name)?.gender ?? null;
  }

  #narratorGender(): Gender {
    const others = this.#roles.filter(({ name }) => name !== NARRATOR).map(({ name }) => this.#genderOf(name));
    if (others.length > 0) return others.every((gender) => gender === 'male') ? 'female' : 'male';
    return this.#voices[0]?.gender?.toLowerCase() === 'female' ? 'female' : 'male';
  }

  /**
   * Returns the penalty for sharing a voice. If `inConversation` is null, all of the voice's roles may talk to this
   * role.
   */
  #sharingPenalty(voice: string, name: string, inConversation: ReadonlyMap<string, number> | null): number {
    const users = this.#users.get(voice)?.length ?? 0;
    if (name === NARRATOR) return users * (COST.sharedInTalk + COST.narrators);
    const narrators = this.#voiceOf.get(NARRATOR) === voice ? 1 : 0;
    const others = users - narrators;
    const talking = inConversation === null ? others : (inConversation.get(voice) ?? 0);
    return (
      narrators * (COST.sharedInTalk + COST.narrators) + talking * COST.sharedInTalk + (others - talking) * COST.shared
    );
  }

  /**
   * Counts, for each voice, the roles that may talk to a role. Returns null if the role doesn't speak in the script.
   */
  #voicesInConversation(name: string): ReadonlyMap<string, number> | null {
    if (this.#voiceOf.size === 0) return null;
    const { neighbours, unheard } = this.#analyseConversations();
    const own = neighbours.get(name);
    if (!own?.size) return null;
    const found = new Map(unheard);
    for (const other of own) {
      const voice = other === NARRATOR ? undefined : this.#voiceOf.get(other);
      if (voice !== undefined) found.set(voice, (found.get(voice) ?? 0) + 1);
    }
    return found;
  }

  #analyseConversations(): Conversations {
    if (this.#talk) return this.#talk;
    const names = this.#roles.map(({ name }) => name);
    const talk: Conversations = { neighbours: conversationPartners(this.#script(), names), unheard: new Map() };
    for (const [name, voice] of this.#voiceOf) countUnknownNeighbours(talk, voice, name);
    this.#talk = talk;
    return talk;
  }
}

interface Conversations {
  readonly neighbours: ReadonlyMap<string, ReadonlySet<string>>;
  readonly unheard: Map<string, number>;
}

function countUnknownNeighbours({ neighbours, unheard }: Conversations, voice: string, name: string): void {
  if (name === NARRATOR || (neighbours.get(name)?.size ?? 0) > 0) return;
  unheard.set(voice, (unheard.get(voice) ?? 0) + 1);
}

const AGES: readonly Age[] = ['child', 'young', 'adult', 'older'];

function voiceAge({ age }: LenientVoice): Age | null {
  const word = age?.toLowerCase() ?? '';
  if (/child|kid|boy|girl/.test(word)) return 'child';
  if (/young|youth|teen/.test(word)) return 'young';
  if (/old|senior|elder|aged?$/.test(word) && !word.includes('middle')) return 'older';
  return /adult|middle/.test(word) ? 'adult' : null;
}

/** Counts the age groups between a voice and a role. A role whose age the text doesn't state is probably an adult. */
function ageMismatch(voice: LenientVoice, age: Age | null): number {
  const spoken = voiceAge(voice);
  if (spoken === null) return age === null ? 0 : 1;
  const distance = Math.abs(AGES.indexOf(spoken) - AGES.indexOf(age ?? 'adult'));
  return age === null ? distance / 2 : distance;
}
