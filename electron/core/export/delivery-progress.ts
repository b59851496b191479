// How far an export of finished files is.
import type { SoundPlan } from '../mastering/sound-plan.ts';
import type { PlacedFile } from './placed-files.ts';

export interface DeliveryProgress {
  /** Files that are made or have failed, of those that are to be made. */
  readonly done: number;
  readonly total: number;
  /** The file that was begun last; null before the first. */
  readonly file: string | null;
  /** Chapters of those files. */
  readonly chaptersDone: number;
  readonly chapters: number;
  /** The part of the work that is done, by the length of the sound: 0 to 1. */
  readonly share: number;
}

/** Counts what is done, and tells of each step. */
export class DeliveryCount {
  readonly #sampleRate: number;
  readonly #tell: ((progress: DeliveryProgress) => void) | undefined;
  /** Seconds of sound that are done of each part that is under way. */
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

  /** @param missing the files that are to be made */
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

  /** @param share of a part that is done: 0 to 1 */
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
