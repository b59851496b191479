import { z } from 'zod';
import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { KnownConsents } from '../../../shared/model/consent.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { type CapKind, type Price, priceOf } from '../../../shared/model/spending.ts';
import { refuse } from '../bridge/request-error.ts';
import { checkNotWithdrawn } from '../export/voice-consents.ts';
import type { Random } from '../ports.ts';
import { retakeRequest, SEED_COUNT } from '../production/retake.ts';
import { type PlannedProject, planScope } from '../production/run-plan.ts';
import type { ServiceLink } from '../production/service-link.ts';
import type { BatchTerms } from '../project/journal/journal.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { RetakeOrder } from '../project/journal/ordered-retakes.ts';
import { type RemainingBudget, remainingBudget } from '../project/spending/remaining-budget.ts';
import { bannedBy } from './plan-preview.ts';
import type { ReaderThread } from './reader-thread.ts';

export interface ConnectionTerms {
  readonly price: Price | null;
  readonly webhookUrl: string | null;
  readonly inDoubtPolicy: InDoubtPolicy;
}

const runOptionsSchema = z.object({
  retryFailed: z.number().nullish().default(null),
  /** If undefined, the connection's webhook address is used. Null means no webhook. */
  webhookUrl: z.string().nullable().optional(),
});
type RunOptions = z.infer<typeof runOptionsSchema>;

export interface RunPlannerParts extends PlannedProject {
  readonly reader: Pick<ReaderThread, 'query'>;
  readonly random: Random;
  readonly terms: () => ConnectionTerms;
}

/** Read before planning, because nothing may be awaited between planning and ordering the lines. */
export interface SendTerms {
  readonly link: ServiceLink;
  readonly consents: KnownConsents;
}

export interface OrderPlan {
  readonly send: readonly OrderedLine[];
  readonly overCap: number;
}

/** The first seed is the line's own. */
export interface PlannedRetakes {
  readonly line: OrderedLine;
  readonly seeds: readonly number[];
}

export class RunPlanner {
  readonly #parts: RunPlannerParts;

  constructor(parts: RunPlannerParts) {
    this.#parts = parts;
  }

  get inDoubtPolicy(): InDoubtPolicy {
    return this.#parts.terms().inDoubtPolicy;
  }

  retriesOf(runId: number): number {
    return this.#optionsOf(runId).retryFailed ?? 0;
  }

  /** A run can have its own webhook address, or none. */
  termsOf(runId: number): BatchTerms {
    const { price, webhookUrl } = this.#parts.terms();
    const own = this.#optionsOf(runId).webhookUrl;
    return { price, webhookUrl: own === undefined ? webhookUrl : own };
  }

  #optionsOf(runId: number): RunOptions {
    return runOptionsSchema.safeParse(this.#parts.journal.optionsOf(runId) ?? {}).data ?? { retryFailed: null };
  }

  /**
   * Discards a plan made in the thread if anything has been sent since, to avoid charging lines twice. Callers must
   * order the lines without another await. `quiet` is null while the run is active; otherwise, its value changes after
   * any activity.
   * @throws ProjectError; RequestError `no-project` if the project is closed first
   */
  async plan(scope: RunScope, quiet: () => number | null): Promise<OrderPlan> {
    const { reader, terms } = this.#parts;
    const { price } = terms();
    const before = quiet();
    if (scope.lineIds === undefined && before !== null) {
      const { lineIds, characters, overCap } = await reader.query('toSend', { scope, price });
      const send = lineIds.map((lineId, at) => ({ lineId, characters: characters[at] ?? 0 }));
      if (quiet() === before) return { send, overCap };
    }
    const { send, overCap } = planScope(this.#parts, { scope, price }, true);
    return { send, overCap: overCap.length };
  }

  /** @throws ProjectError */
  replan(lineIds: readonly number[]): OrderPlan {
    const scope = { lineIds: [...lineIds], replaceApproved: true, renderMissing: true };
    const { send, overCap } = planScope(this.#parts, { scope, price: this.#parts.terms().price }, true);
    return { send, overCap: overCap.length };
  }

  /** @throws RequestError `invalid` if a seed is pinned or a line can't be rendered */
  planRetakes(lineIds: readonly number[], takes: number): PlannedRetakes[] {
    return lineIds.map((lineId) => this.#planRetakesOf(lineId, takes));
  }

  #planRetakesOf(lineId: number, takes: number): PlannedRetakes {
    const { project, random } = this.#parts;
    const built = project.lines.requestOf(lineId);
    if (!built.ok) refuse({ kind: 'invalid', field: 'line', reason: built.problem.kind });
    if (built.seedPinned) refuse({ kind: 'invalid', field: 'seed', reason: 'pinned' });
    const drawn = new Set<number>();
    while (drawn.size < takes) drawn.add(Math.floor(random.next() * SEED_COUNT));
    const [retakeSeed = 0, ...further] = drawn;
    const renderable = retakeRequest(project, lineId, retakeSeed);
    if (!renderable) refuse({ kind: 'invalid', field: 'line', reason: 'blocked' });
    const { characters } = renderable;
    return { line: { lineId, characters, retakeSeed, furtherTakes: further.length }, seeds: [...drawn] };
  }

  /** To preserve the order, later lines aren't included even if they are short enough. */
  affordable(lines: readonly OrderedLine[], run: RunRecord | null): readonly OrderedLine[] {
    let left = this.#remaining(run).characters ?? Number.POSITIVE_INFINITY;
    const beyond = lines.findIndex((line) => {
      left -= charactersOrdered(line);
      return left < 0;
    });
    return beyond === -1 ? lines : lines.slice(0, beyond);
  }

  /**
   * @throws RequestError if a planned target bans synthetic narration and hasn't authorised it; ConsentError if consent
   * to a voice was withdrawn
   */
  refuseForbidden(lines: readonly OrderedLine[], { link, consents }: SendTerms): void {
    if (lines.length === 0) return;
    const { project } = this.#parts;
    if (bannedBy(project).length > 0) refuse({ kind: 'invalid', field: 'target', reason: 'banned' });
    const lineIds = lines.map(({ lineId }) => lineId);
    checkNotWithdrawn(project, { ...link.identity, lineIds }, consents);
  }

  /** @throws RequestError if the price needs confirmation */
  refuseOverPrice(lines: readonly OrderedLine[]): void {
    const { confirmPrice } = this.#parts.project.settings();
    const { price } = this.#parts.terms();
    if (confirmPrice === null || price === null) return;
    const characters = lines.reduce((sum, line) => sum + charactersOrdered(line), 0);
    if (priceOf(characters, price) > confirmPrice) refuse({ kind: 'invalid', field: 'price', reason: 'unconfirmed' });
  }

  capOf(run: RunRecord | null): CapKind {
    return this.#remaining(run).by ?? 'characters';
  }

  /** Applies the run's and the project's caps. Null means that the run hasn't started. */
  #remaining(run: RunRecord | null): RemainingBudget {
    return remainingBudget(this.#parts.project.db, this.#parts.terms().price, run?.id ?? null);
  }
}

const charactersOrdered = ({ characters, furtherTakes = 0 }: OrderedLine): number => characters * (1 + furtherTakes);

/** Waiting takes of the same lines are kept, not replaced. */
export function queueAfterWaiting(
  drawn: readonly PlannedRetakes[],
  waiting: readonly OrderedLine[],
): { readonly leaving: readonly OrderedLine[]; readonly orders: readonly RetakeOrder[] } {
  const waitingOf = new Map(waiting.map((line) => [line.lineId, line]));
  const orders: RetakeOrder[] = [];
  const leaving = drawn.map(({ line, seeds }): OrderedLine => {
    const { retakeSeed: first = null, furtherTakes = 0 } = waitingOf.get(line.lineId) ?? {};
    orders.push({ lineId: line.lineId, seeds, joins: first });
    return first === null ? line : { ...line, retakeSeed: first, furtherTakes: furtherTakes + seeds.length };
  });
  return { leaving, orders };
}
