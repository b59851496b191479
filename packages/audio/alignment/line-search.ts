// Finds the most likely course of a recording through a script, by a Viterbi search. Lines can be read completely or
// abandoned, skipped or repeated, and there can be other sounds in between. Inner loops index typed arrays with
// `as number`, because calling a function for each value would take twice as long; all indexes are below the arrays' sizes.
import { at } from '../../../shared/rules/at.ts';
import { SOUND_COUNT } from './sound-classes.ts';

/** The frames of a recording, about 30 ms each. */
export interface SearchedFrames {
  readonly count: number;
  /** The cost of each sound in each frame, `SOUND_COUNT` values per frame. */
  readonly costs: Float32Array;
  /** 1 for frames that follow a pause. */
  readonly isAfterPause: Uint8Array;
}

/** The sounds of all lines, at the recording's pace. */
export interface ScriptSounds {
  /** The sound of each frame. */
  readonly sounds: Uint8Array;
  /** The first frame of each line, and the number of frames. Lines that can't be read have no frames. */
  readonly starts: Int32Array;
}

/** A part of a recording, in frames. */
export interface CoursePart {
  /** Counted from 0; null for sounds that don't belong to any line. */
  readonly line: number | null;
  readonly from: number;
  readonly to: number;
  /** Whether the end of the line was reached. */
  readonly isComplete: boolean;
}

/** Cost of advancing by more or less than one frame of the script per frame of the recording. */
const UNEVEN = 0.4;
/** Cost of advancing by 0 to 3 frames. */
const ADVANCE_COSTS = [UNEVEN, 0, UNEVEN, 3 * UNEVEN] as const;
/** Cost of sounds that don't belong to any line, apart from that of each frame. */
const OTHER_SOUND_STARTS = 6;
/** Cost of skipping lines, and of each further line. */
const SKIP = 16;
const SKIP_EACH = 1;
/** How many lines a reader usually goes back at most. */
const MAX_LINES_BACK = 4;
/** Cost of going back to the start of a line, and of each further line. */
const REPEAT = 14;
const REPEAT_EACH = 1;
/** Additional cost if the line wasn't read to its end. */
const ABANDONED = 3;
/** Cost of a line that starts without a pause. */
const NO_PAUSE = 12;
/** How many lines are usually skipped at most. */
const MAX_LINES_SKIPPED = 30;
/** Cost of going on at any other line. */
const JUMP = 40;
/** Distant lines are only considered if this many frames at their beginning cost less than this on average. */
const BEGINNING_FRAMES = 20;
const MAX_BEGINNING_COST = 3;
/** Relative paces at which beginnings are compared. */
const PACES = [0.8, 1, 1.25];
/** A line can end this many frames before the end of its sounds, and can be abandoned after this many frames. */
const END_FRAMES = 8;
const MIN_ABANDONED_FRAMES = 5;
/** Courses that cost this much more than the best one are dropped. */
const BEAM = 150;

/** Finds the cheapest course. @param otherCost cost of a frame that doesn't belong to any line */
export function searchLines(
  recording: SearchedFrames,
  script: ScriptSounds,
  otherCost: number,
  onProgress: (share: number) => void = () => {},
): CoursePart[] {
  const search = new LineSearch(recording, script, otherCost);
  for (let frame = 0; frame < recording.count; frame += 1) {
    search.advance(frame);
    if (frame % 1000 === 0) onProgress(frame / recording.count);
  }
  return search.result();
}

/** Where a course comes from: its cost so far, its last event, and whether it ended a line. */
interface Origin {
  cost: number;
  event: number;
  isComplete: boolean;
}

/** Starts of lines and of other sounds. Each refers to the event before it, so courses share their beginnings. */
class CourseEvents {
  #lines = new Int32Array(1024);
  #frames = new Int32Array(1024);
  #previous = new Int32Array(1024);
  /** Whether the part before was complete. */
  #isComplete = new Uint8Array(1024);
  #count = 0;

  /** @param line -1 for other sounds @returns the event's number */
  add(line: number, frame: number, { event, isComplete }: Origin): number {
    const index = this.#count;
    if (index === this.#lines.length) this.#grow();
    this.#lines[index] = line;
    this.#frames[index] = frame;
    this.#previous[index] = event;
    this.#isComplete[index] = isComplete ? 1 : 0;
    this.#count += 1;
    return index;
  }

  #grow(): void {
    const length = 2 * this.#lines.length;
    const grown = (old: Int32Array): Int32Array<ArrayBuffer> => {
      const array = new Int32Array(length);
      array.set(old);
      return array;
    };
    this.#lines = grown(this.#lines);
    this.#frames = grown(this.#frames);
    this.#previous = grown(this.#previous);
    const isComplete = new Uint8Array(length);
    isComplete.set(this.#isComplete);
    this.#isComplete = isComplete;
  }

  /** The parts of a course, in order. */
  trace(last: Origin, end: number): CoursePart[] {
    const parts: CoursePart[] = [];
    let { event, isComplete } = last;
    for (let to = end; event >= 0; ) {
      const line = at(this.#lines, event);
      const from = at(this.#frames, event);
      if (from < to) parts.push({ line: line < 0 ? null : line, from, to, isComplete });
      isComplete = at(this.#isComplete, event) === 1;
      event = at(this.#previous, event);
      to = from;
    }
    return parts.reverse();
  }
}

class LineSearch {
  readonly #recording: SearchedFrames;
  readonly #script: ScriptSounds;
  readonly #otherCost: number;
  readonly #lineCount: number;
  readonly #events = new CourseEvents();
  /** For each frame of the script, the cost of the cheapest course that is there, and its last event. */
  readonly #costs: Float64Array;
  readonly #courses: Int32Array;
  /** The frames of each line with a finite cost are from `#low` to before `#high`. */
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  /** The same for other sounds before each line, and after the last one. */
  readonly #others: Float64Array;
  readonly #otherCourses: Int32Array;
  /** The cheapest ways to reach the start of each line without skipping or repeating any, at the current frame. */
  readonly #arrivals: readonly Origin[];
  readonly #entries: readonly Origin[];
  #least = 0;

  constructor(recording: SearchedFrames, script: ScriptSounds, otherCost: number) {
    const lineCount = script.starts.length - 1;
    this.#recording = recording;
    this.#script = script;
    this.#otherCost = otherCost;
    this.#lineCount = lineCount;
    this.#costs = new Float64Array(script.sounds.length).fill(Infinity);
    this.#courses = new Int32Array(script.sounds.length);
    this.#low = script.starts.slice(0, lineCount);
    this.#high = script.starts.slice(0, lineCount);
    this.#others = new Float64Array(lineCount + 1).fill(Infinity);
    this.#otherCourses = new Int32Array(lineCount + 1);
    this.#arrivals = Array.from({ length: lineCount + 1 }, impossible);
    this.#entries = Array.from({ length: lineCount + 1 }, impossible);
    this.#others[0] = 0;
    this.#otherCourses[0] = this.#events.add(-1, 0, { cost: 0, event: -1, isComplete: true });
  }

  advance(frame: number): void {
    const hasPause = at(this.#recording.isAfterPause, frame) === 1;
    const limit = this.#least + BEAM;
    this.#findArrivals(hasPause);
    if (hasPause) this.#findEntries(frame);
    const others = this.#advanceOthers(frame, limit);
    let least = others;
    for (let line = 0; line < this.#lineCount; line += 1) {
      const entry = at(hasPause ? this.#entries : this.#arrivals, line);
      const isEntered = entry.cost < limit;
      if (!isEntered && at(this.#low, line) === at(this.#high, line)) continue;
      least = Math.min(least, this.#advanceLine(frame, line, isEntered ? entry : null, limit));
    }
    this.#least = least;
  }

  /** Finds the courses that have just reached the end of a line, or are in other sounds before the next one. */
  #findArrivals(hasPause: boolean): void {
    for (let line = 0; line <= this.#lineCount; line += 1) {
      const arrival = at(this.#arrivals, line);
      this.#end(line - 1, arrival);
      if (!hasPause) arrival.cost += NO_PAUSE;
      const other = at(this.#others, line);
      if (hasPause && other < arrival.cost) set(arrival, other, at(this.#otherCourses, line), true);
    }
  }

  /** Finds the cheapest way to start each line after a pause. */
  #findEntries(frame: number): void {
    const count = this.#lineCount;
    const entries = this.#entries;
    for (const [line, { cost, event, isComplete }] of this.#arrivals.entries())
      set(at(entries, line), cost, event, isComplete);
    for (let from = 0; from <= count; from += 1) {
      const arrival = at(this.#arrivals, from);
      if (arrival.cost < this.#least + BEAM) {
        for (let line = from + 1; line < Math.min(count, from + MAX_LINES_SKIPPED); line += 1)
          enter(at(entries, line), arrival, SKIP + SKIP_EACH * (line - from));
        for (let back = 1; back <= Math.min(from, MAX_LINES_BACK); back += 1)
          enter(at(entries, from - back), arrival, REPEAT + REPEAT_EACH * back);
      }
      if (from === count || at(this.#low, from) === at(this.#high, from)) continue;
      this.#abandon(from, abandoned);
      if (abandoned.cost >= this.#least + BEAM) continue;
      for (let back = 0; back <= Math.min(from, MAX_LINES_BACK - 1); back += 1)
        enter(at(entries, from - back), abandoned, REPEAT + ABANDONED + REPEAT_EACH * back);
    }
    this.#enterDistantLines(frame);
  }

  /** Lets the cheapest course go on at any line whose beginning resembles the next frames. */
  #enterDistantLines(frame: number): void {
    set(distant, Infinity, -1, true);
    for (const arrival of this.#arrivals) enter(distant, arrival, 0);
    if (distant.cost >= this.#least + BEAM - JUMP) return;
    for (let line = 0; line < this.#lineCount; line += 1) {
      const entry = at(this.#entries, line);
      if (distant.cost + JUMP < entry.cost && this.#startsLike(line, frame)) enter(entry, distant, JUMP);
    }
  }

  #startsLike(line: number, frame: number): boolean {
    const { sounds, starts } = this.#script;
    const { costs, count } = this.#recording;
    const start = at(starts, line);
    const length = at(starts, line + 1) - start;
    return PACES.some((pace) => {
      const frames = Math.min(BEGINNING_FRAMES, Math.floor(length / pace), count - frame);
      let cost = 0;
      for (let index = 0; index < frames; index += 1) {
        const sound = sounds[start + Math.floor(index * pace)] as number;
        cost += costs[(frame + index) * SOUND_COUNT + sound] as number;
      }
      return cost < MAX_BEGINNING_COST * frames;
    });
  }

  /** Continues other sounds, and starts them at the end of a line or inside of it. @returns the lowest cost */
  #advanceOthers(frame: number, limit: number): number {
    const hasPause = at(this.#recording.isAfterPause, frame) === 1;
    let least = Infinity;
    for (let line = 0; line <= this.#lineCount; line += 1) {
      let cost = at(this.#others, line);
      this.#end(line - 1, ended);
      ended.cost += OTHER_SOUND_STARTS + (hasPause ? 0 : NO_PAUSE);
      if (hasPause && line < this.#lineCount && at(this.#low, line) < at(this.#high, line)) {
        this.#abandon(line, abandoned);
        enter(ended, abandoned, REPEAT + ABANDONED);
      }
      if (ended.cost < cost && ended.cost < limit) {
        cost = ended.cost;
        this.#otherCourses[line] = this.#events.add(-1, frame, ended);
      }
      cost = cost > limit ? Infinity : cost + this.#otherCost;
      this.#others[line] = cost;
      if (cost < least) least = cost;
    }
    return least;
  }

  /** Advances within a line. @returns the lowest cost */
  #advanceLine(frame: number, line: number, entry: Origin | null, limit: number): number {
    const { sounds, starts } = this.#script;
    const { costs: soundCosts } = this.#recording;
    const costs = this.#costs;
    const courses = this.#courses;
    const start = at(starts, line);
    const low = entry ? start : at(this.#low, line);
    const high = Math.min(at(starts, line + 1), Math.max(low + 1, at(this.#high, line) + ADVANCE_COSTS.length - 1));
    if (low >= high) return Infinity;
    const row = frame * SOUND_COUNT;
    let least = Infinity;
    let newLow = high;
    let newHigh = low;
    // From the end, because each frame's new cost depends on the old costs of the frames before it.
    for (let place = high - 1; place >= low; place -= 1) {
      let cost = Infinity;
      let from = place;
      const furthest = Math.min(ADVANCE_COSTS.length - 1, place - start);
      for (let advance = 0; advance <= furthest; advance += 1) {
        const candidate = (costs[place - advance] as number) + (ADVANCE_COSTS[advance] as number);
        if (candidate >= cost) continue;
        cost = candidate;
        from = place - advance;
      }
      let course = courses[from] as number;
      if (place === start && entry && entry.cost < cost) {
        cost = entry.cost;
        course = this.#events.add(line, frame, entry);
      }
      if (cost > limit) {
        costs[place] = Infinity;
        continue;
      }
      cost += soundCosts[row + (sounds[place] as number)] as number;
      costs[place] = cost;
      courses[place] = course;
      if (cost < least) least = cost;
      newLow = place;
      if (newHigh === low) newHigh = place + 1;
    }
    this.#low[line] = Math.min(newLow, newHigh);
    this.#high[line] = newHigh;
    return least;
  }

  /** Finds the cheapest course that has just reached the end of a line. */
  #end(line: number, origin: Origin): void {
    set(origin, Infinity, -1, true);
    if (line < 0) return;
    const end = at(this.#script.starts, line + 1);
    for (let place = Math.max(end - END_FRAMES, at(this.#low, line)); place < at(this.#high, line); place += 1) {
      const cost = at(this.#costs, place) + (end - 1 - place) * UNEVEN;
      if (cost < origin.cost) set(origin, cost, at(this.#courses, place), true);
    }
  }

  /** Finds the cheapest course that is inside a line. */
  #abandon(line: number, origin: Origin): void {
    set(origin, Infinity, -1, false);
    const first = Math.max(at(this.#low, line), at(this.#script.starts, line) + MIN_ABANDONED_FRAMES);
    for (let place = first; place < at(this.#high, line); place += 1) {
      const cost = at(this.#costs, place);
      if (cost < origin.cost) set(origin, cost, at(this.#courses, place), false);
    }
  }

  /** A recording can end in other sounds, at the end of a line or, at the cost of a repeat, inside a line. */
  result(): CoursePart[] {
    const best = impossible();
    for (let line = 0; line <= this.#lineCount; line += 1) {
      this.#end(line - 1, ended);
      enter(best, ended, 0);
      set(ended, at(this.#others, line), at(this.#otherCourses, line), true);
      enter(best, ended, 0);
      if (line === this.#lineCount) continue;
      this.#abandon(line, abandoned);
      enter(best, abandoned, REPEAT + ABANDONED);
    }
    return this.#events.trace(best, this.#recording.count);
  }
}

const impossible = (): Origin => ({ cost: Infinity, event: -1, isComplete: true });

/** Reused, because allocating an object for each line and frame would take longer than the search. */
const ended = impossible();
const abandoned = impossible();
const distant = impossible();

function set(origin: Origin, cost: number, event: number, isComplete: boolean): void {
  origin.cost = cost;
  origin.event = event;
  origin.isComplete = isComplete;
}

function enter(entry: Origin, { cost, event, isComplete }: Origin, extra: number): void {
  if (cost + extra < entry.cost) set(entry, cost + extra, event, isComplete);
}
