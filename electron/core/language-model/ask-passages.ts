// Answers are cached immediately, so that nothing is paid for twice, even after a crash.

import {
  checkAnswers,
  countTokens,
  type KnownSpeakers,
  type ModelAnswer,
  type ModelPassage,
  messagesFor,
  readAnswers,
} from '@lectern/manuscript/speakers';
import type {
  ModelPlan,
  ModelProgress,
  ModelReport,
  ModelTerms,
  ModelTokens,
} from '../../../shared/model/language-model.ts';
import type { ModelFailure } from '../../../shared/model/problems/model-failure.ts';
import type { ModelSpeaker } from '../../../shared/model/speaker-choices.ts';
import type { Clock, Random } from '../ports.ts';
import type { AnswerStore } from './answer-cache.ts';
import type { ChatClient } from './chat-client.ts';
import { ModelError } from './model-error.ts';
import { addTokens, costOf, maxAnswerTokens, NO_TOKENS } from './request-cost.ts';

export interface AttributionPlan {
  readonly passages: readonly ModelPassage[];
  readonly kept: ReadonlyMap<ModelPassage, readonly ModelAnswer[]>;
  readonly figures: Pick<
    ModelPlan,
    'quotations' | 'requests' | 'answered' | 'characters' | 'tokens' | 'cost' | 'currency' | 'mostCost'
  >;
}

export async function planAttribution(
  passages: readonly ModelPassage[],
  cache: AnswerStore,
  terms: ModelTerms,
): Promise<AttributionPlan> {
  const kept = new Map<ModelPassage, readonly ModelAnswer[]>();
  for (const passage of passages) {
    const answers = await cache.get(passage);
    if (answers !== null) kept.set(passage, answers);
  }
  const open = passages.filter((passage) => !kept.has(passage));
  const tokens = open.reduce((sum, passage) => addTokens(sum, countTokens(passage)), NO_TOKENS);
  const figures = {
    quotations: passages.reduce((sum, { ids }) => sum + ids.length, 0),
    requests: open.length,
    answered: kept.size,
    characters: open.reduce((sum, { characters }) => sum + characters, 0),
    tokens,
    cost: costOf(tokens, terms),
    currency: terms.currency,
    mostCost: terms.mostCost,
  };
  return { passages, kept, figures };
}

export interface AttributionOrder {
  readonly plan: AttributionPlan;
  readonly names: KnownSpeakers;
  readonly terms: ModelTerms;
  readonly client: ChatClient;
  readonly cache: AnswerStore;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ModelProgress) => void;
}

export interface AttributionOutcome {
  readonly told: Readonly<Record<string, ModelSpeaker>>;
  readonly report: ModelReport;
}

/** Sends the passages. Errors are returned in the report along with the answers received. */
export const attributePassages = (order: AttributionOrder): Promise<AttributionOutcome> =>
  new AttributionRun(order).run();

const MAX_TRIES = 4;
/** If the answer isn't valid JSON, the request is repeated only once, because each attempt is charged in full. */
const MAX_UNREADABLE_TRIES = 2;
const RETRY_WAIT = { firstMs: 1_000, longestMs: 30_000, firstRefusedMs: 5_000 } as const;
const MAX_FAILED = 3;

class AttributionRun {
  readonly #order: AttributionOrder;
  readonly #told: Record<string, ModelSpeaker> = {};
  readonly #queue: ModelPassage[];
  #pausedUntil = 0;
  #tokens: ModelTokens = NO_TOKENS;
  #reserved = 0;
  #isEstimated = false;
  #failure: ModelFailure | null = null;
  #joinSentences = 0;
  #end: ModelReport['end'] = 'done';
  #counts = { asked: 0, unusable: 0, sent: 0, done: 0, failed: 0 };

  constructor(order: AttributionOrder) {
    this.#order = order;
    const { passages, kept } = order.plan;
    this.#queue = passages.filter((passage) => !kept.has(passage));
  }

  async run(): Promise<AttributionOutcome> {
    const { plan, terms, signal } = this.#order;
    for (const [passage, answers] of plan.kept) this.#addAnswers(passage, answers);
    const all = this.#queue.length;
    this.#reportProgress();
    await Promise.all(Array.from({ length: Math.min(terms.requestsAtOnce, all) }, () => this.#work()));
    if (signal.aborted && this.#counts.done < all) this.#end = 'cancelled';
    const { asked, unusable, sent, failed } = this.#counts;
    const { quotations, currency } = plan.figures;
    return {
      told: this.#told,
      report: {
        end: this.#end,
        quotations,
        answered: Object.keys(this.#told).length,
        unusable,
        unasked: quotations - asked,
        sent,
        kept: plan.kept.size,
        failed,
        tokens: this.#tokens,
        isEstimated: this.#isEstimated,
        cost: costOf(this.#tokens, terms),
        currency,
        failure: this.#failure,
      },
    };
  }

  async #work(): Promise<void> {
    const { signal } = this.#order;
    while (this.#end === 'done' && !signal.aborted) {
      const passage = this.#queue[0];
      if (passage === undefined) return;
      if (!this.#fitsBudget(passage)) {
        // Requests in flight might cost less than reserved, so don't stop until there are none left.
        if (this.#reserved === 0) this.#end = 'capped';
        return;
      }
      this.#queue.shift();
      try {
        const answers = await this.#ask(passage);
        this.#joinSentences = 0;
        this.#addAnswers(passage, answers);
        this.#counts.done += 1;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof ModelError)) throw error;
        this.#recordFailure(error);
      }
      this.#reportProgress();
    }
  }

  #recordFailure(error: ModelError): void {
    this.#failure ??= error.failure;
    this.#counts.failed += 1;
    this.#counts.done += 1;
    this.#joinSentences += 1;
    if (error.isFinal || this.#joinSentences >= MAX_FAILED) this.#end = 'failed';
  }

  #maxCost(passage: ModelPassage): number {
    const { terms } = this.#order;
    return costOf({ input: countTokens(passage).input, output: maxAnswerTokens(passage, terms) }, terms) ?? 0;
  }

  #fitsBudget(passage: ModelPassage): boolean {
    const { terms } = this.#order;
    if (terms.mostCost === null) return true;
    return (costOf(this.#tokens, terms) ?? 0) + this.#reserved + this.#maxCost(passage) <= terms.mostCost;
  }

  async #ask(passage: ModelPassage): Promise<readonly ModelAnswer[]> {
    const { cache, clock, signal } = this.#order;
    for (let attempts = 1; ; attempts += 1) {
      await this.#pause();
      try {
        const answers = await this.#askOnce(passage);
        // Keep the answer even if it can't be cached, for example because the disk is full. The passage is then
        // requested again next time.
        await cache.put(passage, answers).catch(() => {});
        return answers;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof ModelError) || !error.isPassing) throw error;
        const most = error.failure.kind === 'unreadable' ? MAX_UNREADABLE_TRIES : MAX_TRIES;
        if (attempts >= most || !this.#fitsBudget(passage)) throw error;
        const wait = this.#waitMs(error, attempts);
        // A rate limit affects all requests, so pause every worker.
        if (error.failure.kind === 'rate-limited') this.#pausedUntil = Math.max(this.#pausedUntil, clock.now() + wait);
        else await clock.sleep(wait, signal);
      }
    }
  }

  #waitMs({ failure, call }: ModelError, attempts: number): number {
    if (call.retryAfterMs !== undefined) return call.retryAfterMs;
    const first = failure.kind === 'rate-limited' ? RETRY_WAIT.firstRefusedMs : RETRY_WAIT.firstMs;
    const full = Math.min(first * 2 ** (attempts - 1), RETRY_WAIT.longestMs);
    return full / 2 + (full / 2) * this.#order.random.next();
  }

  async #pause(): Promise<void> {
    const { clock, signal } = this.#order;
    for (let left = this.#pausedUntil - clock.now(); left > 0; left = this.#pausedUntil - clock.now()) {
      this.#reportProgress(left);
      await clock.sleep(left, signal);
    }
  }

  async #askOnce(passage: ModelPassage): Promise<readonly ModelAnswer[]> {
    const { client, terms, signal } = this.#order;
    const worst = this.#maxCost(passage);
    this.#reserved += worst;
    this.#counts.sent += 1;
    const reply = await client
      .ask(messagesFor(passage), maxAnswerTokens(passage, terms), signal)
      .catch((error: unknown) => {
        // A cancelled request might have reached the server.
        this.#spend(error instanceof ModelError ? error.call.used : 'unknown', passage);
        throw error;
      })
      .finally(() => {
        this.#reserved -= worst;
      });
    this.#spend(reply.usage ?? 'unknown', passage);
    const answers = readAnswers(reply.content);
    if (answers !== null) return answers;
    throw new ModelError({ kind: 'unreadable', status: 200, message: null, origin: client.origin });
  }

  /** If the usage is unknown, the estimate is used, so that the budget is still enforced. */
  #spend(used: ModelTokens | 'unknown' | undefined, passage: ModelPassage): void {
    if (used === undefined) return;
    if (used === 'unknown') this.#isEstimated = true;
    this.#tokens = addTokens(this.#tokens, used === 'unknown' ? countTokens(passage) : used);
  }

  #addAnswers(passage: ModelPassage, answers: readonly ModelAnswer[]): void {
    const checked = checkAnswers(answers, passage, this.#order.names);
    Object.assign(this.#told, checked.told);
    this.#counts.asked += passage.ids.length;
    this.#counts.unusable += checked.unusable;
  }

  #reportProgress(waitingMs: number | null = null): void {
    const { plan, terms, onProgress } = this.#order;
    onProgress({
      done: this.#counts.done,
      requests: plan.figures.requests,
      tokens: this.#tokens,
      cost: costOf(this.#tokens, terms),
      currency: terms.currency,
      waitingMs: waitingMs === null ? null : Math.ceil(waitingMs),
    });
  }
}
