// What an order comes to: which lines it sends, with which seeds, and whether price and caps let it. Sends nothing.

import type { RunScope } from '../../../shared/ipc/production-requests.ts';
import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { type Price, priceOf } from '../../../shared/model/spending.ts';
import { refuse } from '../bridge/request-error.ts';
import type { Random } from '../ports.ts';
import { retakeOf, SEEDS } from '../production/retake.ts';
import { charactersOrdered } from '../production/run-order.ts';
import { describeCap } from '../production/send-allowance.ts';
import type { BatchTerms } from '../project/journal/journal.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { RetakeOrder } from '../project/journal/ordered-retakes.ts';
import { type RemainingBudget, remainingBudget } from '../project/spending/remaining-budget.ts';
import type { ReaderThread } from './reader-thread.ts';
import { optionsOf, type PlannedProject, planOf } from './run-plan.ts';

/** What a connection charges, whom it tells of batches, and what becomes of what is in doubt. */
export interface ConnectionTerms {
  readonly price: Price | null;
  readonly webhookUrl: string | null;
  readonly inDoubtPolicy: InDoubtPolicy;
}

export interface RunOrdersParts extends PlannedProject {
  readonly reader: Pick<ReaderThread, 'ask'>;
  readonly random: Random;
  /** What holds with the connection in use. */
  readonly terms: () => ConnectionTerms;
}

/** What is to be sent, and how many lines a cap keeps back. */
export interface OrderPlan {
  readonly send: readonly OrderedLine[];
  readonly overCap: number;
}

/** A line that is rendered again, and the seeds of its takes: the first one is the line's own. */
export interface DrawnRetakes {
  readonly line: OrderedLine;
  readonly seeds: readonly number[];
}

export class RunOrders {
  readonly #parts: RunOrdersParts;

  constructor(parts: RunOrdersParts) {
    this.#parts = parts;
  }

  get inDoubtPolicy(): InDoubtPolicy {
    return this.#parts.terms().inDoubtPolicy;
  }

  /** Terms of a batch that is sent now: a run may have its own webhook address, or none. */
  termsOf(runId: number): BatchTerms {
    const { price, webhookUrl } = this.#parts.terms();
    const own = optionsOf(this.#parts.journal, runId).webhookUrl;
    return { price, webhookUrl: own === undefined ? webhookUrl : own };
  }

  /**
   * Plans an order. Another thread plans a whole script, but its plan counts only if nothing was sent while it was made:
   * a line sent after it was planned would be paid for twice. Callers must order the lines without another await.
   *
   * @param quiet null while lines leave or are awaited; else a number that is another one once some did
   * @throws ProjectError; RequestError `no-project` if the project is closed before the plan is made
   */
  async plan(scope: RunScope, quiet: () => number | null): Promise<OrderPlan> {
    const { reader, terms } = this.#parts;
    const { price } = terms();
    const before = quiet();
    if (scope.lineIds === undefined && before !== null) {
      const { lineIds, characters, overCap } = await reader.ask('toSend', { scope, price });
      const send = lineIds.map((lineId, at) => ({ lineId, characters: characters[at] ?? 0 }));
      if (quiet() === before) return { send, overCap };
    }
    const { send, overCap } = planOf(this.#parts, { scope, price }, true);
    return { send, overCap: overCap.length };
  }

  /** What is sent of lines that are ordered once more. @throws ProjectError */
  planAgain(lineIds: readonly number[]): OrderPlan {
    const scope = { lineIds: [...lineIds], replaceApproved: true, renderMissing: true };
    const { send, overCap } = planOf(this.#parts, { scope, price: this.#parts.terms().price }, true);
    return { send, overCap: overCap.length };
  }

  /**
   * Draws the seeds of new takes.
   *
   * @param takes how many of each line
   * @throws RequestError `invalid` where the producer pinned the seed or the line can't be rendered
   */
  drawRetakes(lineIds: readonly number[], takes: number): DrawnRetakes[] {
    return lineIds.map((lineId) => this.#drawFor(lineId, takes));
  }

  #drawFor(lineId: number, takes: number): DrawnRetakes {
    const { project, random } = this.#parts;
    const built = project.lines.requestOf(lineId);
    if (!built.ok) refuse({ kind: 'invalid', field: 'line', reason: built.problem.kind });
    if (built.seedPinned) refuse({ kind: 'invalid', field: 'seed', reason: 'pinned' });
    const drawn = new Set<number>();
    while (drawn.size < takes) drawn.add(Math.floor(random.next() * SEEDS));
    const [retakeSeed = 0, ...further] = drawn;
    const renderable = retakeOf(project, lineId, retakeSeed);
    if (!renderable) refuse({ kind: 'invalid', field: 'line', reason: 'blocked' });
    const { characters } = renderable;
    return { line: { lineId, characters, retakeSeed, furtherTakes: further.length }, seeds: [...drawn] };
  }

  /** The first of some lines, as far as the caps let them: a short line further on does not slip through. */
  affordable(lines: readonly OrderedLine[], run: RunRecord | null): readonly OrderedLine[] {
    let left = this.#remaining(run).characters ?? Number.POSITIVE_INFINITY;
    const beyond = lines.findIndex((line) => {
      left -= charactersOrdered(line);
      return left < 0;
    });
    return beyond === -1 ? lines : lines.slice(0, beyond);
  }

  /** What costs more than the producer spends unasked is not ordered. @throws RequestError */
  refuseDear(lines: readonly OrderedLine[]): void {
    const { confirmPrice } = this.#parts.project.settings();
    const { price } = this.#parts.terms();
    if (confirmPrice === null || price === null) return;
    const characters = lines.reduce((sum, line) => sum + charactersOrdered(line), 0);
    if (priceOf(characters, price) > confirmPrice) refuse({ kind: 'invalid', field: 'price', reason: 'unconfirmed' });
  }

  /** Which cap keeps a run's lines back, in a sentence. */
  whyCapped(run: RunRecord | null): string {
    return describeCap(this.#remaining(run).by ?? 'characters');
  }

  /** What may still be sent in a run, by its own cap and the project's; null: in none yet. */
  #remaining(run: RunRecord | null): RemainingBudget {
    return remainingBudget(this.#parts.project.db, this.#parts.terms().price, run?.id ?? null);
  }
}

/** Puts new takes behind those of the same lines that wait already: these are not given up for them. */
export function behindWaiting(
  drawn: readonly DrawnRetakes[],
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
