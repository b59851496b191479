import { quotationsOf } from '@lectern/manuscript/speakers';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { createNodeTransport } from '../api/node-transport.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { RequestError } from '../bridge/request-error.ts';
import type { ImportController } from '../import/import-controller.ts';
import type { Clock, HttpTransport, Random } from '../ports.ts';
import { NO_CACHE } from './answer-cache.ts';
import { BookAttribution, quotationsToAsk } from './book-attribution.ts';
import { ChatClient } from './chat-client.ts';
import { ModelError } from './model-error.ts';
import type { ModelSettings } from './model-settings.ts';

interface ModelControllerParts {
  readonly settings: ModelSettings;
  readonly imports: Pick<ImportController, 'quotations'>;
  readonly emit: Emit;
  readonly home: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
}

interface ModelWork {
  readonly cancelling: AbortController;
  readonly ended: Promise<unknown>;
}

export class ModelController {
  readonly #parts: ModelControllerParts;
  #asking: ModelWork | null = null;

  constructor(parts: ModelControllerParts) {
    this.#parts = parts;
  }

  get settings(): ModelSettings {
    return this.#parts.settings;
  }

  names(): Promise<string[]> {
    return this.#alone(async (signal, transport) => {
      const { model } = await this.settings.inUse();
      return new ChatClient(model, { transport, clock: this.#parts.clock }).models(signal);
    });
  }

  try(text: string): Promise<ReplyOf<'model.try'>> {
    return this.#alone(async (signal, transport) => {
      const { clock } = this.#parts;
      const { model, hasConsent } = await this.settings.inUse();
      const book = quotationsOf(text);
      const asking = await BookAttribution.open(
        book,
        quotationsToAsk(book, 'all'),
        model,
        this.#ports(transport),
        NO_CACHE,
      );
      const startedAt = clock.now();
      const { told, report } = await asking.ask(hasConsent, signal, () => {});
      signal.throwIfAborted();
      if (report.failure) throw new ModelError(report.failure);
      const answers = book.quotations.flatMap(({ id, passage, start, end }) => {
        const answer = told[id];
        return answer ? [{ words: (book.passages[passage] ?? '').slice(start, end), speaker: answer.speaker }] : [];
      });
      return { answers, milliseconds: Math.max(0, Math.round(clock.now() - startedAt)), report: { ...report } };
    });
  }

  async plan(importId: string, choices: ImportChoices): Promise<ReplyOf<'model.plan'>> {
    // Only needed to construct the request; nothing is sent.
    const transport = createNodeTransport();
    try {
      const { asking, hasConsent } = await this.#open(importId, choices, transport);
      return { ...asking.plan(), hasConsent };
    } finally {
      transport.close();
    }
  }

  /**
   * Returns the answers or, after cancellation, the answers received so far.
   * @param origin the server shown to the producer
   */
  ask(importId: string, choices: ImportChoices, origin: string): Promise<ReplyOf<'model.ask'>> {
    return this.#alone(async (signal, transport) => {
      const { asking, hasConsent } = await this.#open(importId, choices, transport);
      if (asking.origin !== origin) {
        throw new ModelError({ kind: 'no-consent', status: null, message: null, origin: asking.origin });
      }
      const { told, report } = await asking.ask(hasConsent, signal, (progress) =>
        this.#parts.emit('model-progress', progress),
      );
      return { told: { ...told }, report: { ...report } };
    });
  }

  /** Cancels the current task. Resolves once nothing is being sent. */
  async cancel(): Promise<void> {
    const asking = this.#asking;
    asking?.cancelling.abort(new RequestError({ kind: 'cancelled' }));
    await asking?.ended;
  }

  async #open(importId: string, choices: ImportChoices, transport: HttpTransport) {
    const { model, hasConsent } = await this.settings.inUse();
    const { speakers } = choices;
    // Leave out earlier answers, so that the result contains only the rules' attributions. The answers are applied
    // afterwards.
    const book = await this.#parts.imports.quotations(importId, {
      ...choices,
      speakers: speakers && { ...speakers, told: undefined },
    });
    const asked = quotationsToAsk(book, 'doubtful', speakers);
    return { asking: await BookAttribution.open(book, asked, model, this.#ports(transport)), hasConsent };
  }

  #ports(transport: HttpTransport) {
    const { home, clock, random } = this.#parts;
    return { dataFolder: home, clock, random, transport };
  }

  async #alone<T>(work: (signal: AbortSignal, transport: HttpTransport) => Promise<T>): Promise<T> {
    while (this.#asking) await this.cancel();
    const cancelling = new AbortController();
    const transport = createNodeTransport();
    const running = work(cancelling.signal, transport).finally(() => {
      transport.close();
      this.#asking = null;
    });
    this.#asking = { cancelling, ended: running.catch(() => undefined) };
    return running;
  }
}
