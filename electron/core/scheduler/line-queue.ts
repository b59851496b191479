// What waits to leave, in order: interactive work before bulk runs, runs in the order in which they came.
import type { Packable } from './packing.ts';
import type { Item } from './scheduler-types.ts';

export type WorkKind = 'bulk' | 'interactive';

/** While bulk work waits, it has a turn after this many interactive departures in a row. */
export const INTERACTIVE_IN_A_ROW = 4;

interface Waiting<Line extends Item> extends Packable<Line> {
  /** Place in the run's script. */
  readonly place: number;
}

interface QueuedRun<Line extends Item, Run> {
  readonly run: Run;
  readonly kind: WorkKind;
  /** Runs leave in the order of their ranks. */
  readonly rank: number;
  /** In script order; those before the cursor have been taken. Never changed in place: copies of the queue share it. */
  entries: readonly Waiting<Line>[];
  cursor: number;
  /** Taken lines that came back, in script order: all go before the others. Never changed in place. */
  returned: readonly Waiting<Line>[];
}

/** The lines of a batch as they were taken, to put them back by. */
export interface Taken<Line extends Item, Run> {
  readonly run: Run;
  readonly lines: readonly Line[];
  readonly from: QueuedRun<Line, Run>;
  readonly entries: readonly Waiting<Line>[];
}

/** Whose turn it is. */
export interface QueueTurn<Run> {
  readonly run: Run;
  readonly kind: WorkKind;
  /** Whether interactive work waits for bulk's turn to pass: then it should not wait for a fuller batch. */
  readonly pressed: boolean;
}

/**
 * The queue. `Run` is whatever its owner knows a run by. Taking a batch costs what the batch has in lines, not what the
 * queue has.
 *
 * Order: an interactive line goes before all bulk work, but after four interactive departures in a row, while bulk work
 * waits, bulk has one: bulk keeps a fifth of the departures at least. Within a kind, the run that came first goes
 * first, all of it: a later run never makes an earlier one late. Lines that come back go to the front of their run.
 */
export class LineQueue<Line extends Item, Run> {
  #runs: QueuedRun<Line, Run>[] = [];
  #ranks = 0;
  #groups = 0;
  #interactiveInARow = 0;
  #size = 0;
  #characters = 0;

  /** Lines that wait. */
  get size(): number {
    return this.#size;
  }

  /** Characters that wait. */
  get characters(): number {
    return this.#characters;
  }

  /** @param lines in script order */
  add(run: Run, kind: WorkKind, lines: readonly Line[]): void {
    const entries = lines.map((line, place) => ({ line, place, group: 0 }));
    this.#ranks += 1;
    this.#runs.push({ run, kind, rank: this.#ranks, entries, cursor: 0, returned: [] });
    this.#count(entries, 1);
    this.#forgetEmptyRuns();
  }

  /** Whose turn it is; null where nothing waits. */
  turn(): QueueTurn<Run> | null {
    const next = this.#next();
    if (!next) return null;
    return {
      run: next.run,
      kind: next.kind,
      pressed: next.kind === 'bulk' && this.#first('interactive') !== undefined,
    };
  }

  /** The waiting lines of the run whose turn it is, in order. */
  *waiting(): Generator<Packable<Line>, void> {
    const next = this.#next();
    if (!next) return;
    yield* next.returned;
    for (let place = next.cursor; place < next.entries.length; place += 1) {
      const entry = next.entries[place];
      if (entry) yield entry;
    }
  }

  /** Takes `count` lines (1 or more) from the head of the run whose turn it is, for a departure. */
  take(count: number): Taken<Line, Run> | null {
    const next = this.#next();
    if (!next) return null;
    if (next.kind === 'bulk') this.#interactiveInARow = 0;
    else if (this.#first('bulk')) this.#interactiveInARow += 1;
    const entries = this.#draw(next, count);
    return { run: next.run, lines: entries.map((entry) => entry.line), from: next, entries };
  }

  /** Takes the head line of the run whose turn it is out of the queue, without a departure. */
  dropHead(): void {
    const next = this.#next();
    if (next) this.#draw(next, 1);
  }

  /** Puts lines back at the front of their run, which keeps its rank; `halves`: as two batches that never join. */
  putBack({ from, entries }: Taken<Line, Run>, how: 'together' | 'halves'): void {
    const half = Math.ceil(entries.length / 2);
    const regrouped = (entry: Waiting<Line>, index: number) => ({
      ...entry,
      group: this.#groups + (index < half ? 1 : 2),
    });
    const back = how === 'halves' ? entries.map(regrouped) : entries;
    if (how === 'halves') this.#groups += 2;
    from.returned = [...from.returned, ...back].sort((a, b) => a.place - b.place);
    this.#count(back, 1);
    if (!this.#runs.includes(from)) this.#runs = [...this.#runs, from].sort((a, b) => a.rank - b.rank);
  }

  /** Takes lines out: all, or those of some ids, of some runs. Gives what went, by run. */
  cancel(
    ids?: readonly string[],
    concerns: (run: Run) => boolean = () => true,
  ): { readonly run: Run; readonly lines: Line[] }[] {
    const wanted = ids && new Set(ids);
    const stays = ({ line }: Waiting<Line>) => wanted !== undefined && !wanted.has(line.id);
    const gone: { run: Run; lines: Line[] }[] = [];
    for (const queued of this.#runs) {
      if (!concerns(queued.run)) continue;
      const waiting = [...queued.returned, ...queued.entries.slice(queued.cursor)];
      const leaving = waiting.filter((entry) => !stays(entry));
      if (leaving.length === 0) continue;
      queued.returned = queued.returned.filter(stays);
      queued.entries = queued.entries.slice(queued.cursor).filter(stays);
      queued.cursor = 0;
      this.#count(leaving, -1);
      gone.push({ run: queued.run, lines: leaving.map((entry) => entry.line) });
    }
    this.#forgetEmptyRuns();
    return gone;
  }

  /** A queue of its own that starts from the same state, at no cost for each line. */
  clone(): LineQueue<Line, Run> {
    const copy = new LineQueue<Line, Run>();
    copy.#runs = this.#runs.map((queued) => ({ ...queued }));
    copy.#ranks = this.#ranks;
    copy.#groups = this.#groups;
    copy.#interactiveInARow = this.#interactiveInARow;
    copy.#size = this.#size;
    copy.#characters = this.#characters;
    return copy;
  }

  #next(): QueuedRun<Line, Run> | undefined {
    const interactive = this.#first('interactive');
    const bulk = this.#first('bulk');
    if (!interactive || !bulk) return interactive ?? bulk;
    return this.#interactiveInARow >= INTERACTIVE_IN_A_ROW ? bulk : interactive;
  }

  #first(kind: WorkKind): QueuedRun<Line, Run> | undefined {
    return this.#runs.find((queued) => queued.kind === kind);
  }

  #draw(queued: QueuedRun<Line, Run>, count: number): Waiting<Line>[] {
    const again = queued.returned.slice(0, count);
    const first = queued.entries.slice(queued.cursor, queued.cursor + count - again.length);
    queued.returned = queued.returned.slice(again.length);
    queued.cursor += first.length;
    const drawn = [...again, ...first];
    this.#count(drawn, -1);
    this.#forgetEmptyRuns();
    return drawn;
  }

  #count(entries: readonly Waiting<Line>[], sign: 1 | -1): void {
    this.#size += sign * entries.length;
    for (const { line } of entries) this.#characters += sign * line.characters;
  }

  #forgetEmptyRuns(): void {
    const isEmpty = ({ returned, entries, cursor }: QueuedRun<Line, Run>) =>
      returned.length + entries.length === cursor;
    if (this.#runs.some(isEmpty)) this.#runs = this.#runs.filter((queued) => !isEmpty(queued));
  }
}
