import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { LenientOutput, OutputFormat } from '@lectern/tts-protocol';
import type { ConnectionIdentity } from '../../../shared/model/connection.ts';
import type { AudioFailure, Failure, Loss } from '../../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../../shared/model/problems/loss.ts';
import type { ProjectProblem } from '../../../shared/model/problems/project-problem.ts';
import type { VoiceUse } from '../../../shared/model/voice-use.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError, type ServiceProblem } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import { ProjectError } from '../project/folder/project-error.ts';
import type { Journal, OpenBatch, SentJob } from '../project/journal/journal.ts';
import type { Project } from '../project/project.ts';
import { audioLimitOf } from '../rules/longest-speech.ts';
import { findMixedUpJobs, matchChildren } from './match-children.ts';
import { LOST_AFTER_TRIES, type ServicePresence } from './service-presence.ts';
import { type KnownVoices, voiceUses } from './voice-uses.ts';

const DOWNLOADS = 8;
const FIRST_WAIT_MS = 300;
/** Used only if a request doesn't name a format. The actual format of the audio is accepted. */
const FALLBACK_FORMAT: OutputFormat = 'mp3';

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

interface StoredFile {
  readonly audioHash: string;
  readonly sizeBytes: number;
  readonly checked: Extract<CheckedAudio, { ok: true }>;
  readonly announcedSeconds: number | undefined;
}

interface Fetched extends StoredFile {
  readonly uses: readonly VoiceUse[] | null;
  readonly job: SentJob;
  readonly batch: OpenBatch;
  takeId: number;
}

type Received = ({ readonly ok: true } & StoredFile) | Extract<CheckedAudio, { ok: false }>;

/** Services send 0 for unknown sizes and durations. */
const knownFigure = (figure: number | undefined): number | undefined => (figure === 0 ? undefined : figure);

/** Only used for faulty files, not for connection or permission problems. */
function lossCauses(problem: ServiceProblem): readonly LossCause[] {
  if (problem.kind === 'address-expired') return GONE.has(problem.status) ? ['audio-gone'] : [];
  return problem.kind === 'incomplete-download' || problem.kind === 'oversized-download' ? ['audio-faulty'] : [];
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

export class TakeDownloader {
  readonly #parts: DownloadParts;
  readonly #limiter = new Limiter(DOWNLOADS);
  readonly #commits: GroupCommit<Fetched>;

  constructor(parts: DownloadParts) {
    this.#parts = parts;
    this.#commits = new GroupCommit((group) => this.#commit(group));
  }

  get isDownloading(): boolean {
    return this.#limiter.isBusy;
  }

  /** @throws the signal's reason when aborted */
  async download(batch: OpenBatch, job: SentJob, output: LenientOutput, signal: AbortSignal): Promise<DownloadOutcome> {
    const { journal, clock } = this.#parts;
    try {
      const result = await this.#fetch(batch, job, output, signal);
      if ('loss' in result) {
        journal.markJobsLost(batch.id, [job.id], result.loss, clock.now());
        return { kind: 'lost', loss: result.loss };
      }
      if ('failure' in result) {
        journal.recordFailedAttempt(job.id, result.failure);
        return { kind: 'unavailable', failure: result.failure };
      }
      await this.#commits.add(result);
      return { kind: 'stored', takeId: result.takeId, durationSeconds: result.checked.durationSeconds };
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      return { kind: 'unwritable', problem: error.problem };
    }
  }

  async #fetch(
    batch: OpenBatch,
    job: SentJob,
    first: LenientOutput,
    signal: AbortSignal,
  ): Promise<Fetched | { readonly failure: Failure } | { readonly loss: Loss }> {
    const { clock, presence } = this.#parts;
    let output = first;
    let last: AudioFailure = { defect: { kind: 'empty' } };
    const faults: LossCause[] = [];
    for (let tried = 0; tried < LOST_AFTER_TRIES; tried += 1) {
      signal.throwIfAborted();
      if (tried > 0) await clock.sleep(FIRST_WAIT_MS * 2 ** (tried - 1), signal);
      const current = output;
      try {
        // Queue again for each attempt, so that slow or failing downloads don't hold up other lines.
        const result = await this.#limiter.run(() => this.#receive(job, current, signal));
        if (result.ok) {
          const { ok: _, ...kept } = result;
          return { job, batch, ...kept, uses: await this.#usesOf(job), takeId: 0 };
        }
        last = { defect: result.defect };
        faults.push('audio-faulty');
      } catch (error) {
        if (signal.aborted || !(error instanceof ServiceError)) throw error;
        last = { problem: error.problem };
        append(faults, lossCauses(error.problem));
      }
      output = (await this.#readAgain(batch, job, signal)) ?? output;
    }
    const cause = faults.at(-1);
    const isLost = cause !== undefined && faults.length === LOST_AFTER_TRIES && (await presence.isConfirmed(signal));
    if (!isLost) return { failure: { kind: 'audio-unavailable', ...last } };
    return { loss: { kind: 'lost', cause, message: null, ...last } };
  }

  async #usesOf({ request }: SentJob): Promise<VoiceUse[] | null> {
    const { known } = this.#parts;
    return known ? voiceUses(request, known) : null;
  }

  async #receive(job: SentJob, output: LenientOutput, signal: AbortSignal): Promise<Received> {
    const { project, checkAudio, client } = this.#parts;
    const { text, speed, output_format, sample_rate } = job.request;
    const limit = audioLimitOf({ characters: countCharacters(text), speed });
    signal.throwIfAborted();
    const announcedSeconds = knownFigure(output.duration);
    const incoming = project.takes.receiveAudio(knownFigure(output.size));
    try {
      await client.download(output.url, { to: incoming, limit, sizeBytes: knownFigure(output.size), signal, tries: 3 });
      const checked = await checkAudio(incoming.at, {
        format: output_format ?? FALLBACK_FORMAT,
        sampleRate: sample_rate,
        maxSeconds: limit.seconds,
        sizeBytes: knownFigure(output.size),
        durationSeconds: announcedSeconds,
      });
      if (!checked.ok) return checked;
      const { hash, sizeBytes } = await project.takes.keepAudio(incoming, checked.format);
      return { ok: true, audioHash: hash, sizeBytes, checked, announcedSeconds };
    } finally {
      await incoming.discard();
    }
  }

  /** If an address has expired, it is replaced with a new one. */
  async #readAgain(batch: OpenBatch, job: SentJob, signal: AbortSignal): Promise<LenientOutput | null> {
    const { client } = this.#parts;
    try {
      const jobs = [...batch.finished, ...batch.jobs.filter(({ id }) => id !== job.id), job];
      const children = job.childLink
        ? [await client.readChild(job.childLink, signal)]
        : ((await client.readBatch(batch.selfLink, signal)).jobs ?? []);
      const found = job.childLink ? new Map([[job.customId, children[0] ?? {}]]) : matchChildren(jobs, children);
      return findMixedUpJobs(jobs, children, found).has(job.customId)
        ? null
        : (found.get(job.customId)?.output ?? null);
    } catch (error) {
      if (signal.aborted || !(error instanceof ServiceError)) throw error;
      return null;
    }
  }

  #commit(group: readonly Fetched[]): void {
    const { project, journal, clock, connection } = this.#parts;
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
          announcedSeconds: fetched.announcedSeconds ?? null,
          source: { ...connection, batchLink: batch.selfLink, childLink: job.childLink },
          jobId: job.id,
          uses: fetched.uses,
          createdAt: now,
        });
        project.takes.putAnalysis(fetched.audioHash, checked.analysis);
        project.decisions.pickTake(job.lineId, job.renderKey, fetched.takeId);
        journal.markJobDone(job.id, now);
      }
      for (const batchId of new Set(group.map(({ batch }) => batch.id))) journal.closeBatch(batchId);
    });
  }
}

export class Limiter {
  readonly #most: number;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** `maxConcurrent` is at least 1. */
  constructor(maxConcurrent: number) {
    this.#most = maxConcurrent;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#most) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      // Pass the slot directly to the next caller, so that no later caller can take it first.
      if (next) next();
      else this.#running -= 1;
    }
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
