// State that all rules in a run share: the service, the voices, and earlier responses.
import { BATCH_ENGINE } from '@lectern/tts-protocol';
import { Client, type Reply } from './http/client.ts';
import type { Fields } from './json.ts';
import type { SuiteOptions } from './options.ts';
import { BatchClient } from './requests/batches.ts';
import { type Cast, chooseCast, requestVoices } from './requests/cast.ts';
import { SpeechClient } from './requests/speech.ts';

/** A text that takes about a second to speak. */
const SHORT_TEXT = 'Yes, of course.';

export class Context {
  readonly options: SuiteOptions;
  readonly client: Client;
  readonly batches: BatchClient;
  readonly speech: SpeechClient;
  /** The time of the last stream request, by `performance.now()`. */
  streamedAtMs: number | undefined;
  readonly #made = new Map<string, Promise<unknown>>();

  readonly #turns = new Map<string, Promise<void>>();

  constructor(options: SuiteOptions) {
    this.options = options;
    this.client = new Client(options.baseUrl, options);
    this.batches = new BatchClient(this.client, options.timeoutSeconds);
    this.speech = new SpeechClient(this.batches, this.client);
  }

  /** Returns a value that several rules share. It is computed only once. */
  once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.#made.get(name);
    // Only one caller uses each name, so the value always has that caller's type.
    if (known) return known as Promise<T>;
    const made = make();
    this.#made.set(name, made);
    return made;
  }

  /**
   * Runs functions with the same name one after another, so that rules that count the same requests don't interfere.
   */
  runInOrder(name: string, run: () => Promise<void>): Promise<void> {
    const turn = (this.#turns.get(name) ?? Promise.resolve()).catch(() => undefined).then(run);
    this.#turns.set(name, turn);
    return turn;
  }

  listing(): Promise<Reply> {
    return this.once('listing', () => requestVoices(this.client));
  }

  cast(): Promise<Cast> {
    return this.once('cast', async () => {
      const { voice, voice2 } = this.options;
      return chooseCast(await this.listing(), { voice, voice2 });
    });
  }

  /** Returns a valid child job with a short text and the first voice, with the given changes applied. */
  async job(given: Fields = {}): Promise<Fields> {
    const { first } = await this.cast();
    return { voice_engine: BATCH_ENGINE, text: SHORT_TEXT, voice: first, ...given };
  }
}
