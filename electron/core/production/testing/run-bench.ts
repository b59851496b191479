import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encode } from '@lectern/audio';
import { checkAudio } from '@lectern/audio/meters';
import type { BatchCreation, LenientBatchJob, LenientChildJob } from '@lectern/tts-protocol';
import type { RunEvent } from '../../../../shared/model/run.ts';
import { DEFAULT_PROJECT_SETTINGS } from '../../../../shared/model/settings.ts';
import { parseScript } from '../../../../shared/rules/script-text.ts';
import type { ServiceClient, SubmitOutcome } from '../../api/service-client.ts';
import { Journal } from '../../project/journal/journal.ts';
import { createProject } from '../../project/project-folder.ts';
import { Dispatcher } from '../../scheduler/dispatcher.ts';
import { LimitsStore } from '../../scheduler/limits-store.ts';
import { RateBudget } from '../../scheduler/rate-budget.ts';
import { systemRandom } from '../../system.ts';
import { FakeClock } from '../../testing/fake-clock.ts';
import { type Run, type RunOrder, type RunParts, startRun } from '../run.ts';
import { planRun } from '../run-plan.ts';
import type { RunOutcome } from '../run-state.ts';

export const BENCH_CONNECTION = { origin: 'https://speech.example', userId: 'user' };

/** Accepts and finishes everything by default. */
export class ObedientService implements ServiceClient {
  readonly submissions: BatchCreation[] = [];
  answer: (body: BatchCreation) => SubmitOutcome | null = () => null;
  status: (text: string) => LenientChildJob['status'] = () => 'completed';
  output: (text: string) => LenientChildJob['output'] = () => ({ url: 'https://audio.example/a.wav' });
  beforeAnswer: () => void | Promise<void> = () => {};
  readonly #batches: BatchCreation[] = [];

  async submitBatch(body: BatchCreation): Promise<SubmitOutcome> {
    this.submissions.push(body);
    await this.beforeAnswer();
    const told = this.answer(body);
    if (told) return told;
    this.#batches.push(body);
    return { kind: 'accepted', self: `/batches/${this.#batches.length - 1}`, batch: null };
  }

  async readBatch(self: string): Promise<LenientBatchJob> {
    const batch = this.#batches[Number(self.split('/').at(-1))];
    return {
      jobs: (batch?.jobs ?? []).map((job) => ({
        custom_id: job.custom_id,
        status: this.status(job.text),
        output: this.output(job.text),
      })),
    };
  }

  async readChild(): Promise<LenientChildJob> {
    return {};
  }

  async listVoices() {
    return [{ id: 'v' }];
  }

  async download(_url: string, { to }: Pick<Parameters<ServiceClient['download']>[1], 'to'>): Promise<void> {
    await to.write(await encode({ sampleRate: 8_000, channels: [new Float32Array(800)] }, 'wav'));
  }
}

interface LedRun {
  readonly live: Run;
  readonly runId: number;
  finish(): Promise<RunOutcome>;
}

type Circumstances = Pick<RunParts, 'terms' | 'inDoubtPolicy' | 'sharedCap'>;

export class RunBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'lectern-run-'));
  readonly clock = new FakeClock();
  readonly service = new ObedientService();
  readonly events: RunEvent[] = [];
  readonly project = createProject(join(this.folder, 'book.lectern'), {
    name: 'Book',
    connection: BENCH_CONNECTION,
    clock: this.clock,
    random: systemRandom,
  });
  readonly journal = new Journal(this.project.db);
  readonly #limits = new LimitsStore(join(this.folder, 'limits.db'), { clock: this.clock });

  write(lines: number): void {
    const { script, cast } = this.project;
    const text = Array.from({ length: lines }, (_, i) => `Line number ${i} of the book.`).join('\n\n');
    script.saveScript(parseScript(text, DEFAULT_PROJECT_SETTINGS));
    cast.saveRoles(cast.roles().map((role) => ({ ...role, voice: 'v' })));
  }

  start(order: Partial<RunOrder> = {}, limit: { requests?: number } = {}, circumstances: Circumstances = {}): LedRun {
    const { clock, project, journal, service } = this;
    const settings = { plan: 'enterprise' as const, limits: { batch: limit }, sharePercent: 100 };
    const budget = new RateBudget({ store: this.#limits, clock, account: BENCH_CONNECTION, settings });
    const dispatcher = new Dispatcher({ budget, clock, requestTimeoutMs: 60_000 });
    const lines = order.lines ?? planRun(project, journal).send;
    const runId = journal.createRun(
      lines.map((line) => line.lineId),
      {},
      clock.now(),
    );
    const live = startRun(
      {
        project,
        journal,
        client: service,
        connection: BENCH_CONNECTION,
        dispatcher,
        clock,
        random: systemRandom,
        checkAudio,
        ...circumstances,
        onEvent: (event) => this.events.push(event),
      },
      { runId, retryFailed: 0, signal: new AbortController().signal, ...order, lines },
    );
    return { live, runId, finish: () => this.#finish(live) };
  }

  render(order?: Partial<RunOrder>, limit?: { requests?: number }, circumstances?: Circumstances): Promise<RunOutcome> {
    return this.start(order, limit, circumstances).finish();
  }

  clear(): void {
    this.project.close();
    this.#limits.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #finish(live: Run): Promise<RunOutcome> {
    let outcome: RunOutcome | undefined;
    const run = live.outcome.then((result) => {
      outcome = result;
    });
    while (!outcome) {
      await Promise.race([run, this.clock.step()]);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return outcome;
  }
}
