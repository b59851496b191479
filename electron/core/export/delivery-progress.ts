import type { SoundPlan } from '@lectern/audio/mastering';
import type { PlacedFile } from './placed-files.ts';

export interface DeliveryProgress {
  /** Files finished or failed, out of `total`. */
  readonly done: number;
  readonly total: number;
  /** The file started last; null before the first. */
  readonly file: string | null;
  readonly chaptersDone: number;
  readonly chapters: number;
  /** Finished part of the work by audio length, 0 to 1. */
  readonly share: number;
}

export class DeliveryCount {
  readonly #sampleRate: number;
  readonly #tell: ((progress: DeliveryProgress) => void) | undefined;
  /** Finished seconds of each part in progress. */
  readonly #parts = new Map<SoundPlan, number>();
  #secondsInAll = 0;
  #chapters = 0;
  #chaptersDone = 0;
  #total = 0;
  #done = 0;
  #latest: string | null = null;

  constructor(sampleRate: number, tell: ((progress: DeliveryProgress) => void) | undefined) {
    this.#sampleRate = sampleRate;
    this.#tell = tell;
  }

  begin(missing: readonly PlacedFile[]): void {
    this.#total = missing.length;
    this.#chapters = missing.reduce((sum, { wanted }) => sum + wanted.sections.length, 0);
    this.#secondsInAll = missing.reduce((sum, { wanted }) => sum + this.seconds(wanted.frames), 0);
    this.#told();
  }

  begun(file: string): void {
    this.#latest = file;
    this.#told();
  }

  ended(): void {
    this.#done += 1;
    this.#told();
  }

  chaptersMade(chapters: number): void {
    this.#chaptersDone += chapters;
    this.#told();
  }

  /** @param share finished part, 0 to 1 */
  part(plan: SoundPlan, share: number): void {
    this.#parts.set(plan, this.seconds(plan.frames) * share);
    this.#told();
  }

  seconds(frames: number): number {
    return frames / this.#sampleRate;
  }

  #told(): void {
    let seconds = 0;
    for (const part of this.#parts.values()) seconds += part;
    const share = this.#secondsInAll > 0 ? Math.min(1, seconds / this.#secondsInAll) : 0;
    const [chaptersDone, chapters] = [this.#chaptersDone, this.#chapters];
    this.#tell?.({ done: this.#done, total: this.#total, file: this.#latest, chaptersDone, chapters, share });
  }
}
