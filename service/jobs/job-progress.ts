// How far each job is, for its watchers. Only jobs that are being worked on or watched are known here.

import type { Stage } from '@lectern/tts-protocol';
import type { MonotonicClock } from '../common/clock.ts';
import { DECISIONS } from '../common/decisions.ts';
import type { OnProgress, SpeechStage } from '../speech/speech-engine.ts';
import type { StoredJob } from '../store/job-store.ts';

// The stages of a job, and the overall progress that follows from them ("States and transitions").

/** The stages before a job is complete, in their order. */
export const OPEN_STAGES = ['queued', 'active', 'preload', 'generate', 'postprocessing'] as const satisfies Stage[];
type OpenStage = (typeof OPEN_STAGES)[number];

const SPEECH_STAGES = ['preload', 'generate', 'postprocessing'] as const satisfies SpeechStage[];

/** Where a job is, and how much of that stage is done, 0 to 1; the first two stages have no extent. */
export interface StageProgress {
  readonly stage: OpenStage;
  readonly fraction: number;
}

/** Whether a stage is one of making the file, of which a part may be done. */
export const isSpeechStage = (stage: OpenStage): stage is SpeechStage =>
  (SPEECH_STAGES as readonly OpenStage[]).includes(stage);

/** Whether one is later than the other. */
export function isBeyond(one: StageProgress, other: StageProgress): boolean {
  const ahead = OPEN_STAGES.indexOf(one.stage) - OPEN_STAGES.indexOf(other.stage);
  return ahead > 0 || (ahead === 0 && one.fraction > other.fraction);
}

/** The overall progress at which a stage begins. */
function startOf(stage: OpenStage): number {
  const before = OPEN_STAGES[OPEN_STAGES.indexOf(stage) - 1];
  return before === undefined ? 0 : DECISIONS.stageEnds[before];
}

/** Overall progress, 0 to 1 (which only a complete job has), to four decimals. It never falls as a job goes on. */
export function overallProgress({ stage, fraction }: StageProgress): number {
  const end = DECISIONS.stageEnds[stage];
  const progress = isSpeechStage(stage) ? startOf(stage) + (end - startOf(stage)) * fraction : end;
  return Math.round(progress * 10_000) / 10_000;
}

/** Where a job of an even pace is after a part of its time, 0 to 1. */
export function progressAt(part: number): { readonly stage: SpeechStage; readonly fraction: number } {
  const stage = SPEECH_STAGES.find((one) => part < DECISIONS.stageEnds[one]) ?? 'postprocessing';
  const start = startOf(stage);
  const fraction = (part - start) / (DECISIONS.stageEnds[stage] - start);
  return { stage, fraction: Math.min(1, Math.max(0, fraction)) };
}

// Makes a job take longer than it needs (`--speed-factor`), so that people testing a client see a service at work.

/** Progress is told a hundred times, though not more often and not more rarely than this, in milliseconds. */
const TICKS = 100;
const TICK = { least: 50, most: 1000 } as const;

/**
 * Waits until a job has taken as long as it pretends to, and tells progress evenly over that time.
 *
 * @param from when the job was begun, by the same clock
 * @param milliseconds how long it pretends to take in all
 * @throws as soon as the signal is aborted
 */
export async function pretend(
  clock: MonotonicClock,
  from: number,
  milliseconds: number,
  onProgress: OnProgress,
  signal: AbortSignal,
): Promise<void> {
  const endsAt = from + milliseconds;
  const tick = Math.min(TICK.most, Math.max(TICK.least, milliseconds / TICKS));
  for (let left = endsAt - clock.now(); left > 0; left = endsAt - clock.now()) {
    const { stage, fraction } = progressAt(1 - left / milliseconds);
    onProgress(stage, fraction);
    await clock.sleep(Math.min(left, tick), signal);
  }
}

const QUEUED: StageProgress = { stage: 'queued', fraction: 0 };
const ACTIVE: StageProgress = { stage: 'active', fraction: 0 };

/** One who watches a job. Neither call may throw. */
export interface Watcher {
  /** The job has gone on. */
  onProgress(reached: StageProgress): void;
  /** The job has ended, as it says itself. There is nothing after that. */
  onEnd(job: StoredJob): void;
}

interface TrackedJob {
  reached: StageProgress;
  isActive: boolean;
  readonly watchers: Set<Watcher>;
}

/** From a job's identifier to where it is, and to those who watch it. */
export class JobProgress {
  readonly #entries = new Map<string, TrackedJob>();

  /** How many jobs are known here. */
  get size(): number {
    return this.#entries.size;
  }

  /** A job is worked on from now on. One that is tried again goes on from where it had come to: nothing ever falls. */
  begin(id: string): void {
    const entry = this.#entry(id);
    entry.isActive = true;
    this.#advance(entry, ACTIVE);
  }

  /** A job that is worked on has come so far. What would be less than before is not told. */
  advance(id: string, stage: SpeechStage, fraction: number): void {
    const entry = this.#entries.get(id);
    if (entry?.isActive !== true || Number.isNaN(fraction)) return;
    this.#advance(entry, { stage, fraction: Math.min(1, Math.max(0, fraction)) });
  }

  /** A job is no longer worked on, and waits in line again. */
  release(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    entry.isActive = false;
    if (entry.watchers.size === 0) this.#entries.delete(id);
  }

  /** A job has ended. */
  end(job: StoredJob): void {
    const entry = this.#entries.get(job.id);
    this.#entries.delete(job.id);
    for (const watcher of [...(entry?.watchers ?? [])]) watcher.onEnd(job);
  }

  /**
   * Watches a job that has not ended.
   * @returns where it is now, and what ends the watching
   */
  watch(id: string, watcher: Watcher): { readonly reached: StageProgress; readonly leave: () => void } {
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
    if (!isBeyond(reached, entry.reached)) return;
    entry.reached = reached;
    for (const watcher of [...entry.watchers]) watcher.onProgress(reached);
  }
}
