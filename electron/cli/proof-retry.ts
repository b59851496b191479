// Renders suspicious takes again for `lectern proof --retry`.
import type { NotRetried } from '../../shared/model/proofed-take.ts';
import type { OrderedLine } from '../../shared/model/run.ts';
import { SEED_COUNT } from '../core/production/retake.ts';
import { Journal } from '../core/project/journal/journal.ts';
import { recordRetakes } from '../core/project/journal/ordered-retakes.ts';
import type { Project } from '../core/project/project.ts';
import { betterRetries, planRetries, recordRetries } from '../core/project/proof/retries.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { connect, connectionChoice, knownPrice } from './connection.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { renderLines } from './produce.ts';
import { checkConnection, checkCopy, recover } from './project-access.ts';
import { t } from './words.ts';

export interface RetriedLines {
  readonly rendered: number;
  readonly characters: number;
  /** Lines whose new take was picked. */
  readonly better: number;
  readonly failed: number;
  readonly complete: boolean;
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
    const send = plan.lineIds.map((lineId): OrderedLine & { readonly retakeSeed: number } => {
      const built = project.lines.requestOf(lineId);
      const retakeSeed = Math.floor(systemRandom.next() * SEED_COUNT);
      return { lineId, characters: built.ok ? built.characters : 0, retakeSeed };
    });
    const runId = journal.createRun(plan.lineIds, { maxCharacters }, systemClock.now());
    recordRetakes(
      project.db,
      runId,
      send.map(({ lineId, retakeSeed }) => ({ lineId, seeds: [retakeSeed], joins: null })),
    );
    recordRetries(
      project,
      send.map(({ retakeSeed, ...line }) => ({ ...line, seed: retakeSeed })),
      systemClock.now(),
    );
    const outcome = await renderLines(
      { project, journal, connection, output, runId, price, maxCharacters, retryFailed: 0, resubmitInDoubt: false },
      { lines: send, total: send.length },
      names,
      signal,
    );
    const isComplete = outcome.failed.size === 0 && outcome.unfinished.size === 0 && !outcome.interrupted;
    if (isComplete && outcome.stopped === null) journal.finishRun(runId, 'done', systemClock.now());
    return {
      rendered: outcome.rendered.length,
      characters: outcome.characters,
      better: 0,
      failed: outcome.failed.size,
      complete: isComplete && outcome.stopped === null,
      excluded,
    };
  } finally {
    await connection.close();
  }
}

/** Counts the retries that were picked, once they have been compared. */
export const withBetter = (project: Project, retried: RetriedLines, since: number): RetriedLines => ({
  ...retried,
  better: betterRetries(project.db, since),
});
