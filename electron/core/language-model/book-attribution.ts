import type { QuotationsWithSpeakers } from '@lectern/manuscript/speakers';
import { KnownSpeakers, passagesToAsk } from '@lectern/manuscript/speakers';
import type { ModelPlan, ModelProgress, ModelTerms, QuotationScope } from '../../../shared/model/language-model.ts';
import type { SpeakerChoices } from '../../../shared/model/speaker-choices.ts';
import type { Clock, HttpTransport, Random } from '../ports.ts';
import { AnswerCache, type AnswerStore } from './answer-cache.ts';
import { type AttributionOutcome, type AttributionPlan, attributePassages, planAttribution } from './ask-passages.ts';
import { ChatClient } from './chat-client.ts';
import { isLocalAddress } from './model-address.ts';
import { ModelError } from './model-error.ts';

export interface ModelTarget {
  readonly baseUrl: URL;
  readonly model: string;
  readonly key: string;
  readonly terms: ModelTerms;
}

interface ModelPorts {
  readonly dataFolder: string;
  readonly transport: HttpTransport;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
}

/** Returns the quotations to ask about, excluding those with a manual decision or an earlier answer. */
export function quotationsToAsk(
  { quotations }: QuotationsWithSpeakers,
  scope: QuotationScope,
  choices?: SpeakerChoices,
): Set<string> {
  const isAsked = ({ id, isDoubtful, evidence }: QuotationsWithSpeakers['quotations'][number]) =>
    evidence !== 'mention' &&
    choices?.said[id] === undefined &&
    choices?.told?.[id] === undefined &&
    (isDoubtful || scope === 'all');
  return new Set(quotations.filter(isAsked).map(({ id }) => id));
}

export class BookAttribution {
  readonly #book: QuotationsWithSpeakers;
  readonly #model: ModelTarget;
  readonly #ports: ModelPorts;
  readonly #cache: AnswerStore;
  readonly #plan: AttributionPlan;

  private constructor(
    book: QuotationsWithSpeakers,
    model: ModelTarget,
    ports: ModelPorts,
    cache: AnswerStore,
    plan: AttributionPlan,
  ) {
    [this.#book, this.#model, this.#ports, this.#cache, this.#plan] = [book, model, ports, cache, plan];
  }

  /**
   * @param book as attributed by the rules, without a model's answers
   * @throws ModelError `no-model`
   */
  static async open(
    book: QuotationsWithSpeakers,
    asked: ReadonlySet<string>,
    model: ModelTarget,
    ports: ModelPorts,
    cache: AnswerStore = new AnswerCache(ports.dataFolder, model),
  ): Promise<BookAttribution> {
    const { origin } = model.baseUrl;
    if (model.model === '') throw new ModelError({ kind: 'no-model', status: null, message: null, origin });
    const passages = passagesToAsk(book, asked, model.terms.tokensPerRequest);
    return new BookAttribution(book, model, ports, cache, await planAttribution(passages, cache, model.terms));
  }

  get origin(): string {
    return this.#model.baseUrl.origin;
  }

  get isLocal(): boolean {
    return isLocalAddress(this.#model.baseUrl);
  }

  plan(): ModelPlan {
    const { origin, isLocal } = this;
    return { origin, model: this.#model.model, isLocal, ...this.#plan.figures };
  }

  /**
   * @param hasConsent whether parts of the book may be sent to this origin
   * @throws ModelError, in which case nothing was sent
   */
  async ask(
    hasConsent: boolean,
    signal: AbortSignal,
    onProgress: (progress: ModelProgress) => void,
  ): Promise<AttributionOutcome> {
    const { origin } = this;
    if (!this.isLocal && !hasConsent) {
      throw new ModelError({ kind: 'no-consent', status: null, message: null, origin });
    }
    const { transport, clock, random } = this.#ports;
    return attributePassages({
      plan: this.#plan,
      names: new KnownSpeakers(this.#book),
      terms: this.#model.terms,
      client: new ChatClient(this.#model, { transport, clock }),
      cache: this.#cache,
      clock,
      random,
      signal,
      onProgress,
    });
  }
}
