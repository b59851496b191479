// How far a task is, told in few steps: who watches needs no more.
import type { OnProgress, SpeechStage } from '../speech/speech-engine.ts';

/** Twenty steps a stage at most. The little that is left out is for fractions that are rounded. */
const STEP = 1 / 20 - 1e-9;

/** Tells of one stage after the other: that it begins (0), how far it is, and that it is done (1). None is left out. */
export class StageTeller {
  readonly #stages: readonly SpeechStage[];
  readonly #tell: OnProgress;
  #place = -1;
  #told = 0;

  /** @param stages those that there are, in their order */
  constructor(stages: readonly SpeechStage[], tell: OnProgress) {
    this.#stages = stages;
    this.#tell = tell;
  }

  /** @param fraction how much of the stage is done, 0 to 1; what is not a step further than what was told is not told */
  reach(stage: SpeechStage, fraction: number): void {
    const place = this.#stages.indexOf(stage);
    while (this.#place < place) this.#goOn();
    if (place < 0 || place !== this.#place || !(fraction < 1) || fraction - this.#told < STEP) return;
    this.#told = fraction;
    this.#tell(stage, fraction);
  }

  /** All is done. */
  end(): void {
    while (this.#place < this.#stages.length) this.#goOn();
  }

  #goOn(): void {
    const done = this.#stages[this.#place];
    if (done !== undefined) this.#tell(done, 1);
    this.#place += 1;
    this.#told = 0;
    const next = this.#stages[this.#place];
    if (next !== undefined) this.#tell(next, 0);
  }
}
