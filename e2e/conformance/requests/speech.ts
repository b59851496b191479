// Renders texts. Jobs requested at about the same time share a batch, and identical jobs are rendered only once.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Container, decodeSound, detectContainer } from '../audio/sound.ts';
import { type Frames, framesOf } from '../audio/spectrum.ts';
import type { Sound } from '../audio/wav.ts';
import type { Client } from '../http/client.ts';
import { at, type Fields, itemsAt, requireFields, textAt } from '../json.ts';
import { Broken, formatValue } from '../verdict.ts';
import type { BatchClient } from './batches.ts';

export interface RenderedSpeech {
  /** The child job in its final state. */
  readonly child: Fields;
  readonly bytes: Uint8Array;
  readonly container: Container;
  readonly sound: Sound;
}

interface QueuedJob {
  readonly job: Fields;
  readonly resolve: (child: Promise<Fields>) => void;
}

/** How long to collect jobs before sending a batch, in milliseconds. */
const COLLECT_MS = 60;
/** Maximum jobs per batch, low enough for the service to work on two batches at once. */
const MAX_JOBS = 25;

export class SpeechClient {
  readonly #batches: BatchClient;
  readonly #client: Client;
  readonly #children = new Map<string, Promise<Fields>>();
  readonly #spoken = new Map<string, Promise<RenderedSpeech>>();
  readonly #frames = new Map<string, Promise<Frames>>();
  #gathering: QueuedJob[] = [];

  constructor(batches: BatchClient, client: Client) {
    this.#batches = batches;
    this.#client = client;
  }

  /**
   * Renders a job. Returns the child job in its final state.
   * @throws {Broken} if the job is refused or never finishes
   */
  renderJob(job: Fields): Promise<Fields> {
    return memoize(this.#children, JSON.stringify(job), () => {
      return new Promise<Fields>((resolve) => {
        this.#gathering.push({ job, resolve });
        if (this.#gathering.length === 1) void sleep(COLLECT_MS).then(() => this.#send());
      });
    });
  }

  /** Returns the audio of a job. @throws {Broken} if it doesn't complete or isn't audio */
  renderAudio(job: Fields): Promise<RenderedSpeech> {
    return memoize(this.#spoken, JSON.stringify(job), async () => {
      const child = await this.renderJob(job);
      if (child['status'] !== 'completed') throw new Broken(`a job that ended as ${formatValue(child['status'])}`);
      const url = textAt(child, 'output', 'url');
      if (url === undefined)
        throw new Broken(`a completed job without the address of its audio: ${formatValue(child['output'])}`);
      const bytes = await this.#client.download(url);
      const rate = at(child, 'input', 'sample_rate');
      const sound = await decodeSound(bytes, typeof rate === 'number' ? rate : undefined);
      return { child, bytes, container: detectContainer(bytes), sound };
    });
  }

  renderFrames(job: Fields): Promise<Frames> {
    return memoize(this.#frames, JSON.stringify(job), async () => framesOf((await this.renderAudio(job)).sound));
  }

  #send(): void {
    const all = this.#gathering;
    this.#gathering = [];
    for (let from = 0; from < all.length; from += MAX_JOBS) void this.#speak(all.slice(from, from + MAX_JOBS));
  }

  async #speak(waiting: readonly QueuedJob[]): Promise<void> {
    const named = waiting.map(({ job }, index) => ({ custom_id: `job-${index}`, ...job }));
    const reply = this.#batches.create({ jobs: named });
    if (waiting.length > 1 && (await reply.catch(() => undefined))?.status === 400) {
      // Submit jobs individually, so that a refused one doesn't affect the others.
      for (const { job, resolve } of waiting) resolve(this.#renderAlone(job));
      return;
    }
    const finished = reply.then((created) => this.#batches.finish(this.#batches.requireAccepted(created)));
    for (const [index, { resolve }] of waiting.entries()) {
      resolve(
        finished.then(({ last }) => {
          const jobs = itemsAt(last, 'jobs');
          // Match by custom ID, or by position if the service doesn't return it.
          return requireFields(
            jobs.find((child) => at(child, 'custom_id') === named[index]?.custom_id) ?? jobs[index],
            'a child job',
          );
        }),
      );
    }
  }

  async #renderAlone(job: Fields): Promise<Fields> {
    const { last } = await this.#batches.finish(await this.#batches.createAccepted({ jobs: [job] }));
    return requireFields(itemsAt(last, 'jobs')[0], 'a child job');
  }
}

function memoize<T>(cache: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
