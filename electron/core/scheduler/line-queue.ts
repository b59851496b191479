import type { Headroom, QueueItem } from './scheduler-types.ts';

export type WorkKind = 'bulk' | 'interactive';

/** After this many interactive submissions in a row, waiting bulk work gets a turn. */
export const INTERACTIVE_IN_A_ROW = 4;

interface WaitingLine<Line extends QueueItem> extends Packable<Line> {
  readonly place: number;
}

interface QueuedRun<Line extends QueueItem, Run> {
  readonly run: Run;
  readonly kind: WorkKind;
  readonly rank: number;
  /** In script order. Entries before the cursor have been taken. Never mutated, because clones share it. */
  entries: readonly WaitingLine<Line>[];
  cursor: number;
  /** Lines that were taken and then returned, in script order. Sent before all others. Never mutated. */
  returned: readonly WaitingLine<Line>[];
}

export interface TakenBatch<Line extends QueueItem, Run> {
  readonly run: Run;
  readonly lines: readonly Line[];
  readonly from: QueuedRun<Line, Run>;
  readonly entries: readonly WaitingLine<Line>[];
}

export interface QueueTurn<Run> {
  readonly run: Run;
  readonly kind: WorkKind;
  /** Interactive work is waiting for this bulk batch to be sent, so send it even if it isn't full. */
  readonly pressed: boolean;
}

/** Runs with lower positions go first. The position may change while the run is queued. */
export type PositionOf<Run> = (run: Run, kind: WorkKind) => number;

/**
 * `Run` is the owner's identifier. Taking a batch takes time proportional to its size. Interactive lines go first, but
 * bulk work gets at least a fifth of the submissions. Within each kind, runs are sent completely, in order of their
 * positions, and of arrival for equal positions.
 */
export class LineQueue<Line extends QueueItem, Run> {
  readonly #positionOf: PositionOf<Run>;
  #runs: QueuedRun<Line, Run>[] = [];
  #ranks = 0;
  #groups = 0;
  #interactiveInARow = 0;
  #size = 0;
  #characters = 0;

  /** By default, all positions are equal. */
  constructor(positionOf: PositionOf<Run> = () => 0) {
    this.#positionOf = positionOf;
  }

  get size(): number {
    return this.#size;
  }

  get characters(): number {
    return this.#characters;
  }

  add(run: Run, kind: WorkKind, lines: readonly Line[]): void {
    const entries = lines.map((line, place) => ({ line, place, group: 0 }));
    this.#ranks += 1;
    this.#runs.push({ run, kind, rank: this.#ranks, entries, cursor: 0, returned: [] });
    this.#count(entries, 1);
    this.#forgetEmptyRuns();
  }

  turn(): QueueTurn<Run> | null {
    const next = this.#next();
    if (!next) return null;
    return {
      run: next.run,
      kind: next.kind,
      pressed: next.kind === 'bulk' && this.#first('interactive') !== undefined,
    };
  }

  *waiting(): Generator<Packable<Line>, void> {
    const next = this.#next();
    if (!next) return;
    yield* next.returned;
    for (let place = next.cursor; place < next.entries.length; place += 1) {
      const entry = next.entries[place];
      if (entry) yield entry;
    }
  }

  /** The characters of the waiting bulk lines whose runs go before a position, in arbitrary order. */
  before(position: number): number[] {
    const earlier = this.#runs.filter(({ run, kind }) => kind === 'bulk' && this.#positionOf(run, kind) < position);
    return earlier.flatMap(({ returned, entries, cursor }) =>
      [...returned, ...entries.slice(cursor)].map(({ line }) => line.characters),
    );
  }

  take(count: number): TakenBatch<Line, Run> | null {
    const next = this.#next();
    if (!next) return null;
    if (next.kind === 'bulk') this.#interactiveInARow = 0;
    else if (this.#first('bulk')) this.#interactiveInARow += 1;
    const entries = this.#takeEntries(next, count);
    return { run: next.run, lines: entries.map((entry) => entry.line), from: next, entries };
  }

  dropHead(): void {
    const next = this.#next();
    if (next) this.#takeEntries(next, 1);
  }

  /**
   * Returns a batch's lines to the queue. The run keeps its position. `halves` splits the lines into two batches that
   * are never merged.
   */
  putBack({ from, entries }: TakenBatch<Line, Run>, mode: 'together' | 'halves'): void {
    const half = Math.ceil(entries.length / 2);
    const regrouped = (entry: WaitingLine<Line>, index: number) => ({
      ...entry,
      group: this.#groups + (index < half ? 1 : 2),
    });
    const back = mode === 'halves' ? entries.map(regrouped) : entries;
    if (mode === 'halves') this.#groups += 2;
    from.returned = [...from.returned, ...back].sort((a, b) => a.place - b.place);
    this.#count(back, 1);
    if (!this.#runs.includes(from)) this.#runs = [...this.#runs, from].sort((a, b) => a.rank - b.rank);
  }

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

  clone(): LineQueue<Line, Run> {
    const copy = new LineQueue<Line, Run>(this.#positionOf);
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
    let first: { readonly queued: QueuedRun<Line, Run>; readonly position: number } | undefined;
    for (const queued of this.#runs) {
      if (queued.kind !== kind) continue;
      const position = this.#positionOf(queued.run, kind);
      if (first === undefined || position < first.position) first = { queued, position };
    }
    return first?.queued;
  }

  #takeEntries(queued: QueuedRun<Line, Run>, count: number): WaitingLine<Line>[] {
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

export interface Packable<Line extends QueueItem = QueueItem> {
  readonly line: Line;
  /** Groups are the halves of a batch that was refused as a whole. They are never combined in a batch. */
  readonly group: number;
}

interface CutOptions {
  /** At least 1, and at most 50 for the service's interface (see “Limits”). */
  readonly linesPerBatch: number;
  /** Sends a partial batch immediately, because a user is waiting for it. */
  readonly eager: boolean;
}

interface Cut<Line extends QueueItem = QueueItem> {
  /** In script order. If empty, wait until the available room changes. */
  readonly lines: readonly Line[];
  readonly characters: number;
}

/**
 * Takes as many lines as fit from the start of a single run, without skipping any. A full batch, or all remaining
 * lines, is sent immediately. Otherwise, the minimum batch size rises towards the plan's average characters per request
 * as the requests of the rate-limit window are used up. If the window is unused, there is no minimum, so the queue
 * can't get stuck.
 */
export function cutBatch<Line extends QueueItem>(
  queue: Iterable<Packable<Line>>,
  room: Headroom,
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
    const fitsAlone = lines.length === 0 && entry.line.characters <= room.loneLine;
    if (!fits && !fitsAlone) {
      couldBeLonger = entry.line.characters <= (limit.characters ?? Infinity);
      break;
    }
    lines.push(entry.line);
    characters += entry.line.characters;
    if (!fits) break;
  }
  if (couldBeLonger && !eager && characters < minCharacters(room)) return { lines: [], characters: 0 };
  return { lines, characters };
}

function minCharacters(room: Headroom): number {
  const { requests, characters } = room.limit;
  if (requests === undefined || characters === undefined) return 0;
  const inUse = Math.max(0, 1 - room.requests / requests);
  return (characters / requests) * inUse;
}
