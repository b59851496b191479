import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { Emit } from '../bridge/handler-types.ts';
import type { Clock } from '../ports.ts';
import { Throttle } from '../timing.ts';

/** Sends updates within 200 ms of a change. */
const PUSH_INTERVAL_MS = 100;
/** Above this number of lines, the notification doesn't list them. */
const MAX_LISTED = 500;

export class LineEvents {
  readonly #throttle: Throttle;
  #lines = new Set<number>();
  #takes = new Set<number>();
  #all = false;

  constructor(
    clock: Clock,
    emit: Emit,
    briefsOf: (lineIds: readonly number[]) => LineBrief[],
    onDefect: (error: unknown) => unknown,
  ) {
    const push = () => {
      const [lines, takes, all] = [[...this.#lines], [...this.#takes], this.#all];
      this.#lines = new Set();
      this.#takes = new Set();
      this.#all = false;
      if (all || lines.length > MAX_LISTED) emit('lines-changed', { lines: null });
      else if (lines.length > 0) emit('lines-changed', { lines: briefsOf(lines) });
      if (takes.length > MAX_LISTED) emit('takes-changed', { lineIds: null });
      else if (takes.length > 0) emit('takes-changed', { lineIds: takes });
    };
    this.#throttle = new Throttle(clock, PUSH_INTERVAL_MS, push, onDefect);
  }

  /** Null if there are too many lines to list. */
  lines(lineIds: Iterable<number> | null): void {
    if (lineIds === null) this.#all = true;
    else for (const lineId of lineIds) this.#lines.add(lineId);
    this.#throttle.touch();
  }

  takes(lineIds: Iterable<number>): void {
    for (const lineId of lineIds) {
      this.#takes.add(lineId);
      this.#lines.add(lineId);
    }
    this.#throttle.touch();
  }

  stop(): void {
    this.#throttle.stop();
  }
}
