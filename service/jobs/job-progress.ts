// How far each job is, for its watchers. Only jobs that are being worked on or watched are known here.
import type { SpeechStage } from '../speech/speech-engine.ts';
import type { StoredJob } from '../store/stored-jobs.ts';
import { isBeyond, type Standing } from './job-stages.ts';

const QUEUED: Standing = { stage: 'queued', fraction: 0 };
const ACTIVE: Standing = { stage: 'active', fraction: 0 };

/** One who watches a job. Neither call may throw. */
export interface Watcher {
  /** The job has gone on. */
  onProgress(standing: Standing): void;
  /** The job has ended, as it says itself. There is nothing after that. */
  onEnd(job: StoredJob): void;
}

interface Entry {
  standing: Standing;
  isActive: boolean;
  readonly watchers: Set<Watcher>;
}

/** From a job's identifier to where it is, and to those who watch it. */
export class JobProgress {
  readonly #entries = new Map<string, Entry>();

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
  watch(id: string, watcher: Watcher): { readonly standing: Standing; readonly leave: () => void } {
    const entry = this.#entry(id);
    entry.watchers.add(watcher);
    const leave = (): void => {
      entry.watchers.delete(watcher);
      const isNeeded = entry.isActive || entry.watchers.size > 0;
      if (!isNeeded && this.#entries.get(id) === entry) this.#entries.delete(id);
    };
    return { standing: entry.standing, leave };
  }

  #entry(id: string): Entry {
    const entry = this.#entries.get(id) ?? { standing: QUEUED, isActive: false, watchers: new Set() };
    this.#entries.set(id, entry);
    return entry;
  }

  #advance(entry: Entry, standing: Standing): void {
    if (!isBeyond(standing, entry.standing)) return;
    entry.standing = standing;
    for (const watcher of [...entry.watchers]) watcher.onProgress(standing);
  }
}
