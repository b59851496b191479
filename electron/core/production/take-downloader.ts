import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { LenientOutput } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { Failure, Loss } from '../../../shared/model/problems/line-failure.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { VoiceUse } from '../../../shared/model/voice-use.ts';
import type { ServiceClient } from '../api/service-client.ts';
import type { Clock } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Journal, OpenBatch, SentJob } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import { AudioFetcher, type FetchedAudio } from './audio-fetcher.ts';
import type { ServicePresence } from './service-presence.ts';
import { type KnownVoices, voiceUses } from './voice-uses.ts';

export interface DownloadParts {
  readonly project: Project;
  readonly journal: Journal;
  readonly client: ServiceClient;
  readonly connection: ConnectionIdentity;
  readonly clock: Clock;
  readonly presence: ServicePresence;
  readonly known?: KnownVoices | undefined;
  readonly checkAudio: (at: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
}

/** The outcome has been written to the journal. */
export type DownloadOutcome =
  | { readonly kind: 'stored'; readonly takeId: number; readonly durationSeconds: number }
  /** The service still has the job, so resuming the run downloads the audio at no cost. */
  | { readonly kind: 'unavailable'; readonly failure: Failure }
  | { readonly kind: 'lost'; readonly loss: Loss }
  | { readonly kind: 'unwritable'; readonly problem: ProjectProblem };

interface KeptAudio {
  readonly hash: string;
  readonly sizeBytes: number;
}

interface Fetched extends FetchedAudio<KeptAudio> {
  readonly uses: readonly VoiceUse[] | null;
  readonly job: SentJob;
  readonly batch: OpenBatch;
  takeId: number;
}

export class TakeDownloader {
  readonly #parts: DownloadParts;
  readonly #fetcher: AudioFetcher<KeptAudio>;
  readonly #commits: GroupCommit<Fetched>;

  constructor(parts: DownloadParts) {
    const { project } = parts;
    this.#parts = parts;
    this.#fetcher = new AudioFetcher({
      ...parts,
      receive: (expectedBytes) => project.takes.receiveAudio(expectedBytes),
      keep: (incoming, { format }) => project.takes.keepAudio(incoming, format),
    });
    this.#commits = new GroupCommit((group) => this.#commit(group));
  }

  get isDownloading(): boolean {
    return this.#fetcher.isBusy;
  }

  /** @throws the signal's reason when aborted */
  async download(batch: OpenBatch, job: SentJob, output: LenientOutput, signal: AbortSignal): Promise<DownloadOutcome> {
    const { journal, clock } = this.#parts;
    try {
      const result = await this.#fetcher.fetch(batch, job, output, signal);
      if ('loss' in result) {
        journal.markJobsLost(batch.id, [job.id], result.loss, clock.now());
        return { kind: 'lost', loss: result.loss };
      }
      if ('failure' in result) {
        journal.recordFailedAttempt(job.id, result.failure);
        return { kind: 'unavailable', failure: result.failure };
      }
      const fetched = { ...result, job, batch, uses: await this.#usesOf(job), takeId: 0 };
      await this.#commits.add(fetched);
      return { kind: 'stored', takeId: fetched.takeId, durationSeconds: result.checked.durationSeconds };
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      return { kind: 'unwritable', problem: error.problem };
    }
  }

  async #usesOf({ request }: SentJob): Promise<VoiceUse[] | null> {
    const { known } = this.#parts;
    return known ? voiceUses(request, known) : null;
  }

  #commit(group: readonly Fetched[]): void {
    const { project, journal, clock, connection } = this.#parts;
    const now = clock.now();
    project.db.transaction(() => {
      for (const fetched of group) {
        const { job, batch, checked, kept } = fetched;
        fetched.takeId = project.takes.addTake({
          lineId: job.lineId,
          renderKey: job.renderKey,
          request: job.request,
          audioHash: kept.hash,
          format: checked.format,
          sampleRate: checked.sampleRate,
          sizeBytes: kept.sizeBytes,
          durationSeconds: checked.durationSeconds,
          announcedSeconds: fetched.announcedSeconds ?? null,
          source: { ...connection, batchLink: batch.selfLink, childLink: job.childLink },
          jobId: job.id,
          uses: fetched.uses,
          createdAt: now,
        });
        project.takes.putAnalysis(kept.hash, checked.analysis);
        project.decisions.pickTake(job.lineId, job.renderKey, fetched.takeId);
        journal.markJobDone(job.id, now);
      }
      for (const batchId of new Set(group.map(({ batch }) => batch.id))) journal.closeBatch(batchId);
    });
  }
}

/**
 * A transaction for each take would take longer than writing the take itself. Items added during a commit go into the
 * next one.
 */
export class GroupCommit<T> {
  readonly #commit: (items: readonly T[]) => void;
  #waiting: { item: T; done: () => void; failed: (error: unknown) => void }[] = [];
  #scheduled = false;

  /** `commit` writes all items or none. Its error is passed to all of them. */
  constructor(commit: (items: readonly T[]) => void) {
    this.#commit = commit;
  }

  add(item: T): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (this.#scheduled) return;
      this.#scheduled = true;
      setImmediate(() => this.#flush());
    });
  }

  #flush(): void {
    this.#scheduled = false;
    const group = this.#waiting;
    this.#waiting = [];
    try {
      this.#commit(group.map(({ item }) => item));
    } catch (error) {
      for (const { failed } of group) failed(error);
      return;
    }
    for (const { done } of group) done();
  }
}
