// How a batch is cut from the queue, given the room there is. Pure.
import type { Item, Room } from './scheduler-types.ts';

/** A line in the queue. */
export interface Packable<Line extends Item = Item> {
  readonly line: Line;
  /** Lines of different groups never share a batch (the halves of a batch that was refused as a whole). */
  readonly group: number;
}

export interface CutOptions {
  /** At least 1; 50 at most where the service's interface is followed ("Limits"). */
  readonly linesPerBatch: number;
  /** Whether a batch that is not full leaves at once, whatever requests it costs: someone is waiting for it. */
  readonly eager: boolean;
}

export interface Cut<Line extends Item = Item> {
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
