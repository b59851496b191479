// Which lines changed is told together, a few times a second.
import type { LineBrief } from '../../../shared/ipc/script-requests.ts';
import type { Emit } from '../bridge/handler-types.ts';
import type { Clock } from '../ports.ts';
import { Throttle } from '../timing.ts';

/** States follow within 200 ms of what changed them. */
const PUSH_MS = 100;
/** Of more lines than this it is only said that they changed. */
const MOST_NAMED = 500;

export class LineNotices {
  readonly #throttle: Throttle;
  #lines = new Set<number>();
  #takes = new Set<number>();
  #all = false;

  /** @param onDefect told where the states can't be found */
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
      if (all || lines.length > MOST_NAMED) emit('lines-changed', { lines: null });
      else if (lines.length > 0) emit('lines-changed', { lines: briefsOf(lines) });
      if (takes.length > MOST_NAMED) emit('takes-changed', { lineIds: null });
      else if (takes.length > 0) emit('takes-changed', { lineIds: takes });
    };
    this.#throttle = new Throttle(clock, PUSH_MS, push, onDefect);
  }

  /** The states of these lines changed; null: of more than are worth naming. */
  lines(lineIds: Iterable<number> | null): void {
    if (lineIds === null) this.#all = true;
    else for (const lineId of lineIds) this.#lines.add(lineId);
    this.#throttle.touch();
  }

  /** Takes of these lines came or changed. */
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
