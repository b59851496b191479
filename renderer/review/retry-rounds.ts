// Renders suspicious lines again, in rounds: the lines whose new takes are still suspicious are tried again.
import { create } from 'zustand';
import type { RetryLimits, RetryPlan } from '../../shared/model/proofed-take.ts';
import { ask } from '../bridge/ask.ts';
import { noteRetakes } from '../ui/retakes.ts';

/** The retries that the producer has ordered in a project. */
export interface RetryRounds {
  readonly project: string | null;
  /** `maxCharacters` is the number left for further rounds. */
  readonly limits: RetryLimits;
  readonly lineIds: readonly number[];
  readonly round: number;
  /** The number of takes ordered in all rounds. */
  readonly takes: number;
  readonly state: 'ordering' | 'waiting' | 'done';
  /** Whether the producer has stopped further rounds. */
  readonly isLast: boolean;
}

export const useRetryRounds = create<{ readonly rounds: RetryRounds | null }>()(() => ({ rounds: null }));

const set = (rounds: RetryRounds | null): void => useRetryRounds.setState({ rounds });

/** Orders no further rounds. Takes that have been ordered still arrive. */
export function finishRetryRounds(): void {
  const { rounds } = useRetryRounds.getState();
  if (rounds) set({ ...rounds, isLast: true });
}

export const endRetryRounds = (): void => set(null);

/** @param plan for these limits */
export async function startRetryRounds(project: string | null, limits: RetryLimits, plan: RetryPlan): Promise<void> {
  const { lineIds } = plan;
  // Lines that become suspicious later aren't part of the cost that the producer has seen.
  set({
    project,
    limits: { ...limits, lineIds: [...lineIds] },
    lineIds,
    round: 0,
    takes: 0,
    state: 'ordering',
    isLast: false,
  });
  await order(plan);
}

/**
 * Orders the next round as soon as every take of the last one has been compared with its text.
 * @param plan for the limits of the rounds
 */
export async function advanceRetryRounds(plan: RetryPlan): Promise<void> {
  const { rounds } = useRetryRounds.getState();
  if (rounds?.state !== 'waiting' || underWay(rounds, plan).length > 0) return;
  if (plan.lineIds.length > 0 && !rounds.isLast) await order(plan);
  else set({ ...rounds, state: 'done' });
}

async function order(plan: RetryPlan): Promise<void> {
  const { rounds } = useRetryRounds.getState();
  if (!rounds) return;
  set({ ...rounds, state: 'ordering' });
  try {
    const { lineIds } = await ask('proof.retry', { ...rounds.limits, confirmed: true });
    noteRetakes(lineIds);
    const left = Math.max(0, rounds.limits.maxCharacters - plan.characters);
    set({
      ...rounds,
      isLast: useRetryRounds.getState().rounds?.isLast ?? false,
      limits: { ...rounds.limits, maxCharacters: left },
      round: rounds.round + 1,
      takes: rounds.takes + lineIds.length,
      state: 'waiting',
    });
  } catch (failure) {
    set(rounds.takes > 0 ? { ...rounds, state: 'done' } : null);
    throw failure;
  }
}

/** Lines whose latest take hasn't been compared yet. */
export function underWay({ lineIds }: Pick<RetryRounds, 'lineIds'>, { excluded }: RetryPlan): readonly number[] {
  const own = new Set(lineIds);
  return excluded.flatMap(({ lineId, reason }) => (reason === 'under-way' && own.has(lineId) ? [lineId] : []));
}

/** Lines that are still suspicious after the last round, whether they can be tried again or not. */
export function stillSuspicious({ lineIds }: Pick<RetryRounds, 'lineIds'>, plan: RetryPlan): number {
  const suspicious = new Set([...plan.lineIds, ...plan.excluded.map(({ lineId }) => lineId)]);
  return lineIds.filter((id) => suspicious.has(id)).length;
}
