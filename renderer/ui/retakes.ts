import { create } from 'zustand';
import type { ReviewRow } from '../../shared/ipc/review-requests.ts';
import { usePlayer } from './sound/player-store.ts';

/** A project's lines that have been rendered again from this screen and whose new takes haven't been played yet. */
interface ProjectRetakes {
  /** When each line was last rendered again, in milliseconds since the epoch. */
  readonly ordered: ReadonlyMap<number, number>;
  readonly heard: ReadonlySet<number>;
  /** Lines whose new takes don't have a verdict yet. */
  readonly undecided: ReadonlySet<number>;
}

/** Kept for each project, because projects have lines and takes with the same ids. */
interface Retakes {
  readonly project: string | null;
  readonly byProject: ReadonlyMap<string | null, ProjectRetakes>;
}

const NO_RETAKES: ProjectRetakes = { ordered: new Map(), heard: new Set(), undecided: new Set() };

export const useRetakes = create<Retakes>()(() => ({ project: null, byProject: new Map() }));

const retakesOf = ({ project, byProject }: Retakes): ProjectRetakes => byProject.get(project) ?? NO_RETAKES;

const changeRetakes = (change: (retakes: ProjectRetakes) => Partial<ProjectRetakes>): void =>
  useRetakes.setState((state) => {
    const retakes = retakesOf(state);
    return { byProject: new Map([...state.byProject, [state.project, { ...retakes, ...change(retakes) }]]) };
  });

/** Called when a project is opened or closed. @param project from `projectKey` */
export const setRetakesProject = (project: string | null): void => useRetakes.setState({ project });

export function noteRetakes(lineIds: readonly number[], now = Date.now()): void {
  changeRetakes(({ ordered, undecided }) => ({
    ordered: new Map([...ordered, ...lineIds.map((id) => [id, now] as const)]),
    undecided: new Set([...undecided, ...lineIds]),
  }));
}

/** Called when takes get a verdict. */
export function noteVerdicts(lineIds: readonly number[]): void {
  const { undecided } = retakesOf(useRetakes.getState());
  if (!lineIds.some((id) => undecided.has(id))) return;
  const decided = new Set(lineIds);
  changeRetakes(() => ({ undecided: new Set([...undecided].filter((id) => !decided.has(id))) }));
}

export const undecidedRetakes = (retakes: Retakes): ReadonlySet<number> => retakesOf(retakes).undecided;

export function hasUnheardRetake(retakes: Retakes, { lineId, latestTake }: ReviewRow): boolean {
  const { ordered, heard } = retakesOf(retakes);
  const since = ordered.get(lineId);
  return since !== undefined && latestTake !== null && latestTake.createdAt >= since && !heard.has(latestTake.id);
}

// A take counts as played, no matter whether it is played from the table, a card or a comparison.
usePlayer.subscribe(({ track, status }) => {
  const { ordered, heard } = retakesOf(useRetakes.getState());
  if (status !== 'playing' || track?.source.kind !== 'take') return;
  const { takeId, lineId } = track.source;
  if (ordered.has(lineId) && !heard.has(takeId)) changeRetakes(() => ({ heard: new Set([...heard, takeId]) }));
});
