// Renders suspicious takes again for `lectern proof --retry`.
import type { NotRetried } from '../../shared/model/proofed-take.ts';
import { Journal } from '../core/project/journal/journal.ts';
import type { Project } from '../core/project/project.ts';
import { betterRetries, planRetries, recordRetries } from '../core/project/proof/retries.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock } from '../core/system.ts';
import { connect, connectionChoice, knownPrice } from './connection.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { checkConnection, checkCopy, recover } from './project-access.ts';
import { type RenderedAgain, renderAgain } from './render-again.ts';
import { t } from './words.ts';

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
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  /** The lines that may be rendered again. */
  readonly lineIds: readonly number[];
}

const NOTHING = { rendered: 0, characters: 0, better: 0, failed: 0, complete: true };

/** The better takes are picked later, once the new ones have been compared. */
export async function retrySuspicious(project: Project, options: RetryOptions): Promise<RetriedLines> {
  const { retry, maxCharacters, minScore, baseUrl, output, signal, lineIds } = options;
  const names = new LineNames(project.lines.states());
  const connection = await connect(connectionChoice(baseUrl, process.env), output);
  try {
    const journal = new Journal(project.db);
    checkConnection(project, connection.identity, output);
    recover(project, journal, output);
    const price = await knownPrice(connection.identity);
    const remaining = remainingBudget(project.db, price, null).characters;
    const plan = planRetries(project, { minScore, lineIds: [...lineIds], maxRetries: retry, maxCharacters }, remaining);
    const excluded = plan.excluded.map(({ lineId, takeId, reason }) => ({
      line: names.labelOfNumber(names.numberOf(lineId)),
      take: takeId,
      reason,
    }));
    if (plan.lineIds.length === 0) return { ...NOTHING, excluded };
    checkCopy(project, plan.lineIds.length, false, output);
    output.note(t('proof.retrying', { lines: plan.lineIds.length, characters: plan.characters }));
    const again = await renderAgain({
      ...{ project, journal, connection, price, maxCharacters, output, signal },
      lineIds: plan.lineIds,
      record: (lines) =>
        recordRetries(
          project,
          lines.map(({ retakeSeed, ...line }) => ({ ...line, seed: retakeSeed })),
          systemClock.now(),
        ),
    });
    return { ...again, better: 0, excluded };
  } finally {
    await connection.close();
  }
}

/** Counts the retries that were picked, once they have been compared. */
export const withBetter = (project: Project, retried: RetriedLines, since: number): RetriedLines => ({
  ...retried,
  better: betterRetries(project.db, since),
});
