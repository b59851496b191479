// Renders lines again with other seeds, in a run that “lectern resume” can continue.
import type { NotRetried } from '../../shared/model/proofed-take.ts';
import type { OrderedLine } from '../../shared/model/run.ts';
import type { Price } from '../../shared/model/spending.ts';
import { SEED_COUNT } from '../core/production/retake.ts';
import type { ServiceLink } from '../core/production/service-link.ts';
import type { Journal } from '../core/project/journal/journal.ts';
import { recordRetakes } from '../core/project/journal/ordered-retakes.ts';
import type { Project } from '../core/project/project.ts';
import { systemClock, systemRandom } from '../core/system.ts';
import { LineNames } from './line-names.ts';
import type { CommandOutput } from './output.ts';
import { renderLines } from './produce.ts';

export interface RenderedAgain {
  readonly rendered: number;
  readonly characters: number;
  readonly failed: number;
  readonly complete: boolean;
}

export type LineToRenderAgain = OrderedLine & { readonly retakeSeed: number };

interface RenderAgainOptions {
  readonly project: Project;
  readonly journal: Journal;
  readonly connection: ServiceLink;
  readonly price: Price | null;
  readonly lineIds: readonly number[];
  readonly maxCharacters: number;
  readonly output: CommandOutput;
  readonly signal: AbortSignal;
  /** Stores what belongs to the order, in the same transaction as the order itself. */
  readonly record: (lines: readonly LineToRenderAgain[]) => void;
}

/** @throws ProjectError */
export async function renderAgain(options: RenderAgainOptions): Promise<RenderedAgain> {
  const { project, journal, connection, price, lineIds, maxCharacters, output, signal, record } = options;
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
    { project, journal, connection, output, runId, price, maxCharacters, retryFailed: 0, resubmitInDoubt: false },
    { lines, total: lines.length },
    new LineNames(project.lines.states()),
    signal,
  );
  const isComplete = outcome.failed.size === 0 && outcome.unfinished.size === 0 && !outcome.interrupted;
  const complete = isComplete && outcome.stopped === null;
  if (complete) journal.finishRun(runId, 'done', systemClock.now());
  return { rendered: outcome.rendered.length, characters: outcome.characters, failed: outcome.failed.size, complete };
}

export interface AgainPlan {
  readonly lineIds: readonly number[];
  readonly characters: number;
  readonly excluded: readonly { readonly lineId: number; readonly reason: NotRetried }[];
}

/**
 * Chooses the lines that can be rendered again within the limits, in the given order.
 * @param remaining characters that the project's caps allow; null if unlimited
 */
export function planAgain(
  { lines }: Pick<Project, 'lines'>,
  wanted: readonly number[],
  maxCharacters: number,
  remaining: number | null,
): AgainPlan {
  const lineIds: number[] = [];
  const excluded: { lineId: number; reason: NotRetried }[] = [];
  let characters = 0;
  for (const lineId of new Set(wanted)) {
    const built = lines.requestOf(lineId);
    const needed = characters + (built.ok ? built.characters : 0);
    const reason = !built.ok
      ? 'blocked'
      : built.seedPinned
        ? 'pinned'
        : needed > maxCharacters
          ? 'over-limit'
          : remaining !== null && needed > remaining
            ? 'over-cap'
            : null;
    if (reason !== null) excluded.push({ lineId, reason });
    else {
      lineIds.push(lineId);
      characters = needed;
    }
  }
  return { lineIds, characters, excluded };
}
