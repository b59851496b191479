import type { MonotonicClock } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { StoredJob } from '../ports/jobs.ts';
import type { OpenStage, ProgressReporter, ProgressSource, ProgressWatcher, StageProgress } from '../ports/progress.ts';
import type { OnProgress, SpeechStage } from '../speech/speech-engine.ts';

export const OPEN_STAGES = ['queued', 'active', 'preload', 'generate', 'postprocessing'] as const satisfies OpenStage[];

const SPEECH_STAGES = ['preload', 'generate', 'postprocessing'] as const satisfies SpeechStage[];

export const isSpeechStage = (stage: OpenStage): stage is SpeechStage =>
  (SPEECH_STAGES as readonly OpenStage[]).includes(stage);

export function isAhead(a: StageProgress, b: StageProgress): boolean {
  const ahead = OPEN_STAGES.indexOf(a.stage) - OPEN_STAGES.indexOf(b.stage);
  return ahead > 0 || (ahead === 0 && a.fraction > b.fraction);
}

function stageStart(stage: OpenStage): number {
  const before = OPEN_STAGES[OPEN_STAGES.indexOf(stage) - 1];
  return before === undefined ? 0 : DECISIONS.stageEnds[before];
}

/**
 * Returns the overall progress, 0 to 1, rounded to four decimals. Never decreases, and only reaches 1 for completed
 * jobs.
 */
export function overallProgress({ stage, fraction }: StageProgress): number {
  const end = DECISIONS.stageEnds[stage];
  const progress = isSpeechStage(stage) ? stageStart(stage) + (end - stageStart(stage)) * fraction : end;
  return Math.round(progress * 10_000) / 10_000;
}

export function progressAt(share: number): { readonly stage: SpeechStage; readonly fraction: number } {
  const stage = SPEECH_STAGES.find((one) => share < DECISIONS.stageEnds[one]) ?? 'postprocessing';
  const start = stageStart(stage);
  const fraction = (share - start) / (DECISIONS.stageEnds[stage] - start);
  return { stage, fraction: Math.min(1, Math.max(0, fraction)) };
}

/** Number of progress updates per job, and bounds for their interval in milliseconds. */
const UPDATES_PER_JOB = 100;
const UPDATE_INTERVAL_MS = { min: 50, max: 1000 } as const;

/**
 * Simulates a slow service (`--speed-factor`).
 * @param from time at which the job started
 * @throws once the signal is aborted
 */
export async function simulateProgress(
  clock: MonotonicClock,
  from: number,
  milliseconds: number,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = from + milliseconds;
  const tick = Math.min(UPDATE_INTERVAL_MS.max, Math.max(UPDATE_INTERVAL_MS.min, milliseconds / UPDATES_PER_JOB));
  for (let left = endsAt - clock.now(); left > 0; left = endsAt - clock.now()) {
    const { stage, fraction } = progressAt(1 - left / milliseconds);
    onProgress(stage, fraction);
    await clock.sleep(Math.min(left, tick), signal);
  }
}

const QUEUED: StageProgress = { stage: 'queued', fraction: 0 };
const ACTIVE: StageProgress = { stage: 'active', fraction: 0 };

interface TrackedJob {
  reached: StageProgress;
  isActive: boolean;
  readonly watchers: Set<ProgressWatcher>;
}

/** The progress of jobs within one process. */
export class JobProgress implements ProgressReporter, ProgressSource {
  readonly #entries = new Map<string, TrackedJob>();

  get size(): number {
    return this.#entries.size;
  }

  begin(id: string): void {
    const entry = this.#entry(id);
    entry.isActive = true;
    this.#advance(entry, ACTIVE);
  }

  advance(id: string, stage: SpeechStage, fraction: number): void {
    const entry = this.#entries.get(id);
    if (entry?.isActive !== true || Number.isNaN(fraction)) return;
    this.#advance(entry, { stage, fraction: Math.min(1, Math.max(0, fraction)) });
  }

  release(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.isActive = false;
    if (entry.watchers.size === 0) this.#entries.delete(id);
  }

  end(job: StoredJob): void {
    const entry = this.#entries.get(job.id);
    this.#entries.delete(job.id);
    for (const watcher of [...(entry?.watchers ?? [])]) watcher.onEnd(job);
  }

  watch(id: string, watcher: ProgressWatcher): { readonly reached: StageProgress; readonly leave: () => void } {
    const entry = this.#entry(id);
    entry.watchers.add(watcher);
    const leave = (): void => {
      entry.watchers.delete(watcher);
      const isNeeded = entry.isActive || entry.watchers.size > 0;
      if (!isNeeded && this.#entries.get(id) === entry) this.#entries.delete(id);
    };
    return { reached: entry.reached, leave };
  }

  #entry(id: string): TrackedJob {
    const entry = this.#entries.get(id) ?? { reached: QUEUED, isActive: false, watchers: new Set() };
    this.#entries.set(id, entry);
    return entry;
  }

  #advance(entry: TrackedJob, reached: StageProgress): void {
    if (!isAhead(reached, entry.reached)) return;
    entry.reached = reached;
    for (const watcher of [...entry.watchers]) watcher.onProgress(reached);
  }
}
