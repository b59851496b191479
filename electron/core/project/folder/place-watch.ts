// Notices that the open project's folder was moved, or is back, while nothing is written.
import type { Clock } from '../../ports.ts';
import type { DatabaseFile } from './database-file.ts';

/** How often it is looked, in milliseconds. */
const LOOK_EVERY_MS = 5_000;

export interface PlaceWatchParts {
  readonly file: Pick<DatabaseFile, 'isStillInPlace'>;
  readonly clock: Clock;
  /** The folder has gone, or is back. */
  readonly onChange: () => void;
}

export class PlaceWatch {
  readonly #parts: PlaceWatchParts;
  readonly #end = new AbortController();

  constructor(parts: PlaceWatchParts) {
    this.#parts = parts;
  }

  /** Looks until `stop` is called. Does not wait. */
  begin(): void {
    this.#look().catch((error: unknown) => {
      if (!this.#end.signal.aborted) throw error;
    });
  }

  stop(): void {
    this.#end.abort(new Error('the project is closed'));
  }

  async #look(): Promise<void> {
    const { file, clock, onChange } = this.#parts;
    let wasInPlace = true;
    for (;;) {
      await clock.sleep(LOOK_EVERY_MS, this.#end.signal);
      const isInPlace = await file.isStillInPlace();
      if (this.#end.signal.aborted) return;
      if (isInPlace !== wasInPlace) onChange();
      wasInPlace = isInPlace;
    }
  }
}
