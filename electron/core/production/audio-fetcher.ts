import type { AudioInput } from '@lectern/audio';
import type { CheckedAudio, ExpectedAudio } from '@lectern/audio/meters';
import type { LenientOutput, OutputFormat } from '@lectern/tts-protocol';
import type { IncomingFile } from '../../../node/files/incoming-file.ts';
import type { AudioFailure, Failure, Loss } from '../../../shared/model/problems/line-failure.ts';
import type { LossCause } from '../../../shared/model/problems/loss.ts';
import { countCharacters } from '../../../shared/rules/characters.ts';
import { append } from '../../../shared/rules/lists.ts';
import type { ServiceClient } from '../api/service-client.ts';
import { ServiceError, type ServiceProblem } from '../api/service-error.ts';
import type { Clock } from '../ports.ts';
import type { OpenBatch, SentJob } from '../project/journal/journal.ts';
import { audioLimitOf } from '../rules/longest-speech.ts';
import { findMixedUpJobs, matchChildren } from './match-children.ts';
import { LOST_AFTER_TRIES, type ServicePresence } from './service-presence.ts';

const DOWNLOADS = 8;
const FIRST_WAIT_MS = 300;
/** Used only if a request doesn't name a format. The actual format of the audio is accepted. */
const FALLBACK_FORMAT: OutputFormat = 'mp3';

type IntactAudio = Extract<CheckedAudio, { ok: true }>;

export interface AudioFetchParts<Kept> {
  readonly client: Pick<ServiceClient, 'download' | 'readBatch' | 'readChild'>;
  readonly clock: Clock;
  readonly presence: ServicePresence;
  readonly checkAudio: (at: AudioInput, expected: ExpectedAudio) => Promise<CheckedAudio>;
  /** Opens a file for audio, which is discarded after `keep`. */
  readonly receive: (expectedBytes: number | undefined) => IncomingFile;
  readonly keep: (incoming: IncomingFile, checked: IntactAudio) => Promise<Kept>;
}

export interface FetchedAudio<Kept> {
  /** The result of `keep`. */
  readonly kept: Kept;
  readonly checked: IntactAudio;
  readonly announcedSeconds: number | undefined;
}

type Received<Kept> = ({ readonly ok: true } & FetchedAudio<Kept>) | Extract<CheckedAudio, { ok: false }>;

/** Services send 0 for unknown sizes and durations. */
const knownFigure = (figure: number | undefined): number | undefined => (figure === 0 ? undefined : figure);

/** Only used for faulty files, not for connection or permission problems. */
function lossCauses(problem: ServiceProblem): readonly LossCause[] {
  if (problem.kind === 'address-expired') return GONE.has(problem.status) ? ['audio-gone'] : [];
  return problem.kind === 'incomplete-download' || problem.kind === 'oversized-download' ? ['audio-faulty'] : [];
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Downloads and checks the audio of completed jobs, a few at a time. */
export class AudioFetcher<Kept> {
  readonly #parts: AudioFetchParts<Kept>;
  readonly #limiter = new Limiter(DOWNLOADS);

  constructor(parts: AudioFetchParts<Kept>) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#limiter.isBusy;
  }

  /**
   * Downloads the audio of a completed job. If an address has expired or the audio is faulty, reads the job again.
   * @throws the signal's reason when aborted
   */
  async fetch(
    batch: OpenBatch,
    job: SentJob,
    first: LenientOutput,
    signal: AbortSignal,
  ): Promise<FetchedAudio<Kept> | { readonly failure: Failure } | { readonly loss: Loss }> {
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
          const { ok: _, ...fetched } = result;
          return fetched;
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

  async #receive(job: SentJob, output: LenientOutput, signal: AbortSignal): Promise<Received<Kept>> {
    const { checkAudio, client, receive, keep } = this.#parts;
    const { text, speed, output_format, sample_rate } = job.request;
    const limit = audioLimitOf({ characters: countCharacters(text), speed });
    signal.throwIfAborted();
    const announcedSeconds = knownFigure(output.duration);
    const incoming = receive(knownFigure(output.size));
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
      return { ok: true, kept: await keep(incoming, checked), checked, announcedSeconds };
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
