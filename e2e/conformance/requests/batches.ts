// Creates batches and polls them until they have finished, using only addresses from `Location` and `_links`.
import { setTimeout as sleep } from 'node:timers/promises';
import { PATHS } from '@lectern/tts-protocol';
import type { Client, Reply } from '../http/client.ts';
import { at, type Fields, itemsAt, requireFields, textAt } from '../json.ts';
import { Broken, formatValue } from '../verdict.ts';

/** A resource and how it was obtained. */
export interface ReceivedResource {
  readonly where: string;
  readonly value: Fields;
}

export interface FinishedBatch {
  readonly created: Reply;
  /** The batch's fields in the creation response and in the final response. */
  readonly first: Fields;
  readonly last: Fields;
  readonly address: URL;
}

/** Poll intervals in milliseconds. They start short, because the texts are short, and grow to respect rate limits. */
const FIRST_WAIT_MS = 150;
const MAX_WAIT_MS = 2000;

const hasEnded = (resource: unknown): boolean =>
  at(resource, 'status') === 'completed' || at(resource, 'status') === 'failed';

export class BatchClient {
  /** All batches and child jobs that have been received, for the rules about their fields. */
  readonly batches: ReceivedResource[] = [];
  readonly children: ReceivedResource[] = [];
  readonly #client: Client;
  readonly #timeoutSeconds: number;

  constructor(client: Client, timeoutSeconds: number) {
    this.#client = client;
    this.#timeoutSeconds = timeoutSeconds;
  }

  /** Submits a batch; the response may be an error. */
  async create(body: unknown): Promise<Reply> {
    const reply = await this.#client.call({ method: 'POST', to: PATHS.batches, body });
    if (reply.status === 201 || reply.status === 200) this.#see('the answer to its creation', reply.json());
    return reply;
  }

  /** Submits a batch that must be accepted. @throws {Broken} if the service refuses it */
  async createAccepted(body: unknown): Promise<Reply> {
    return this.requireAccepted(await this.create(body));
  }

  /** Returns the response to a batch's creation. @throws {Broken} if the service refused the batch */
  requireAccepted(reply: Reply): Reply {
    if (reply.status === 201 || reply.status === 200) return reply;
    throw new Broken(`a valid batch was answered with ${reply.status}: ${formatValue(reply.text)}`);
  }

  /** Returns a batch's address: `Location`, or else its self link. */
  address(created: Reply): URL {
    const found = created.headers.get('location') ?? textAt(created.json(), '_links', 'self', 'href');
    if (found === undefined) throw new Broken('neither a Location nor _links.self says where the batch is read');
    return this.#client.resolveAddress(found, PATHS.batches);
  }

  /** Reads a resource. @throws {Broken} if that fails */
  async read(address: URL): Promise<Fields> {
    const reply = await this.#client.call({ to: address });
    if (reply.status !== 200) throw new Broken(`${reply.status} from ${address.pathname}: ${formatValue(reply.text)}`);
    return requireFields(reply.json(), 'a resource');
  }

  async readBatch(address: URL): Promise<Fields> {
    const batch = await this.read(address);
    this.#see('GET', batch);
    return batch;
  }

  async readChild(address: URL): Promise<Fields> {
    const child = await this.read(address);
    this.children.push({ where: 'GET', value: child });
    return child;
  }

  /** Polls a batch until it and all its children have ended. @throws {Broken} on a timeout */
  async finish(created: Reply): Promise<FinishedBatch> {
    const address = this.address(created);
    const first = requireFields(created.json(), 'a batch');
    const deadline = performance.now() + this.#timeoutSeconds * 1000;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(MAX_WAIT_MS, wait * 1.4)) {
      const last = await this.readBatch(address);
      if (hasEnded(last) && itemsAt(last, 'jobs').every(hasEnded)) return { created, first, last, address };
      if (performance.now() > deadline) {
        const jobs = itemsAt(last, 'jobs').map((job) => at(job, 'status'));
        throw new Broken(
          `a batch that did not finish in ${this.#timeoutSeconds} s: its status is ${formatValue(last['status'])}, ` +
            `its jobs' ${formatValue([...new Set(jobs)])}`,
        );
      }
      await sleep(wait);
    }
  }

  #see(where: string, value: unknown): void {
    const batch = requireFields(value, 'a batch');
    this.batches.push({ where, value: batch });
    for (const child of itemsAt(batch, 'jobs'))
      this.children.push({ where, value: requireFields(child, 'a child job') });
  }
}
