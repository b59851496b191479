import { createRenamer } from '@lectern/manuscript/speakers';
import type { FoundQuotation, SpeakerChoices } from '../../../shared/model/speaker-choices.ts';

/**
 * `found`: the text makes the speaker clear. `doubtful`: it doesn't. `named`: the text in quotation marks isn't speech.
 */
export type AttributionState = 'confirmed' | 'found' | 'doubtful' | 'named';

export interface SpeakerAttribution {
  /** Null if the narrator reads it. */
  readonly role: string | null;
  readonly state: AttributionState;
}

export function attributions(choices: SpeakerChoices): (quotation: FoundQuotation) => SpeakerAttribution {
  const nameOf = createRenamer(choices);
  return ({ id, speaker, isDoubtful, evidence }) => {
    const said = choices.said[id];
    if (said !== undefined) return { role: said, state: 'confirmed' };
    const role = speaker === null ? null : nameOf(speaker);
    if (isDoubtful) return { role, state: 'doubtful' };
    return { role, state: evidence === 'mention' ? 'named' : 'found' };
  };
}

export interface SpeakerRole {
  readonly name: string;
  /** Without doubtful quotations. */
  readonly quotations: number;
  readonly doubtful: number;
}

/** Roles keep their previous order. New roles follow, sorted by number of quotations, highest first. */
export function rolesOfBook(
  quotations: readonly FoundQuotation[],
  choices: SpeakerChoices,
  before: readonly string[] = [],
): SpeakerRole[] {
  const sayingOf = attributions(choices);
  const counts = new Map<string, { quotations: number; doubtful: number }>();
  for (const quotation of quotations) {
    const { role, state } = sayingOf(quotation);
    if (role === null || state === 'named') continue;
    const count = counts.get(role) ?? { quotations: 0, doubtful: 0 };
    if (state === 'doubtful') count.doubtful += 1;
    else count.quotations += 1;
    counts.set(role, count);
  }
  const places = new Map(before.map((name, at) => [name, at]));
  const placeOf = (name: string): number => places.get(name) ?? before.length;
  return Array.from(counts, ([name, count]) => ({ name, ...count })).toSorted(
    (a, b) => placeOf(a.name) - placeOf(b.name) || b.quotations - a.quotations || b.doubtful - a.doubtful,
  );
}

/**
 * `one`: a single quotation. `turn`: all quotations of the speaker in this turn. `talk`: all in this conversation.
 * `called`: all whose tags have the same name. `speaker`: all for which this speaker is suggested.
 */
export const SIMILAR_SCOPES = ['one', 'turn', 'talk', 'called', 'speaker'] as const;
export type SimilarScope = (typeof SIMILAR_SCOPES)[number];

export interface SimilarQuotations {
  readonly scope: SimilarScope;
  /** The quotation itself, followed by similar ones that haven't been decided yet. */
  readonly ids: readonly string[];
}

/** Omits scopes that don't add any quotations. */
export function similarQuotations(
  quotation: FoundQuotation,
  quotations: readonly FoundQuotation[],
  choices: SpeakerChoices,
): SimilarQuotations[] {
  const nameOf = createRenamer(choices);
  const guessOf = ({ speaker }: FoundQuotation) => (speaker === null ? null : nameOf(speaker));
  const guess = guessOf(quotation);
  const open = quotations.filter(
    (other) => other.id !== quotation.id && choices.said[other.id] === undefined && other.evidence !== 'mention',
  );
  const alike: Readonly<Record<SimilarScope, (other: FoundQuotation) => boolean>> = {
    one: () => false,
    turn: (other) => quotation.turn >= 0 && other.turn === quotation.turn && guessOf(other) === guess,
    talk: (other) => quotation.talk >= 0 && other.talk === quotation.talk && isSameSide(quotation, other, guessOf),
    called: (other) => quotation.called !== null && isSameName(other.called, quotation.called),
    speaker: (other) => guess !== null && guessOf(other) === guess,
  };
  const seen = new Set<string>();
  return SIMILAR_SCOPES.flatMap((scope) => {
    const like = open.filter(alike[scope]);
    const others = scope === 'called' ? withTurns([quotation, ...like], open, guessOf) : like;
    const ids = [quotation, ...others].map(({ id }) => id);
    const key = ids.join();
    if (seen.has(key)) return [];
    seen.add(key);
    return [{ scope, ids }];
  });
}

const isSameName = (one: string | null, other: string): boolean => one?.toLowerCase() === other.toLowerCase();

/** If there is no suggestion, two speakers are assumed to alternate, so every other turn is by the same speaker. */
function isSameSide(
  one: FoundQuotation,
  other: FoundQuotation,
  guessOf: (quotation: FoundQuotation) => string | null,
): boolean {
  if (guessOf(one) !== guessOf(other)) return false;
  return guessOf(one) !== null || (one.turn - other.turn) % 2 === 0;
}

function withTurns(
  found: readonly FoundQuotation[],
  open: readonly FoundQuotation[],
  guessOf: (quotation: FoundQuotation) => string | null,
): FoundQuotation[] {
  const named = new Set(found);
  const turns = new Map(found.map((quotation) => [quotation.turn, guessOf(quotation)]));
  const isOfTurn = (other: FoundQuotation) =>
    named.has(other) || (other.called === null && other.turn >= 0 && turns.get(other.turn) === guessOf(other));
  return open.filter(isOfTurn);
}

/** A role of null stands for the narrator. */
export function withSpeaker(choices: SpeakerChoices, ids: readonly string[], role: string | null): SpeakerChoices {
  const said = { ...choices.said };
  for (const id of ids) said[id] = role;
  return { ...choices, said };
}

/** Renames a role. If another role already has the new name, merges the two. */
export function withRenamedRole(choices: SpeakerChoices, from: string, into: string): SpeakerChoices {
  if (from === into) return choices;
  const said = Object.fromEntries(
    Object.entries(choices.said).map(([id, role]) => [id, role === from ? into : role] as const),
  );
  const names = choices.names.filter((name) => name.from !== from && name.from !== into);
  return {
    ...choices,
    said,
    names: [...names.map((name) => (name.into === from ? { ...name, into } : name)), { from, into }].filter(
      (name) => name.from !== name.into,
    ),
  };
}

export const doubtfulFirst = (quotations: readonly FoundQuotation[]): FoundQuotation[] => [
  ...quotations.filter(({ isDoubtful }) => isDoubtful),
  ...quotations.filter(({ isDoubtful }) => !isDoubtful),
];

export const countDoubtful = (quotations: readonly FoundQuotation[], { said }: SpeakerChoices): number =>
  quotations.reduce((sum, { id, isDoubtful }) => sum + (isDoubtful && said[id] === undefined ? 1 : 0), 0);
