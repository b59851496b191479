// Having texts spoken: jobs that are asked for at about the same time travel in one batch, each text once.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Container, containerOf, decodeSound } from '../audio/sound.ts';
import { type Frames, framesOf } from '../audio/spectrum.ts';
import type { Sound } from '../audio/wav.ts';
import type { Client } from '../http/client.ts';
import { at, type Fields, fields, itemsAt, textAt } from '../json.ts';
import { Broken, shown } from '../verdict.ts';
import type { BatchDesk } from './batches.ts';

/** What was spoken. */
export interface Spoken {
  /** The child job at its end. */
  readonly child: Fields;
  readonly bytes: Uint8Array;
  readonly container: Container;
  readonly sound: Sound;
}

interface Waiting {
  readonly job: Fields;
  readonly resolve: (child: Promise<Fields>) => void;
}

/** Milliseconds in which jobs gather. */
const GATHERING_MS = 60;
/** Jobs of one batch: enough to be few requests, little enough that two batches share the service's threads. */
const MOST_JOBS = 25;

export class SpeechDesk {
  readonly #batches: BatchDesk;
  readonly #client: Client;
  readonly #children = new Map<string, Promise<Fields>>();
  readonly #spoken = new Map<string, Promise<Spoken>>();
  readonly #frames = new Map<string, Promise<Frames>>();
  #gathering: Waiting[] = [];

  constructor(batches: BatchDesk, client: Client) {
    this.#batches = batches;
    this.#client = client;
  }

  /** The child job that speaks what is asked for, at its end. @throws {Broken} where it is refused or never ends */
  child(job: Fields): Promise<Fields> {
    return remembered(this.#children, JSON.stringify(job), () => {
      return new Promise<Fields>((resolve) => {
        this.#gathering.push({ job, resolve });
        if (this.#gathering.length === 1) void sleep(GATHERING_MS).then(() => this.#send());
      });
    });
  }

  /** The audio that comes of a job. @throws {Broken} where it does not complete, or is no audio */
  spoken(job: Fields): Promise<Spoken> {
    return remembered(this.#spoken, JSON.stringify(job), async () => {
      const child = await this.child(job);
      if (child['status'] !== 'completed') throw new Broken(`a job that ended as ${shown(child['status'])}`);
      const url = textAt(child, 'output', 'url');
      if (url === undefined)
        throw new Broken(`a completed job without the address of its audio: ${shown(child['output'])}`);
      const bytes = await this.#client.download(url);
      const rate = at(child, 'input', 'sample_rate');
      const sound = await decodeSound(bytes, typeof rate === 'number' ? rate : undefined);
      return { child, bytes, container: containerOf(bytes), sound };
    });
  }

  /** What is heard of a job. */
  frames(job: Fields): Promise<Frames> {
    return remembered(this.#frames, JSON.stringify(job), async () => framesOf((await this.spoken(job)).sound));
  }

  #send(): void {
    const all = this.#gathering;
    this.#gathering = [];
    for (let from = 0; from < all.length; from += MOST_JOBS) void this.#speak(all.slice(from, from + MOST_JOBS));
  }

  async #speak(waiting: readonly Waiting[]): Promise<void> {
    const named = waiting.map(({ job }, index) => ({ custom_id: `job-${index}`, ...job }));
    const reply = this.#batches.create({ jobs: named });
    if (waiting.length > 1 && (await reply.catch(() => undefined))?.status === 400) {
      // One job that is refused must not take the others with it.
      for (const { job, resolve } of waiting) resolve(this.#alone(job));
      return;
    }
    const finished = reply.then((created) => this.#batches.finish(this.#batches.accepted(created)));
    for (const [index, { resolve }] of waiting.entries()) {
      resolve(
        finished.then(({ last }) => {
          const jobs = itemsAt(last, 'jobs');
          // By its name; where the service keeps no names, by its place.
          return fields(
            jobs.find((child) => at(child, 'custom_id') === named[index]?.custom_id) ?? jobs[index],
            'a child job',
          );
        }),
      );
    }
  }

  async #alone(job: Fields): Promise<Fields> {
    const { last } = await this.#batches.finish(await this.#batches.created({ jobs: [job] }));
    return fields(itemsAt(last, 'jobs')[0], 'a child job');
  }
}

function remembered<T>(memory: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const known = memory.get(key);
  if (known) return known;
  const made = make();
  memory.set(key, made);
  return made;
}
