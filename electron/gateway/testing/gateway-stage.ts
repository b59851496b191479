// A gateway with a service and an account that exist only in memory. Both outlive the gateway, so that tests can end it at
// any moment and start another one.
import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import {
  type ClaimedJob,
  type EndedJob,
  type FinishedJob,
  type GatewayFigures,
  type GatewayWork,
  type Logger,
  type NewUpstreamJob,
  NO_FIGURES,
  type StoredInput,
  type UpstreamBatch,
  type UpstreamJob,
} from '@lectern/speech-service/upstream';
import type { BatchCreation, LenientBatchJob, LenientChildJob, LenientVoice, RateLimit } from '@lectern/tts-protocol';
import type { SubmitOutcome } from '../../core/api/service-client.ts';
import { ServiceError, type ServiceProblem } from '../../core/api/service-error.ts';
import { Dispatcher } from '../../core/scheduler/dispatcher.ts';
import { LimitsStore } from '../../core/scheduler/limits-store.ts';
import { RateBudget } from '../../core/scheduler/rate-budget.ts';
import { FakeClock } from '../../core/testing/fake-clock.ts';
import { countEarlierBatches } from '../earlier-batches.ts';
import { Gateway, type GatewayParts } from '../gateway.ts';
import { UpstreamVoices } from '../upstream-voices.ts';

const ACCOUNT = { origin: 'https://upstream.example', userId: 'studio' };
const VOICES: readonly LenientVoice[] = [{ id: 's3://voices/anna/manifest.json', name: 'Anna' }];
const LANE = 'upstream-team';

type StageJob = { -readonly [Key in keyof ClaimedJob]: ClaimedJob[Key] };
interface StageBatch {
  readonly number: number;
  state: UpstreamBatch['state'] | 'withdrawn';
  selfLink: string;
  repliedAt: number | null;
  readonly jobs: (UpstreamJob & { readonly fingerprint: string })[];
}

/** What the account answers to a batch; absent to accept it. `kill` ends the gateway before it can see the answer. */
export type Answer =
  | { readonly kind: 'refused'; readonly problem: ServiceProblem; readonly retryAfterMs?: number }
  | { readonly kind: 'in-doubt' | 'not-sent' }
  | { readonly kind: 'accepted-but-killed' };

export const CONNECTION_LOST: ServiceProblem = {
  kind: 'connection',
  phase: 'sent',
  failure: 'reset',
  origin: ACCOUNT.origin,
  code: null,
};

export class GatewayStage {
  readonly clock = new FakeClock();
  readonly voices = new UpstreamVoices('team');
  readonly jobs: StageJob[] = [];
  readonly batches: StageBatch[] = [];
  readonly files = new Map<string, string>();
  /** Batches that the account has received, and whether it has accepted them. */
  readonly received: { readonly texts: readonly string[]; readonly accepted: boolean; readonly at: number }[] = [];
  readonly log: string[] = [];
  /** Totals of the last gateway. */
  figures: GatewayFigures = { ...NO_FIGURES };
  /** Decides on each batch that arrives. */
  answer: (texts: readonly string[]) => Answer | undefined = () => undefined;
  /** Whether jobs at the account are done. */
  isDone = true;
  /** Called before a batch is recorded. */
  onBegin: () => void = () => {};
  readonly #folder = mkdtempSync(join(tmpdir(), 'lectern-gateway-test-'));
  readonly #accepted = new Map<string, BatchCreation>();
  readonly #limit: RateLimit;
  readonly #reuse: boolean;
  #gateway: Gateway | undefined;
  #stores = 0;
  #isDead = { yes: false };

  constructor({ limit = {}, reuse = false }: { readonly limit?: RateLimit; readonly reuse?: boolean } = {}) {
    this.#limit = limit;
    this.#reuse = reuse;
    this.voices.update(VOICES);
  }

  get voice(): string {
    return this.voices.offered[0]?.id ?? '';
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  order(texts: readonly string[], more: Partial<StoredInput> = {}): void {
    for (const text of texts) {
      const id = `bc-${String(this.jobs.length).padStart(22, '0')}`;
      this.jobs.push({
        id,
        batch_id: 'bb-1',
        custom_id: null,
        input: { voice_engine: 'SvcDialog', text, voice: this.voice, output_format: 'wav', ...more },
        seed: 1,
        lane: LANE,
        webhook_url: null,
        webhook_result: null,
        status: 'pending',
        file: null,
        duration: null,
        size: null,
        error: null,
        attempt: 0,
      });
    }
  }

  statusOf(text: string): string | undefined {
    return this.jobs.find(({ input }) => input.text === text)?.status;
  }

  errorOf(text: string): string | null | undefined {
    return this.jobs.find(({ input }) => input.text === text)?.error;
  }

  /** Starts a gateway, as after a restart: what an earlier one was sending is in doubt. */
  async start(): Promise<void> {
    const dead = { yes: false };
    this.#isDead = dead;
    for (const batch of this.batches) {
      if (batch.state !== 'sending') continue;
      batch.state = 'in-doubt';
      batch.repliedAt = this.clock.now();
    }
    this.#stores += 1;
    this.figures = { ...NO_FIGURES };
    const store = new LimitsStore(join(this.#folder, `limits-${this.#stores}.db`), { clock: this.clock });
    const counted = this.batches.flatMap(({ number, jobs, state, repliedAt }) =>
      repliedAt === null
        ? []
        : [
            {
              number,
              characters: jobs.reduce((sum, { characters }) => sum + characters, 0),
              age: this.clock.now() - repliedAt,
              hasReply: state !== 'in-doubt',
            },
          ],
    );
    countEarlierBatches(store, ACCOUNT, counted);
    const settings = { plan: 'enterprise', limits: { batch: this.#limit }, sharePercent: 100 } as const;
    const budget = new RateBudget({ store, clock: this.clock, account: ACCOUNT, settings });
    const dispatcher = new Dispatcher({ budget, clock: this.clock, requestTimeoutMs: 120_000 });
    let ids = 0;
    this.#gateway = new Gateway({
      work: this.#work(dead),
      lane: LANE,
      client: this.#client(dead),
      dispatcher,
      voices: this.voices,
      reuse: this.#reuse,
      figures: this.figures,
      clock: this.clock,
      random: {
        id: () => {
          ids += 1;
          return `custom-${this.#stores}-${ids}`;
        },
      },
      checkAudio: async () => ({
        ok: true,
        format: 'wav',
        sampleRate: 8000,
        durationSeconds: 1,
        // The gateway doesn't use it.
        analysis: {} as never,
      }),
      readsPerMinute: () => null,
      log: this.#logger,
    });
    this.#gateway.wake();
  }

  /** Ends the gateway as `kill -9` does: nothing that it does from now on has an effect. Its jobs are offered again. */
  kill(): void {
    this.#isDead.yes = true;
    for (const job of this.jobs) if (job.status === 'in_progress') job.status = 'pending';
  }

  stop(): Promise<void> {
    return this.#gateway?.stop() ?? Promise.resolve();
  }

  /** Waits until every job has ended, while time passes. */
  async untilEnded(): Promise<void> {
    const isOpen = (): boolean => this.jobs.some(({ status }) => status === 'pending' || status === 'in_progress');
    while (isOpen()) await this.clock.advance(100);
  }

  async pass(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) await this.clock.advance(1000);
  }

  readonly #logger: Logger = {
    info: () => {},
    warn: (_, message) => this.log.push(message),
    error: (_, message) => this.log.push(message),
  };

  #work(dead: { readonly yes: boolean }): GatewayParts['work'] {
    const alive = async (): Promise<void> => {
      if (dead.yes) await new Promise<never>(() => {});
    };
    const current = (job: ClaimedJob): StageJob | undefined =>
      this.jobs.find(({ id, attempt, status }) => id === job.id && attempt === job.attempt && status === 'in_progress');
    const end = (job: ClaimedJob, change: Partial<StageJob>): EndedJob | undefined => {
      const found = current(job);
      if (found === undefined) return undefined;
      Object.assign(found, change);
      return { job: found, batchIsFinished: false };
    };
    const find = (number: number): StageBatch | undefined => this.batches.find((batch) => batch.number === number);
    const mark = async (number: number, state: StageBatch['state'], selfLink = ''): Promise<void> => {
      await alive();
      const batch = find(number);
      if (batch !== undefined) Object.assign(batch, { state, selfLink, repliedAt: this.clock.now() });
    };
    const journal: GatewayWork['journal'] = {
      begin: async (number, jobs) => {
        await alive();
        this.onBegin();
        return this.#begin(number, jobs, current);
      },
      markAccepted: (number, selfLink) => mark(number, 'accepted', selfLink),
      withdraw: async (number) => {
        await mark(number, 'withdrawn');
        find(number)?.jobs.splice(0);
      },
      markRefused: (number) => mark(number, 'refused'),
      markInDoubt: (number) => mark(number, 'in-doubt'),
      setSelfLink: async () => {},
      setChildren: async () => {},
      batchesOf: async (ids) =>
        this.batches.flatMap(({ state, ...batch }) =>
          state !== 'withdrawn' && batch.jobs.some(({ id }) => ids.includes(id)) ? [{ ...batch, state }] : [],
        ),
      recover: async () => 0,
      recent: async () => [],
      findResult: async (fingerprint): Promise<FinishedJob | undefined> => {
        const sent = this.batches.flatMap(({ jobs }) => jobs).filter((job) => job.fingerprint === fingerprint);
        const done = this.jobs.find(({ id, status }) => status === 'completed' && sent.some((job) => job.id === id));
        return done && { file: done.file ?? '', duration: done.duration ?? 0, size: done.size ?? 0 };
      },
      tidy: async () => {},
    };
    return {
      scratch: this.#folder,
      journal,
      lease: { lost: new AbortController().signal, release: async () => {} },
      progress: { begin() {}, advance() {}, release() {}, end() {} },
      queue: {
        claim: async (_, most) => {
          await alive();
          const taken = this.jobs.filter(({ status }) => status === 'pending').slice(0, most);
          for (const job of taken) Object.assign(job, { status: 'in_progress', attempt: job.attempt + 1 });
          return taken.map((job) => ({ ...job }));
        },
        complete: async (job, finished) => {
          await alive();
          return end(job, { status: 'completed', ...finished });
        },
        fail: async (job, error) => {
          await alive();
          return end(job, { status: 'failed', error });
        },
        release: async (job) => {
          await alive();
          end(job, { status: 'pending' });
        },
        lanes: () => [],
      },
      objects: {
        put: async (name, path) => {
          await alive();
          this.files.set(name, await readFile(path, 'utf8'));
        },
        open: async (name) => {
          const content = this.files.get(name);
          if (content === undefined) return undefined;
          const bytes = Buffer.from(content);
          return { size: bytes.byteLength, tag: 'a', read: () => Readable.from([bytes]), close: async () => {} };
        },
        remove: async () => {},
        check: async () => {},
        list: async function* () {},
      },
      fileName: ({ id, attempt }, format) => `${id}-${attempt}.${format}`,
      onJobs: () => {},
    };
  }

  #begin(
    number: number,
    jobs: readonly NewUpstreamJob[],
    current: (job: ClaimedJob) => StageJob | undefined,
  ): readonly UpstreamJob[] {
    const known = new Set(this.batches.flatMap((batch) => batch.jobs.map(({ id }) => id)));
    const recorded = jobs
      .filter(({ id, attempt }) => {
        const job = this.jobs.find((one) => one.id === id);
        return job !== undefined && current({ ...job, attempt }) !== undefined && !known.has(id);
      })
      .map(({ attempt: _, ...job }, index) => ({ ...job, number: number + index, childId: null, childLink: null }));
    if (recorded.length > 0)
      this.batches.push({ number, state: 'sending', selfLink: '', repliedAt: null, jobs: recorded });
    return recorded;
  }

  #client(dead: { readonly yes: boolean }): GatewayParts['client'] {
    return {
      submitBatch: async (body): Promise<SubmitOutcome> => {
        if (dead.yes) await new Promise<never>(() => {});
        const texts = body.jobs.map(({ text }) => text);
        const answer = this.answer(texts);
        const accepted = answer === undefined || answer.kind === 'accepted-but-killed' || answer.kind === 'in-doubt';
        if (answer?.kind !== 'not-sent') this.received.push({ texts, accepted, at: this.clock.now() });
        switch (answer?.kind) {
          case 'refused':
            return {
              kind: 'refused',
              error: new ServiceError(answer.problem),
              ...(answer.retryAfterMs === undefined ? {} : { retryAfterMs: answer.retryAfterMs }),
            };
          case 'in-doubt':
          case 'not-sent':
            return { kind: answer.kind, error: new ServiceError(CONNECTION_LOST) };
          case 'accepted-but-killed':
            this.kill();
            return new Promise<never>(() => {});
          default: {
            const self = `/batch/${this.#accepted.size}`;
            this.#accepted.set(self, body);
            return { kind: 'accepted', self, batch: this.#batchAt(self) };
          }
        }
      },
      readBatch: async (self) => this.#batchAt(self),
      readChild: async () => ({}),
      listVoices: async () => [...VOICES],
      download: async (url, { to }) => {
        await to.write(Buffer.from(`audio of ${decodeURIComponent(new URL(url).pathname.slice(1))}`));
      },
    };
  }

  #batchAt(self: string): LenientBatchJob {
    const jobs = (this.#accepted.get(self)?.jobs ?? []).map(
      ({ custom_id, webhook_url: _, ...input }, index): LenientChildJob => ({
        id: `${self}-${index}`,
        custom_id: custom_id ?? undefined,
        input,
        status: this.isDone ? 'completed' : 'in_progress',
        output: this.isDone
          ? {
              url: `https://upstream.example/${encodeURIComponent(input.text)}?of=${self}-${index}`,
              duration: 0,
              size: 0,
            }
          : undefined,
      }),
    );
    return { jobs, _links: { self: { href: self } } };
  }
}
