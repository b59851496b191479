// Renders lines again with other seeds, in a run that “lectern resume” can continue.
import type { ExportTargetId } from '../../shared/model/export/export-target.ts';
import type { OrderedLine } from '../../shared/model/run.ts';
import { SEED_COUNT } from '../core/production/retake.ts';
import { Journal } from '../core/project/journal/journal.ts';
import { recordRetakes } from '../core/project/journal/ordered-retakes.ts';
import type { Project } from '../core/project/project.ts';
import type { RetakePlan } from '../core/project/proof/retries.ts';
import { remainingBudget } from '../core/project/spending/remaining-budget.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { connect, connectionChoice, knownPrice } from './connection.ts';
import { checkAuthorised } from './disclosure.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { renderLines } from './produce.ts';
import { checkConnection, checkCopy, recover } from './project-access.ts';
import { t } from './words.ts';

export interface RenderedAgain {
  readonly rendered: number;
  readonly characters: number;
  readonly failed: number;
  readonly complete: boolean;
}

type LineToRenderAgain = OrderedLine & { readonly retakeSeed: number };

interface RenderAgainOptions<P extends RetakePlan> {
  readonly project: Project;
  readonly baseUrl?: string | undefined;
  readonly maxCharacters: number;
  readonly authorised?: readonly ExportTargetId[] | undefined;
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  /** @param remaining characters that the project's caps allow; null if unlimited */
  readonly plan: (remaining: number | null) => P;
  /** Stores related data in the same transaction as the order. Also called if no lines are ordered. */
  readonly record: (lines: readonly LineToRenderAgain[]) => void;
}

const NOTHING: RenderedAgain = { rendered: 0, characters: 0, failed: 0, complete: true };

/**
 * Connects to the project's service and renders the planned lines again.
 * @throws CliError 2; ProjectError
 */
export async function renderAgain<P extends RetakePlan>(
  options: RenderAgainOptions<P>,
): Promise<{ readonly plan: P; readonly rendered: RenderedAgain }> {
  const { project, baseUrl, output, maxCharacters } = options;
  const connection = await connect(connectionChoice(baseUrl, process.env), output);
  try {
    const journal = new Journal(project.db);
    checkConnection(project, connection.identity, output);
    recover(project, journal, output);
    const price = await knownPrice(connection.identity);
    const plan = options.plan(remainingBudget(project.db, price, null).characters);
    if (plan.lineIds.length === 0) {
      options.record([]);
      return { plan, rendered: NOTHING };
    }
    checkCopy(project, plan.lineIds.length, false, output);
    const { targets } = project.settings();
    checkAuthorised(project, { targets, authorised: options.authorised, isSynthetic: true });
    output.note(t('proof.retrying', { lines: plan.lineIds.length, characters: plan.characters }));
    const run = { project, journal, connection, output, price, maxCharacters };
    return { plan, rendered: await runRetakes(plan.lineIds, run, options) };
  } finally {
    await connection.close();
  }
}

async function runRetakes(
  lineIds: readonly number[],
  run: Omit<Parameters<typeof renderLines>[0], 'runId' | 'retryFailed' | 'resubmitInDoubt'>,
  { record, signal }: Pick<RenderAgainOptions<RetakePlan>, 'record' | 'signal'>,
): Promise<RenderedAgain> {
  const { project, journal, maxCharacters } = run;
  const lines = lineIds.map((lineId): LineToRenderAgain => {
    const built = project.lines.requestOf(lineId);
    const retakeSeed = Math.floor(systemRandom.next() * SEED_COUNT);
    return { lineId, characters: built.ok ? built.characters : 0, retakeSeed };
  });
  const runId = project.db.durably(() => {
    const id = journal.createRun(lineIds, { maxCharacters }, systemClock.now());
    const orders = lines.map(({ lineId, retakeSeed }) => ({ lineId, seeds: [retakeSeed], joins: null }));
    recordRetakes(project.db, id, orders);
    record(lines);
    return id;
  });
  const outcome = await renderLines(
    { ...run, runId, retryFailed: 0, resubmitInDoubt: false },
    { lines, total: lines.length },
    new LineNames(project.lines.states()),
    signal,
  );
  const isComplete = outcome.failed.size === 0 && outcome.unfinished.size === 0 && !outcome.interrupted;
  const complete = isComplete && outcome.stopped === null;
  if (complete) journal.finishRun(runId, 'done', systemClock.now());
  return { rendered: outcome.rendered.length, characters: outcome.characters, failed: outcome.failed.size, complete };
}
