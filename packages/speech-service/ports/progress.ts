// The progress of jobs, from the worker that speaks a job to the clients that follow its events.
import type { Stage } from '@lectern/tts-protocol';
import type { StoredJob } from './jobs.ts';

export type OpenStage = Exclude<Stage, 'complete'>;
type WorkStage = Exclude<OpenStage, 'queued' | 'active'>;

/** A stage and its completed fraction, 0 to 1. The fraction is always 0 for `queued` and `active`. */
export interface StageProgress {
  readonly stage: OpenStage;
  readonly fraction: number;
}

export interface ProgressWatcher {
  onProgress(reached: StageProgress): void;
  onEnd(job: StoredJob): void;
}

/** Used by the process that speaks. */
export interface ProgressReporter {
  /** Marks a job as running. A retried job keeps its previous progress. */
  begin(id: string): void;
  advance(id: string, stage: WorkStage, fraction: number): void;
  release(id: string): void;
  end(job: StoredJob): void;
}

/** Used by the process that answers clients. */
export interface ProgressSource {
  watch(id: string, watcher: ProgressWatcher): { readonly reached: StageProgress; readonly leave: () => void };
}
