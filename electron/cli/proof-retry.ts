// Renders suspicious takes again for `lectern proof --retry`.
import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import type { NotRetried } from '../../shared/model/proofed-take.ts';
import type { Project } from '../core/project/project.ts';
import { betterRetries, planRetries, recordRetries } from '../core/project/proof/retries.ts';
import { systemClock } from '../core/system.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { type RenderedAgain, renderAgain } from './render-again.ts';

export interface RetriedLines extends RenderedAgain {
  /** Lines whose new take was picked. */
  readonly better: number;
  readonly excluded: readonly { readonly line: string; readonly take: number; readonly reason: NotRetried }[];
}

interface RetryOptions {
  readonly retry: number;
  readonly maxCharacters: number;
  readonly minScore?: number;
  readonly baseUrl?: string;
  readonly authorised?: readonly ExportTargetId[];
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  /** The lines that may be rendered again. */
  readonly lineIds: readonly number[];
}

/** The better takes are picked later, once the new ones have been compared. */
export async function retrySuspicious(project: Project, options: RetryOptions): Promise<RetriedLines> {
  const { retry: maxRetries, maxCharacters, minScore, lineIds, ...rest } = options;
  const names = new LineNames(project.lines.states());
  const { plan, rendered } = await renderAgain({
    ...{ ...rest, project, maxCharacters },
    plan: (remaining) =>
      planRetries(project, { minScore, lineIds: [...lineIds], maxRetries, maxCharacters }, remaining),
    record: (lines) =>
      recordRetries(
        project,
        lines.map(({ retakeSeed, ...line }) => ({ ...line, seed: retakeSeed })),
        systemClock.now(),
      ),
  });
  const excluded = plan.excluded.map(({ lineId, takeId, reason }) => ({
    line: names.labelOfNumber(names.numberOf(lineId)),
    take: takeId,
    reason,
  }));
  return { ...rendered, better: 0, excluded };
}

/** Counts the retries that were picked, once they have been compared. */
export const withBetter = (project: Project, retried: RetriedLines, since: number): RetriedLines => ({
  ...retried,
  better: betterRetries(project.db, since),
});
