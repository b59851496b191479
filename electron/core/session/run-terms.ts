// What a run is sent under: what the connection charges, whom it tells, how far the caps let it go.

import type { InDoubtPolicy } from '../../../shared/model/connection.ts';
import type { OrderedLine } from '../../../shared/model/run.ts';
import { type Price, priceOf } from '../../../shared/model/spending.ts';
import { refuse } from '../bridge/request-error.ts';
import { charactersOrdered } from '../production/run-order.ts';
import { describeCap } from '../production/send-allowance.ts';
import type { BatchTerms } from '../project/journal/batch-terms.ts';
import type { RunRecord } from '../project/journal/journal-reports.ts';
import type { Project } from '../project/project.ts';
import type { RunPlanner } from './run-planner.ts';

/** What a connection charges, whom it tells of batches, and what becomes of what is in doubt. */
export interface ConnectionTerms {
  readonly price: Price | null;
  readonly webhookUrl: string | null;
  readonly inDoubtPolicy: InDoubtPolicy;
}

export interface RunTermsParts {
  readonly project: Project;
  readonly planner: RunPlanner;
  /** What holds with the connection in use. */
  readonly terms: () => ConnectionTerms;
}

export class RunTerms {
  readonly #parts: RunTermsParts;

  constructor(parts: RunTermsParts) {
    this.#parts = parts;
  }

  get price(): Price | null {
    return this.#parts.terms().price;
  }

  get inDoubtPolicy(): InDoubtPolicy {
    return this.#parts.terms().inDoubtPolicy;
  }

  /** Terms of a batch that is sent now: a run may have its own webhook address, or none. */
  of(runId: number): BatchTerms {
    const { price, webhookUrl } = this.#parts.terms();
    const own = this.#parts.planner.optionsOf(runId).webhookUrl;
    return { price, webhookUrl: own === undefined ? webhookUrl : own };
  }

  /** The first of some lines, as far as the caps let them. */
  affordable(lines: readonly OrderedLine[], run: RunRecord | null): readonly OrderedLine[] {
    return this.#parts.planner.affordable(lines, run, this.price);
  }

  /** What costs more than the producer spends unasked is not ordered. @throws RequestError */
  refuseDear(lines: readonly OrderedLine[]): void {
    const { confirmPrice } = this.#parts.project.settings();
    const { price } = this;
    if (confirmPrice === null || price === null) return;
    const characters = lines.reduce((sum, line) => sum + charactersOrdered(line), 0);
    if (priceOf(characters, price) > confirmPrice) refuse({ kind: 'invalid', field: 'price', reason: 'unconfirmed' });
  }

  /** Which cap keeps a run's lines back, in a sentence. */
  whyCapped(run: RunRecord | null): string {
    return describeCap(this.#parts.planner.room(run, this.price).by ?? 'characters');
  }
}
