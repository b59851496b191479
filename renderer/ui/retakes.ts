// Lines that were rendered again on this screen, until their new takes are heard.
import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { usePlayer } from './player-store.ts';

interface Retakes {
  /** When each line was last ordered again: milliseconds since the epoch. */
  readonly ordered: ReadonlyMap<number, number>;
  /** Takes that were played since. */
  readonly heard: ReadonlySet<number>;
}

export const useRetakes = create<Retakes>()(() => ({ ordered: new Map(), heard: new Set() }));

/** Lines are rendered again. @param now milliseconds since the epoch */
export function noteRetakes(lineIds: readonly number[], now = Date.now()): void {
  useRetakes.setState(({ ordered }) => ({
    ordered: new Map([...ordered, ...lineIds.map((id) => [id, now] as const)]),
  }));
}

/** Whether a line that was rendered again has its new take, and it has not been played yet. */
export function hasUnheardRetake({ ordered, heard }: Retakes, { lineId, latestTake }: ReviewRow): boolean {
  const since = ordered.get(lineId);
  return since !== undefined && latestTake !== null && latestTake.createdAt >= since && !heard.has(latestTake.id);
}

// What is heard anywhere counts: in the table, in a card, in a comparison.
usePlayer.subscribe(({ track, status }) => {
  const { ordered, heard } = useRetakes.getState();
  if (status !== 'playing' || track?.source.kind !== 'take') return;
  const { takeId, lineId } = track.source;
  if (ordered.has(lineId) && !heard.has(takeId)) useRetakes.setState({ heard: new Set([...heard, takeId]) });
});
