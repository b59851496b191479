// Renders streams and samples with voices that only workers have. Nodes can't reach workers, so this orders a job, which isn't
// listed or counted as one, and passes its audio on.
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { engineSchema } from '@lectern/tts-protocol';
import { type MonotonicClock, SYSTEM_CLOCK } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { Intake } from '../jobs/intake.ts';
import type { FinishedJob, StoredInput, StoredJob } from '../ports/jobs.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { ProgressSource } from '../ports/progress.ts';
import type { RenderOrder, SpokenInput, StreamOrder } from '../rendering/stream-order.ts';
import { type FinishedFile, SpeechError } from '../speech/speech-engine.ts';
import type { PostgresJobStore } from './postgres-job-store.ts';

/** How long a job can wait for a worker, in milliseconds. */
const START_MS = 60_000;
const NOT_STARTED = 'No worker was available for this voice: try again later.';
const GIVEN_UP = 'The client disconnected before a worker was available.';

export interface RemoteRendererOptions {
  readonly intake: Pick<Intake, 'acceptSingle'>;
  readonly store: Pick<PostgresJobStore, 'withdraw'>;
  readonly progress: ProgressSource;
  readonly objects: Pick<ObjectStore, 'open' | 'remove'>;
  readonly clock?: MonotonicClock;
}

/** Returns the input from which a worker creates the same order, whatever the defaults of the requested engine are. */
function jobInput({ request, format, quality, sampleRate }: StreamOrder, input: SpokenInput): StoredInput {
  const { speed, temperature, language } = request;
  const engine = engineSchema.safeParse(input.voice_engine);
  return {
    ...input,
    ...{ voice_engine: engine.data ?? DECISIONS.engine, output_format: format, quality, speed, temperature },
    ...(sampleRate !== undefined && { sample_rate: sampleRate }),
    ...(language !== undefined && { language }),
  };
}

export class RemoteRenderer {
  readonly #options: RemoteRendererOptions;

  constructor(options: RemoteRendererOptions) {
    this.#options = options;
  }

  /** Renders a file. @throws SpeechError; StoreUnavailableError; PostgreSQL errors */
  async render(order: RenderOrder, signal: AbortSignal): Promise<FinishedFile> {
    const { path } = order;
    const part = `${path}.part`;
    const { file, duration, size } = await this.#finish(order, signal);
    try {
      await pipeline(await this.#read(file), createWriteStream(part, { mode: 0o600 }), { signal });
      await rename(part, path);
    } finally {
      await rm(part, { force: true });
      await this.#options.objects.remove(file);
    }
    return { duration, size };
  }

  /** Streams audio once all of it has been rendered. @throws as `render` does */
  async *stream(order: StreamOrder, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const { file } = await this.#finish(order, signal);
    try {
      yield* await this.#read(file);
    } finally {
      await this.#options.objects.remove(file);
    }
  }

  async #read(file: string): Promise<Readable> {
    const object = await this.#options.objects.open(file);
    if (object === undefined) throw new SpeechError('The audio is no longer available.');
    return object.read(0, object.size - 1);
  }

  /** Orders a job, and waits until it has ended. If the signal is aborted, the job is only rendered if it has started. */
  async #finish(order: StreamOrder, signal: AbortSignal): Promise<FinishedJob> {
    const { source } = order;
    if (source === undefined) throw new Error('Orders for workers must have a source.');
    const input = jobInput(order, source.input);
    const { job } = await this.#options.intake.acceptSingle(source.userId, 'stream', { input, order });
    const ended = new AbortController();
    try {
      const { file, duration, size, error } = await Promise.race([
        this.#untilEnded(job.id, AbortSignal.any([signal, ended.signal])),
        this.#untilLate(job.id, ended.signal),
      ]);
      if (file === null || duration === null || size === null) throw new SpeechError(error ?? 'The audio is missing.');
      return { file, duration, size };
    } catch (error) {
      if (signal.aborted) await this.#withdraw(job.id, GIVEN_UP).catch(() => {});
      throw error;
    } finally {
      ended.abort();
    }
  }

  #withdraw(id: string, reason: string): Promise<boolean> {
    return this.#options.store.withdraw(id, reason, Date.now());
  }

  /** Throws if the job hasn't started in time; otherwise, never returns. */
  async #untilLate(id: string, signal: AbortSignal): Promise<never> {
    await (this.#options.clock ?? SYSTEM_CLOCK).sleep(START_MS, signal);
    if (await this.#withdraw(id, NOT_STARTED)) throw new SpeechError(NOT_STARTED);
    return new Promise(() => {});
  }

  #untilEnded(id: string, signal: AbortSignal): Promise<StoredJob> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        watching.leave();
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = (): void => {
        leave();
        reject(signal.reason);
      };
      const onEnd = (job: StoredJob): void => {
        leave();
        resolve(job);
      };
      const watching = this.#options.progress.watch(id, { onProgress: () => {}, onEnd });
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort);
    });
  }
}
