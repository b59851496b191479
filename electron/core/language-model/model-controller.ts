// The language model at work for the window: one thing at a time, which can be called off.

import { quotationsOf } from '@lectern/manuscript/speakers';
import type { ReplyOf } from '../../../shared/ipc/contract.ts';
import type { ImportChoices } from '../../../shared/model/import-choices.ts';
import { createNodeTransport } from '../api/node-transport.ts';
import type { Emit } from '../bridge/handler-types.ts';
import { RequestError } from '../bridge/request-error.ts';
import type { Clock, HttpTransport, Random } from '../ports.ts';
import type { ImportController } from '../session/import-controller.ts';
import { NOTHING_KEPT } from './answer-cache.ts';
import { ChatClient } from './chat-client.ts';
import { askedIds, BookAsking } from './model-asking.ts';
import { ModelError } from './model-error.ts';
import type { ModelSettings } from './model-settings.ts';

interface ModelControllerParts {
  readonly settings: ModelSettings;
  /** The scripts that were read. */
  readonly imports: Pick<ImportController, 'quotations'>;
  readonly emit: Emit;
  /** Lectern's own folder. */
  readonly home: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'next'>;
}

/** What is under way. */
interface ModelWork {
  readonly cancelling: AbortController;
  /** Settles once nothing is sent any more; never fails. */
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

  /** The models that the server has. @throws ModelError; RequestError `cancelled` */
  names(): Promise<string[]> {
    return this.#alone(async (signal, transport) => {
      const { model } = await this.settings.inUse();
      return new ChatClient(model, { transport, clock: this.#parts.clock }).models(signal);
    });
  }

  /** Who speaks in a few words of the producer's. @throws ModelError; RequestError `cancelled` */
  try(text: string): Promise<ReplyOf<'model.try'>> {
    return this.#alone(async (signal, transport) => {
      const { clock } = this.#parts;
      const { model, hasConsent } = await this.settings.inUse();
      const book = quotationsOf(text);
      const asking = await BookAsking.open(book, askedIds(book, 'all'), model, this.#ports(transport), NOTHING_KEPT);
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

  /** What asking about the doubtful quotations of a script would send. @throws ModelError; as reading the script does */
  async plan(importId: string, choices: ImportChoices): Promise<ReplyOf<'model.plan'>> {
    // Nothing is sent by it.
    const transport = createNodeTransport();
    try {
      const { asking, hasConsent } = await this.#open(importId, choices, transport);
      return { ...asking.plan(), hasConsent };
    } finally {
      transport.close();
    }
  }

  /**
   * Asks about the doubtful quotations of a script.
   *
   * @param origin of the server that the producer was told of
   * @returns what was answered; when it was called off, what came until then
   * @throws ModelError `no-consent` and what else is found before anything is sent
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

  /** Calls off what is asked. Resolves once nothing is sent any more. */
  async cancel(): Promise<void> {
    const asking = this.#asking;
    asking?.cancelling.abort(new RequestError({ kind: 'cancelled' }));
    await asking?.ended;
  }

  async #open(importId: string, choices: ImportChoices, transport: HttpTransport) {
    const { model, hasConsent } = await this.settings.inUse();
    const { speakers } = choices;
    // What was answered before is weighed afterwards: the rules are asked for what they find by themselves.
    const book = await this.#parts.imports.quotations(importId, {
      ...choices,
      speakers: speakers && { ...speakers, told: undefined },
    });
    const asked = askedIds(book, 'doubtful', speakers);
    return { asking: await BookAsking.open(book, asked, model, this.#ports(transport)), hasConsent };
  }

  #ports(transport: HttpTransport) {
    const { home, clock, random } = this.#parts;
    return { dataFolder: home, clock, random, transport };
  }

  /** Does something once what is under way has been called off. */
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
