import type { AudioPlan } from '@lectern/audio/mastering';
import { exportedSeconds } from '../plan/export-line.ts';
import { type PlannedFile, sectionsIn } from '../plan/export-plan.ts';

export interface ExportProgressEvent {
  /** Finished or failed. */
  readonly done: number;
  readonly total: number;
  /** The most recently started file. */
  readonly file: string;
  readonly chaptersDone: number;
  readonly chapters: number;
  /** Completed share from 0 to 1, weighted by audio length, or by number of files if there is no audio. */
  readonly share: number;
}

function secondsOf({ content }: PlannedFile): number {
  switch (content.kind) {
    case 'line':
      return exportedSeconds(content.line);
    case 'audio':
    case 'packed':
      return sectionsIn(content).reduce((sum, { plan, frames }) => sum + frames / plan.sampleRate, 0);
    default:
      return 0;
  }
}

const isMastered = ({ content }: PlannedFile): boolean => content.kind === 'audio' || content.kind === 'packed';

export class WorkProgress {
  readonly #report: ((progress: ExportProgressEvent) => void) | undefined;
  /** For each section in progress, the number of seconds that are finished. */
  readonly #parts = new Map<AudioPlan, number>();
  #seconds = 0;
  #secondsDone = 0;
  #chapters = 0;
  #chaptersDone = 0;
  #total = 0;
  #done = 0;
  #latest = '';

  constructor(report: ((progress: ExportProgressEvent) => void) | undefined) {
    this.#report = report;
  }

  begin(files: readonly PlannedFile[]): void {
    this.#total = files.length;
    this.#chapters = files.reduce((sum, file) => sum + sectionsIn(file.content).length, 0);
    this.#seconds = files.reduce((sum, file) => sum + secondsOf(file), 0);
  }

  fileStarted(file: string): void {
    this.#latest = file;
    this.#reportProgress();
  }

  fileFinished(planned: PlannedFile): void {
    this.#done += 1;
    if (!isMastered(planned)) this.#secondsDone += secondsOf(planned);
    this.#reportProgress();
  }

  chaptersFinished(chapters: number): void {
    this.#chaptersDone += chapters;
    this.#reportProgress();
  }

  /** `share` is 0 to 1. */
  sectionProgress(plan: AudioPlan, share: number): void {
    this.#parts.set(plan, (plan.frames / plan.sampleRate) * share);
    this.#reportProgress();
  }

  #reportProgress(): void {
    let seconds = this.#secondsDone;
    for (const part of this.#parts.values()) seconds += part;
    const share = this.#seconds > 0 ? seconds / this.#seconds : this.#done / Math.max(1, this.#total);
    const [chaptersDone, chapters] = [this.#chaptersDone, this.#chapters];
    const counts = { done: this.#done, total: this.#total, chaptersDone, chapters };
    this.#report?.({ ...counts, file: this.#latest, share: Math.min(1, share) });
  }
}

const MIN_MS = 1_000;
const MIN_SHARE = 0.01;

/** Estimates the remaining time; null if it is too early for an estimate. `share` is 0 to 1. */
export const secondsLeft = (share: number, elapsedMs: number): number | null =>
  elapsedMs >= MIN_MS && share >= MIN_SHARE ? (elapsedMs * (1 - share)) / share / 1_000 : null;
