import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import { describeProjectProblem } from '../../../shared/rules/project-problem-words.ts';
import type { OutputReading } from '../../../shared/service/jobs.ts';
import type { OutputFormat } from '../../../shared/service/vocabulary.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { describeProblem, ServiceError } from '../api/service-error.ts';
import type { CheckedAudio, ExpectedAudio } from '../audio/check-audio.ts';
import type { Clock } from '../ports.ts';
import type { Journal, OpenBatch, SentJob } from '../store/journal.ts';
import type { Project } from '../store/project.ts';
import { ProjectError } from '../store/project-error.ts';
import type { Failure } from './failure.ts';
import { GroupCommit } from './group-commit.ts';
import { Limiter } from './limiter.ts';
import { matchChildren } from './match-children.ts';

/** Files fetched at the same time. */
const DOWNLOADS = 8;
/** How often the audio of one job is fetched before its line is reported; resuming tries again, free. */
const TRIES = 4;
const FIRST_WAIT_MS = 300;
/** The service's own default where a request names no format is not shown: what comes is taken as it is. */
const FALLBACK_FORMAT: OutputFormat = 'mp3';

export interface CollectorOptions {
  readonly project: Project;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly clock: Clock;
  readonly checkAudio: (bytes: Uint8Array, expected: ExpectedAudio) => Promise<CheckedAudio>;
  readonly onTake: (job: SentJob, takeId: number, durationSeconds: number) => void;
  readonly onHindered: (job: SentJob, failure: Failure) => void;
  /** The project's folder takes nothing more: the run can't go on. */
  readonly stop: (message: string) => void;
}

interface Fetched {
  readonly job: SentJob;
  readonly batch: OpenBatch;
  readonly audioHash: string;
  readonly sizeBytes: number;
  readonly checked: Extract<CheckedAudio, { ok: true }>;
  takeId: number;
}

/** A service that does not know a size or a duration may say 0. */
const known = (figure: number | undefined): number | undefined => (figure === 0 ? undefined : figure);

/** Fetches the audio of finished jobs, checks it, keeps it, and makes takes and picks of it. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #limiter = new Limiter(DOWNLOADS);
  readonly #commits: GroupCommit<Fetched>;

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#commits = new GroupCommit((group) => this.#commit(group));
  }

  /** Resolves when the job's take is kept or its line reported. @throws the signal's reason when aborted */
  async collect(batch: OpenBatch, job: SentJob, output: OutputReading, signal: AbortSignal): Promise<void> {
    const { onTake, onHindered, journal, stop } = this.#options;
    try {
      const result = await this.#limiter.run(() => this.#fetch(batch, job, output, signal));
      if ('failure' in result) {
        journal.jobHindered(job.id, result.failure);
        onHindered(job, result.failure);
        return;
      }
      await this.#commits.add(result);
      onTake(job, result.takeId, result.checked.durationSeconds);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      const message = describeProjectProblem(error.problem);
      onHindered(job, { kind: 'not-stored', message });
      stop(message);
    }
  }

  async #fetch(
    batch: OpenBatch,
    job: SentJob,
    first: OutputReading,
    signal: AbortSignal,
  ): Promise<Fetched | { readonly failure: Failure }> {
    const { clock, project, checkAudio, client } = this.#options;
    let output = first;
    let message = '';
    for (let tried = 0; tried < TRIES; tried += 1) {
      signal.throwIfAborted();
      if (tried > 0) await clock.sleep(FIRST_WAIT_MS * 2 ** (tried - 1), signal);
      try {
        const bytes = await client.downloadBytes(output.url, { sizeBytes: known(output.size), signal, tries: 3 });
        const checked = await checkAudio(bytes, {
          format: job.request.output_format ?? FALLBACK_FORMAT,
          sampleRate: job.request.sample_rate,
          sizeBytes: known(output.size),
          durationSeconds: known(output.duration),
        });
        if (checked.ok) {
          const { hash, sizeBytes } = await project.takes.putAudio(bytes, checked.format);
          return { job, batch, audioHash: hash, sizeBytes, checked, takeId: 0 };
        }
        message = checked.detail;
      } catch (error) {
        if (signal.aborted || !(error instanceof ServiceError)) throw error;
        message = describeProblem(error.problem);
      }
      output = (await this.#readAgain(batch, job, signal)) ?? output;
    }
    return { failure: { kind: 'audio-unavailable', message } };
  }

  /** The output as the service gives it now: an address that has expired is a new one after reading the child again. */
  async #readAgain(batch: OpenBatch, job: SentJob, signal: AbortSignal): Promise<OutputReading | null> {
    const { client } = this.#options;
    try {
      if (job.childLink) return (await client.readChild(job.childLink, signal)).output ?? null;
      const { jobs } = await client.readBatch(batch.selfLink, signal);
      return matchChildren([...batch.finished, ...batch.jobs, job], jobs ?? []).get(job.customId)?.output ?? null;
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      return null;
    }
  }

  #commit(group: readonly Fetched[]): void {
    const { project, journal, clock, connection } = this.#options;
    const now = clock.now();
    project.db.transaction(() => {
      for (const fetched of group) {
        const { job, batch, checked } = fetched;
        fetched.takeId = project.takes.addTake({
          lineId: job.lineId,
          renderKey: job.renderKey,
          request: job.request,
          audioHash: fetched.audioHash,
          format: checked.format,
          sampleRate: checked.sampleRate,
          sizeBytes: fetched.sizeBytes,
          durationSeconds: checked.durationSeconds,
          source: { ...connection, batchLink: batch.selfLink, childLink: job.childLink },
          jobId: job.id,
          createdAt: now,
        });
        project.takes.putAnalysis(fetched.audioHash, checked.analysis);
        project.takes.pickTake(job.lineId, job.renderKey, fetched.takeId);
        journal.jobDone(job.id, now);
      }
      for (const batchId of new Set(group.map(({ batch }) => batch.id))) journal.closeBatch(batchId);
    });
  }
}
