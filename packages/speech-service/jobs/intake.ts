import { newId } from '../common/ids.ts';
import type { BatchKind, JobStore, StoredBatch, StoredInput, StoredJob } from '../ports/jobs.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { StreamOrder } from '../rendering/stream-order.ts';

export interface JobRequest {
  readonly input: StoredInput;
  /** The input with all defaults and the seed filled in, which determines the job's lane. */
  readonly order: StreamOrder;
  readonly customId?: string | undefined;
  readonly webhookUrl?: string | undefined;
}

export interface IntakeOptions {
  readonly store: Pick<JobStore, 'accept'>;
  readonly queue: { wake(accepted: StoredBatch): void };
  readonly renderer: Pick<Renderer, 'laneOf'>;
  readonly now: () => number;
}

const ID_PREFIXES = { single: 'sj-', conversion: 'cv-', stream: 'sj-' } as const;

/** Accepts jobs. Each call stores its jobs before it returns; they are started afterwards. */
export class Intake {
  readonly #options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.#options = options;
  }

  acceptBatch(userId: string, requests: readonly JobRequest[], webhookUrl?: string): Promise<StoredBatch> {
    const id = newId('bb-');
    const jobs = requests.map((one) => this.#job(id, newId('bc-'), one));
    return this.#accept({ id, kind: 'batch', userId, jobs, webhookUrl });
  }

  async acceptSingle(
    userId: string,
    kind: Exclude<BatchKind, 'batch'>,
    wanted: JobRequest,
  ): Promise<StoredBatch & { readonly job: StoredJob }> {
    const id = newId(ID_PREFIXES[kind]);
    const job = this.#job(id, id, wanted);
    return { ...(await this.#accept({ id, kind, userId, jobs: [job], webhookUrl: undefined })), job };
  }

  #job(batchId: string, id: string, { input, order, customId, webhookUrl }: JobRequest): StoredJob {
    return {
      id,
      batch_id: batchId,
      custom_id: customId ?? null,
      input,
      seed: order.request.seed,
      lane: this.#options.renderer.laneOf(order),
      webhook_url: webhookUrl ?? null,
      webhook_result: null,
      status: 'pending',
      file: null,
      duration: null,
      size: null,
      error: null,
    };
  }

  async #accept(
    batch: Pick<StoredBatch, 'id' | 'kind' | 'jobs'> & {
      readonly userId: string;
      readonly webhookUrl: string | undefined;
    },
  ): Promise<StoredBatch> {
    const { store, queue, now } = this.#options;
    const { id, kind, jobs, userId, webhookUrl } = batch;
    const stored: StoredBatch = {
      id,
      kind,
      user_id: userId,
      created_at: now(),
      webhook_url: webhookUrl ?? null,
      webhook_result: null,
      jobs,
    };
    await store.accept(stored);
    // Wake the queue after the response, which must show the job as pending.
    setImmediate(() => queue.wake(stored));
    return stored;
  }
}
