// What waits to leave, in order: interactive work before bulk runs, runs in the order in which they came.
import type { Item, Room } from './scheduler-types.ts';

export type WorkKind = 'bulk' | 'interactive';

/** While bulk work waits, it has a turn after this many interactive departures in a row. */
export const INTERACTIVE_IN_A_ROW = 4;

interface WaitingLine<Line extends Item> extends Packable<Line> {
  /** Place in the run's script. */
  readonly place: number;
}

interface QueuedRun<Line extends Item, Run> {
  readonly run: Run;
  readonly kind: WorkKind;
  /** Runs leave in the order of their ranks. */
  readonly rank: number;
  /** In script order; those before the cursor have been taken. Never changed in place: copies of the queue share it. */
  entries: readonly WaitingLine<Line>[];
  cursor: number;
  /** Taken lines that came back, in script order: all go before the others. Never changed in place. */
  returned: readonly WaitingLine<Line>[];
}

/** The lines of a batch as they were taken, to put them back by. */
export interface Taken<Line extends Item, Run> {
  readonly run: Run;
  readonly lines: readonly Line[];
  readonly from: QueuedRun<Line, Run>;
  readonly entries: readonly WaitingLine<Line>[];
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
    const regrouped = (entry: WaitingLine<Line>, index: number) => ({
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
    const stays = ({ line }: WaitingLine<Line>) => wanted !== undefined && !wanted.has(line.id);
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

  #draw(queued: QueuedRun<Line, Run>, count: number): WaitingLine<Line>[] {
    const again = queued.returned.slice(0, count);
    const first = queued.entries.slice(queued.cursor, queued.cursor + count - again.length);
    queued.returned = queued.returned.slice(again.length);
    queued.cursor += first.length;
    const drawn = [...again, ...first];
    this.#count(drawn, -1);
    this.#forgetEmptyRuns();
    return drawn;
  }

  #count(entries: readonly WaitingLine<Line>[], sign: 1 | -1): void {
    this.#size += sign * entries.length;
    for (const { line } of entries) this.#characters += sign * line.characters;
  }

  #forgetEmptyRuns(): void {
    const isEmpty = ({ returned, entries, cursor }: QueuedRun<Line, Run>) =>
      returned.length + entries.length === cursor;
    if (this.#runs.some(isEmpty)) this.#runs = this.#runs.filter((queued) => !isEmpty(queued));
  }
}

// How a batch is cut from the queue, given the room there is. Pure.

/** A line in the queue. */
export interface Packable<Line extends Item = Item> {
  readonly line: Line;
  /** Lines of different groups never share a batch (the halves of a batch that was refused as a whole). */
  readonly group: number;
}

interface CutOptions {
  /** At least 1; 50 at most where the service's interface is followed ("Limits"). */
  readonly linesPerBatch: number;
  /** Whether a batch that is not full leaves at once, whatever requests it costs: someone is waiting for it. */
  readonly eager: boolean;
}

interface Cut<Line extends Item = Item> {
  /** In script order; empty: wait until the room changes. */
  readonly lines: readonly Line[];
  readonly characters: number;
}

/**
 * Cuts the next batch: the longest row of lines from the head of the queue that fits. No line is ever passed over.
 *
 * A full batch leaves at once, and so does the rest of a queue. One that only the lack of characters keeps from being
 * full leaves at once too while requests are plenty, but the fewer are left, the more it must carry: its share of the
 * characters that the plan gives for each request must be as large as the share of requests in use. Thus long lines use
 * up the characters as soon as they come free, short lines don't fritter the requests away, and a text that changes
 * between the two loses nothing at the change. With nothing in the window the rule asks for nothing: it can't lock up.
 *
 * @param queue the waiting lines of one run, in order; read no further than needed
 */
export function cutBatch<Line extends Item>(
  queue: Iterable<Packable<Line>>,
  room: Room,
  options: CutOptions,
): Cut<Line> {
  const { linesPerBatch, eager } = options;
  const { limit } = room;
  const lines: Line[] = [];
  if (room.requests < 1) return { lines, characters: 0 };
  let characters = 0;
  let group: number | undefined;
  let couldBeLonger = false;
  for (const entry of queue) {
    group ??= entry.group;
    if (lines.length === linesPerBatch || entry.group !== group) break;
    const fits = characters + entry.line.characters <= room.characters;
    const leavesAlone = lines.length === 0 && entry.line.characters <= room.loneLine;
    if (!fits && !leavesAlone) {
      couldBeLonger = entry.line.characters <= (limit.characters ?? Infinity);
      break;
    }
    lines.push(entry.line);
    characters += entry.line.characters;
    if (!fits) break;
  }
  if (couldBeLonger && !eager && characters < leastCharacters(room)) return { lines: [], characters: 0 };
  return { lines, characters };
}

/** What a batch must carry to be worth a request. */
function leastCharacters(room: Room): number {
  const { requests, characters } = room.limit;
  if (requests === undefined || characters === undefined) return 0;
  const inUse = Math.max(0, 1 - room.requests / requests);
  return (characters / requests) * inUse;
}
