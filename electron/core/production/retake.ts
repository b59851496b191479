import { lineState } from '../project/lines/line-states.ts';
import type { RenderableLine } from '../project/lines/line-store.ts';
import type { Project } from '../project/project.ts';

/** Seeds that Lectern draws are below this: every service takes a seed of 31 bits. */
export const SEEDS = 2 ** 31;

/**
 * What is to be asked for to get another take of a line, fresh or not: its request of today with another seed, which is
 * not the producer's, so that the render key stays. Null where it is blocked, was deleted, or has a seed that the
 * producer pinned.
 */
export function retakeOf(project: Project, lineId: number, seed: number): RenderableLine | null {
  const renderKey = lineState(project.db, lineId)?.renderKey ?? null;
  if (renderKey === null) return null;
  const built = project.lines.requestOf(lineId);
  if (!built.ok || built.seedPinned) return null;
  const { request, characters, spoken } = built;
  return { lineId, renderKey, request: { ...request, seed }, characters, spoken };
}
