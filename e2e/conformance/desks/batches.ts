// Making batches and following them to their end, by `Location` and `_links` alone.
import { setTimeout as sleep } from 'node:timers/promises';
import { PATHS } from '@lectern/tts-protocol';
import type { Client, Reply } from '../http/client.ts';
import { at, type Fields, fields, itemsAt, textAt } from '../json.ts';
import { Broken, shown } from '../verdict.ts';

/** A resource as it came, and where it was read. */
export interface Seen {
  readonly where: string;
  readonly value: Fields;
}

export interface FinishedBatch {
  readonly created: Reply;
  /** The batch as it was answered when it was made, and as it was read at last. */
  readonly first: Fields;
  readonly last: Fields;
  readonly address: URL;
}

/** Milliseconds between two readings of a batch: soon at first, since texts are short; then seldom, for rate limits. */
const FIRST_WAIT_MS = 150;
const LONGEST_WAIT_MS = 2000;

const ended = (resource: unknown): boolean =>
  at(resource, 'status') === 'completed' || at(resource, 'status') === 'failed';

export class BatchDesk {
  /** Every batch and child job that was answered, for the rules on their fields. */
  readonly batches: Seen[] = [];
  readonly children: Seen[] = [];
  readonly #client: Client;
  readonly #timeoutSeconds: number;

  constructor(client: Client, timeoutSeconds: number) {
    this.#client = client;
    this.#timeoutSeconds = timeoutSeconds;
  }

  /** Asks for a batch; the answer may be a refusal. */
  async create(body: unknown): Promise<Reply> {
    const reply = await this.#client.call({ method: 'POST', to: PATHS.batches, body });
    if (reply.status === 201 || reply.status === 200) this.#see('the answer to its creation', reply.json());
    return reply;
  }

  /** Asks for a batch that has to be accepted. @throws {Broken} where it is not */
  async created(body: unknown): Promise<Reply> {
    return this.accepted(await this.create(body));
  }

  /** The answer that made a batch. @throws {Broken} where it is a refusal */
  accepted(reply: Reply): Reply {
    if (reply.status === 201 || reply.status === 200) return reply;
    throw new Broken(`a valid batch was answered with ${reply.status}: ${shown(reply.text)}`);
  }

  /** Where a batch is read: `Location`, or where that is missing its own link. */
  address(created: Reply): URL {
    const found = created.headers.get('location') ?? textAt(created.json(), '_links', 'self', 'href');
    if (found === undefined) throw new Broken('neither a Location nor _links.self says where the batch is read');
    return this.#client.given(found, PATHS.batches);
  }

  /** Reads a resource. @throws {Broken} where it can't be had */
  async read(address: URL): Promise<Fields> {
    const reply = await this.#client.call({ to: address });
    if (reply.status !== 200) throw new Broken(`${reply.status} from ${address.pathname}: ${shown(reply.text)}`);
    return fields(reply.json(), 'a resource');
  }

  /** Reads a batch, and remembers it. */
  async readBatch(address: URL): Promise<Fields> {
    const batch = await this.read(address);
    this.#see('GET', batch);
    return batch;
  }

  /** Reads a child job, and remembers it. */
  async readChild(address: URL): Promise<Fields> {
    const child = await this.read(address);
    this.children.push({ where: 'GET', value: child });
    return child;
  }

  /** Follows a batch until it and all its children have ended. @throws {Broken} where that takes too long */
  async finish(created: Reply): Promise<FinishedBatch> {
    const address = this.address(created);
    const first = fields(created.json(), 'a batch');
    const deadline = performance.now() + this.#timeoutSeconds * 1000;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LONGEST_WAIT_MS, wait * 1.4)) {
      const last = await this.readBatch(address);
      if (ended(last) && itemsAt(last, 'jobs').every(ended)) return { created, first, last, address };
      if (performance.now() > deadline) {
        const jobs = itemsAt(last, 'jobs').map((job) => at(job, 'status'));
        throw new Broken(
          `a batch that did not finish in ${this.#timeoutSeconds} s: its status is ${shown(last['status'])}, ` +
            `its jobs' ${shown([...new Set(jobs)])}`,
        );
      }
      await sleep(wait);
    }
  }

  #see(where: string, value: unknown): void {
    const batch = fields(value, 'a batch');
    this.batches.push({ where, value: batch });
    for (const child of itemsAt(batch, 'jobs')) this.children.push({ where, value: fields(child, 'a child job') });
  }
}
