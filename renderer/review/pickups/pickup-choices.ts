// The line and action for each row of a list.
import type { AcceptedPickup } from '../../../shared/ipc/pickup-requests.ts';
import type { MatchedPickups, PickupConfidence, PickupMatch, PickupPlace } from '../../../shared/model/pickups.ts';

export const PICKUP_ACTIONS = ['note', 'retake', 'skip'] as const;
export type PickupAction = (typeof PICKUP_ACTIONS)[number];

/** The producer's changes to a row. */
export interface PickupChoice {
  readonly place?: PickupPlace;
  readonly action?: PickupAction;
}

/** Keyed by the row's index in the list. */
export type PickupChoices = ReadonlyMap<number, PickupChoice>;

export interface PickupRow extends PickupMatch {
  readonly index: number;
  /** Null until a line is chosen. Doubtful matches aren't chosen automatically. */
  readonly place: PickupPlace | null;
  readonly action: PickupAction;
  readonly isChosen: boolean;
}

const ORDER: readonly (PickupConfidence | null)[] = [null, 'ask', 'likely', 'sure'];

/** Returns rows that need a decision first. The order doesn't change while the producer makes decisions. */
export function pickupRows({ matches }: MatchedPickups, choices: PickupChoices): PickupRow[] {
  return matches
    .map((match, index) => rowOf(match, index, choices.get(index)))
    .sort((one, other) => ORDER.indexOf(one.confidence) - ORDER.indexOf(other.confidence) || one.index - other.index);
}

function rowOf(match: PickupMatch, index: number, choice: PickupChoice | undefined): PickupRow {
  const isTrusted = match.confidence === 'sure' || match.confidence === 'likely';
  const isSettled = (match.isKnown && isTrusted) || match.pickup.isDone;
  return {
    ...match,
    index,
    place: choice?.place ?? (isTrusted ? (match.places[0] ?? null) : null),
    action: choice?.action ?? (isSettled ? 'skip' : 'note'),
    isChosen: choice?.place !== undefined,
  };
}

export interface PickupPlan {
  readonly notes: readonly AcceptedPickup[];
  readonly retakeLineIds: readonly number[];
  /** Returns the rows that have no line and aren't skipped. */
  readonly undecided: number;
}

export function planPickups(rows: readonly PickupRow[]): PickupPlan {
  const wanted = rows.filter(({ action }) => action !== 'skip');
  const notes = wanted.flatMap(({ place, pickup }) => {
    if (place === null) return [];
    const { lineId, takeId, seconds } = place;
    return [{ lineId, text: pickup.note, takeId, seconds }];
  });
  const retakes = wanted.flatMap(({ action, place }) => (action === 'retake' && place ? [place.lineId] : []));
  return {
    notes,
    retakeLineIds: [...new Set(retakes)],
    undecided: wanted.filter(({ place }) => place === null).length,
  };
}
