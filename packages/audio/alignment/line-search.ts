// Finds the most likely path of a recording through a script, by a Viterbi search. Lines can be read completely or
// abandoned, skipped or repeated, and there can be other sounds in between.
import { at } from '../../../shared/rules/at.ts';
import type { LineFeatures, RecordingFeatures } from './coarse-features.ts';

/** A reading of a line, or of its beginning. Frames are those of the recording. */
export interface ScriptPassage {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** Whether the end of the line was reached. */
  readonly isComplete: boolean;
  /** Mean distance between the recording and the line's reading. */
  readonly distance: number;
}

/** Frames of the recording that don't belong to any line. */
export interface OtherSound {
  readonly from: number;
  readonly to: number;
}

/** Number of lines before and after the current one that are searched. */
const LINES_BACK = 8;
const LINES_AHEAD = 30;
/** How many lines a reader can go back. */
const MAX_LINES_REPEATED = 4;

/** Cost of advancing by more or less than one frame of the reading per frame of the recording. */
const UNEVEN = 0.5;
const MAX_ADVANCE = 3;
/** Cost of each advance; more than two frames at once are unusual. */
const ADVANCE_COSTS = [UNEVEN, 0, UNEVEN, 3 * UNEVEN] as const;
/** Maximum distance, so that a short noise doesn't outweigh the words around it. */
const MAX_DISTANCE = 7;
/**
 * Cost of a frame that doesn't belong to any line: in the first pass, and in the second relative to the usual distance of
 * lines. It is lower than distances to other words.
 */
const FIRST_OTHER_SOUND = 4.9;
const OTHER_SOUND_EXCESS = 0.85;
const OTHER_SOUND_STARTS = 4;
/** Cost of skipping lines, and of each further line. */
const SKIP = 12;
const SKIP_EACH = 1;
/** Cost of going back to the start of a line, and of each further line. */
const REPEAT = 14;
const REPEAT_EACH = 1;
/** Cost of a line that starts without a pause. */
const NO_PAUSE = 8;
/** A line can end this many frames before the end of its reading, and start a restart after this many frames. */
const END_FRAMES = 3;
const MIN_ABANDONED_FRAMES = 3;
/** Speech advances the reading by at least this many frames per frame of the recording. */
const MIN_SPEECH_ADVANCE = 0.35;
/** Minimum pause between two sounds, in seconds. */
const MIN_GAP = 0.3;
/** Paths that cost this much more than the best one are abandoned. */
const BEAM = 150;

/**
 * The previous step of a path: a frame of the lines or, as a negative number, other sound before a line. Line `n` is the
 * end of the script.
 */
type StepSource = number;
const otherSoundBefore = (line: number): StepSource => -1 - line;
const lineAfterOtherSound = (source: StepSource): number => -1 - source;

/** The previous steps of all paths to a frame of the recording. */
interface SearchStep {
  readonly firstLine: number;
  readonly firstFrame: number;
  /** The advance to each frame of the lines, in two bits. It is 1 for a line's first frame if the line starts. */
  readonly advances: Uint8Array;
  /** For each line that starts, its source. */
  readonly entries: ReadonlyMap<number, StepSource>;
  /** For each line, the source of the other sound before it, or `CONTINUED`. */
  readonly otherSources: Int32Array;
}
const CONTINUED = -2_000_000_000;

export interface Course {
  readonly passages: readonly ScriptPassage[];
  readonly others: readonly OtherSound[];
}

/** Takes about 1/100 of the recording's duration. @param onFrame receives the progress, from 0 to 1 */
export function searchLines(
  recording: RecordingFeatures,
  lines: LineFeatures,
  onFrame: (share: number) => void = () => {},
): Course {
  const first = searchWith(FIRST_OTHER_SOUND, recording, lines, (share) => onFrame(share / 2));
  const distances = first.passages.map(({ distance }) => distance).sort((a, b) => a - b);
  const usual = distances[Math.floor(distances.length / 2)];
  if (usual === undefined) return first;
  return searchWith(usual + OTHER_SOUND_EXCESS, recording, lines, (share) => onFrame((1 + share) / 2));
}

function searchWith(
  otherSound: number,
  recording: RecordingFeatures,
  lines: LineFeatures,
  onFrame: (share: number) => void,
): Course {
  const search = new LineSearch(recording, lines, otherSound);
  const frames = recording.features.frames;
  for (let frame = 0; frame < frames; frame += 1) {
    search.advance(frame);
    if (frame % 1000 === 0) onFrame(frame / frames);
  }
  return search.result();
}

class LineSearch {
  readonly #recording: RecordingFeatures;
  readonly #otherSound: number;
  readonly #starts: Int32Array;
  readonly #values: Float32Array;
  readonly #lineCount: number;
  readonly #lineOf: Int32Array;
  readonly #steps: SearchStep[] = [];
  /** Cost of the best path to each frame of the lines, and to other sound before each line. */
  #costs: Float64Array;
  #nextCosts: Float64Array;
  #others: Float64Array;
  #nextOthers: Float64Array;
  #least = 0;
  #line = 0;

  constructor(recording: RecordingFeatures, { features, starts }: LineFeatures, otherSound: number) {
    this.#recording = recording;
    this.#otherSound = otherSound;
    this.#starts = starts;
    this.#values = features.values;
    this.#lineCount = starts.length - 1;
    this.#lineOf = new Int32Array(features.frames);
    for (let line = 0; line < this.#lineCount; line += 1)
      this.#lineOf.fill(line, at(starts, line), at(starts, line + 1));
    this.#costs = new Float64Array(features.frames).fill(Infinity);
    this.#nextCosts = new Float64Array(features.frames).fill(Infinity);
    this.#others = new Float64Array(this.#lineCount + 1).fill(Infinity);
    this.#nextOthers = new Float64Array(this.#lineCount + 1).fill(Infinity);
    this.#others[0] = 0;
  }

  advance(frame: number): void {
    const low = Math.max(0, this.#line - LINES_BACK);
    const high = Math.min(this.#lineCount, this.#line + LINES_AHEAD);
    const firstFrame = at(this.#starts, low);
    const endFrame = at(this.#starts, high);
    const limit = this.#least + BEAM;
    const entries = this.#findEntries(frame, low, high);
    const step: SearchStep = {
      firstLine: low,
      firstFrame,
      advances: new Uint8Array(Math.ceil((endFrame - firstFrame) / 4)),
      entries: entries.sources,
      otherSources: this.#continueOthers(frame, low, high),
    };
    let least = Infinity;
    let leastLine = this.#line;
    for (let line = low; line < high; line += 1) {
      const cost = this.#advanceLine(frame, line, entries.costs[line - low] ?? Infinity, limit, step);
      if (cost < least) {
        least = cost;
        leastLine = line;
      }
    }
    for (let line = low; line <= high; line += 1) {
      const cost = at(this.#nextOthers, line);
      if (cost >= least) continue;
      least = cost;
      leastLine = Math.min(line, this.#lineCount - 1);
    }
    this.#least = least;
    this.#line = leastLine;
    this.#steps.push(step);
    this.#swap(firstFrame, endFrame, low, high);
  }

  /** Advances within a line. @returns the lowest cost */
  #advanceLine(frame: number, line: number, entry: number, limit: number, step: SearchStep): number {
    const start = at(this.#starts, line);
    const end = at(this.#starts, line + 1);
    const before = this.#costs;
    const after = this.#nextCosts;
    let least = Infinity;
    for (let place = start; place < end; place += 1) {
      let cost = Infinity;
      let advance = 0;
      const furthest = Math.min(MAX_ADVANCE, place - start);
      for (let each = 0; each <= furthest; each += 1) {
        // Both indexes are within the arrays; a check would double the time of the search.
        const candidate = (before[place - each] as number) + (ADVANCE_COSTS[each] as number);
        if (candidate >= cost) continue;
        cost = candidate;
        advance = each;
      }
      if (place === start && entry < cost) {
        cost = entry;
        advance = 1;
      }
      if (cost > limit) {
        after[place] = Infinity;
        continue;
      }
      cost += this.#distance(frame, place);
      after[place] = cost;
      const index = place - step.firstFrame;
      step.advances[index >> 2] = at(step.advances, index >> 2) | (advance << (2 * (index & 3)));
      if (cost < least) least = cost;
    }
    return least;
  }

  #distance(frame: number, place: number): number {
    const { values, dimensions } = this.#recording.features;
    const others = this.#values;
    const start = frame * dimensions;
    const otherStart = place * dimensions;
    let sum = 0;
    for (let index = 0; index < dimensions; index += 1) {
      const difference = (values[start + index] as number) - (others[otherStart + index] as number);
      sum += difference * difference;
    }
    return Math.min(MAX_DISTANCE, Math.sqrt(sum));
  }

  /** Finds the cheapest way to start each line from `low` up to, but not including, `high`. */
  #findEntries(frame: number, low: number, high: number): { costs: Float64Array; sources: Map<number, StepSource> } {
    const costs = new Float64Array(high - low).fill(Infinity);
    const sources = new Map<number, StepSource>();
    const enter = (line: number, cost: number, source: StepSource): void => {
      if (line < low || line >= high || cost >= at(costs, line - low) || cost > this.#least + BEAM) return;
      costs[line - low] = cost;
      sources.set(line, source);
    };
    const hasPause = frame === 0 || at(this.#recording.isAfterPause, frame) === 1;
    for (let next = low; next <= high; next += 1) {
      const ended = this.#ended(next - 1);
      if (!hasPause) {
        enter(next, ended.cost + NO_PAUSE, ended.source);
        continue;
      }
      const other = at(this.#others, next);
      const [cost, source] = other < ended.cost ? [other, otherSoundBefore(next)] : [ended.cost, ended.source];
      enter(next, cost, source);
      for (let line = next + 1; line < high; line += 1) enter(line, cost + SKIP + SKIP_EACH * (line - next), source);
      for (let back = 1; back <= MAX_LINES_REPEATED; back += 1)
        enter(next - back, cost + REPEAT + REPEAT_EACH * back, source);
      if (next === high) continue;
      const abandoned = this.#abandoned(next);
      for (let back = 0; back < MAX_LINES_REPEATED; back += 1) {
        enter(next - back, abandoned.cost + REPEAT + REPEAT_EACH * back, abandoned.source);
      }
    }
    return { costs, sources };
  }

  /** Continues other sounds, and starts them after pauses. @returns their sources */
  #continueOthers(frame: number, low: number, high: number): Int32Array {
    const sources = new Int32Array(high - low + 1).fill(CONTINUED);
    const hasPause = frame === 0 || at(this.#recording.isAfterPause, frame) === 1;
    for (let line = low; line <= high; line += 1) {
      let cost = at(this.#others, line);
      const start = (candidate: number, source: StepSource): void => {
        if (candidate >= cost) return;
        cost = candidate;
        sources[line - low] = source;
      };
      if (hasPause) {
        const ended = this.#ended(line - 1);
        start(ended.cost + OTHER_SOUND_STARTS, ended.source);
        if (line < high) {
          const abandoned = this.#abandoned(line);
          start(abandoned.cost + REPEAT, abandoned.source);
        }
      }
      this.#nextOthers[line] = cost + this.#otherSound;
    }
    return sources;
  }

  /** The cheapest course that has just reached the end of a line. */
  #ended(line: number): { readonly cost: number; readonly source: StepSource } {
    if (line < 0) return { cost: Infinity, source: 0 };
    const end = at(this.#starts, line + 1);
    const first = Math.max(at(this.#starts, line), end - END_FRAMES);
    let cost = Infinity;
    let source = 0;
    for (let place = end - 1; place >= first; place -= 1) {
      const candidate = at(this.#costs, place) + (end - 1 - place) * UNEVEN;
      if (candidate >= cost) continue;
      cost = candidate;
      source = place;
    }
    return { cost, source };
  }

  /** The cheapest course that is inside a line. */
  #abandoned(line: number): { readonly cost: number; readonly source: StepSource } {
    let cost = Infinity;
    let source = 0;
    for (let place = at(this.#starts, line) + MIN_ABANDONED_FRAMES; place < at(this.#starts, line + 1); place += 1) {
      const candidate = at(this.#costs, place);
      if (candidate >= cost) continue;
      cost = candidate;
      source = place;
    }
    return { cost, source };
  }

  /** Replaces the current costs with the next ones. Costs are infinite outside the lines of both frames. */
  #swap(firstFrame: number, endFrame: number, low: number, high: number): void {
    [this.#costs, this.#nextCosts] = [this.#nextCosts, this.#costs];
    [this.#others, this.#nextOthers] = [this.#nextOthers, this.#others];
    this.#nextCosts.fill(Infinity, firstFrame, endFrame);
    this.#nextOthers.fill(Infinity, low, high + 1);
    const nextLow = Math.max(0, this.#line - LINES_BACK);
    const nextHigh = Math.min(this.#lineCount, this.#line + LINES_AHEAD);
    this.#costs.fill(Infinity, firstFrame, Math.max(firstFrame, at(this.#starts, nextLow)));
    this.#costs.fill(Infinity, Math.min(endFrame, at(this.#starts, nextHigh)), endFrame);
    this.#others.fill(Infinity, low, Math.max(low, nextLow));
    this.#others.fill(Infinity, Math.min(high, nextHigh) + 1, high + 1);
  }

  result(): Course {
    const course = this.#traceBack();
    const passages: ScriptPassage[] = [];
    const others: OtherSound[] = [];
    const add = (other: OtherSound): void => {
      if (other.from < other.to) others.push(other);
    };
    let borrowed = 0;
    for (let from = 0; from < course.length; ) {
      const source = at(course, from);
      const line = source < 0 ? -1 : at(this.#lineOf, source);
      let to = from + 1;
      while (to < course.length && this.#isSame(at(course, to), line, to)) to += 1;
      if (source < 0) others.push({ from, to });
      else {
        const spoken = this.#withoutNoises(from, to, course);
        const previous = passages.at(-1);
        // Without a pause in between, the sound belongs to the line before, or to the next one.
        if (previous?.to === from && this.#gapBefore(from) < MIN_GAP) {
          passages.pop();
          passages.push({ ...previous, to: spoken.from });
        } else add({ from, to: spoken.from });
        passages.push(this.#passage(line, { ...spoken, from: spoken.from - borrowed }, course));
        const isNextNear = to < course.length && at(course, to) >= 0 && this.#gapBefore(to) < MIN_GAP;
        borrowed = isNextNear ? to - spoken.to : 0;
        if (!isNextNear) add({ from: spoken.to, to });
      }
      from = to;
    }
    return { passages, others };
  }

  /** Returns the seconds since the start of the previous frame: much more than a frame's duration if there is a pause. */
  #gapBefore(frame: number): number {
    return frame === 0 ? Infinity : at(this.#recording.seconds, frame) - at(this.#recording.seconds, frame - 1);
  }

  /** Removes sounds at both ends, such as coughs, that are separated by pauses and hardly advance the reading. */
  #withoutNoises(from: number, to: number, course: Int32Array): OtherSound {
    const runs: number[] = [from];
    for (let frame = from + 1; frame < to; frame += 1) if (this.#gapBefore(frame) >= MIN_GAP) runs.push(frame);
    runs.push(to);
    const isNoise = (run: number): boolean => {
      const start = at(runs, run);
      const end = at(runs, run + 1);
      return at(course, end - 1) - at(course, start) + 1 < MIN_SPEECH_ADVANCE * (end - start);
    };
    let first = 0;
    let last = runs.length - 2;
    while (first < last && isNoise(first)) first += 1;
    while (last > first && isNoise(last)) last -= 1;
    return { from: at(runs, first), to: at(runs, last + 1) };
  }

  #isSame(source: StepSource, line: number, frame: number): boolean {
    if (source < 0 || line < 0) return source < 0 && line < 0;
    return at(this.#lineOf, source) === line && !this.#startsLine(frame, source);
  }

  #startsLine(frame: number, place: number): boolean {
    return place === at(this.#starts, at(this.#lineOf, place)) && this.#advanceAt(frame, place) === 1;
  }

  #advanceAt(frame: number, place: number): number {
    const { firstFrame, advances } = at(this.#steps, frame);
    const index = place - firstFrame;
    return (at(advances, index >> 2) >> (2 * (index & 3))) & 3;
  }

  #passage(line: number, { from, to }: OtherSound, course: Int32Array): ScriptPassage {
    const start = at(this.#starts, line);
    const end = at(this.#starts, line + 1);
    let distance = 0;
    let count = 0;
    for (let frame = from; frame < to; frame += 1) {
      const place = at(course, frame);
      if (place < start || place >= end) continue;
      distance += this.#distance(frame, place);
      count += 1;
    }
    return {
      line,
      from,
      to,
      isComplete: at(course, to - 1) >= end - END_FRAMES,
      distance: distance / Math.max(1, count),
    };
  }

  /** Returns the position of the best path for each frame of the recording. */
  #traceBack(): Int32Array {
    const course = new Int32Array(this.#steps.length);
    let source = this.#lastSource();
    for (let frame = course.length - 1; frame >= 0; frame -= 1) {
      course[frame] = source;
      const { entries, otherSources, firstLine } = at(this.#steps, frame);
      if (source < 0) {
        const before = at(otherSources, lineAfterOtherSound(source) - firstLine);
        if (before !== CONTINUED) source = before;
      } else if (this.#startsLine(frame, source)) source = entries.get(at(this.#lineOf, source)) ?? source;
      else source -= this.#advanceAt(frame, source);
    }
    return course;
  }

  /** A recording can end in other sound, at the end of a line or, at the cost of a repeat, inside a line. */
  #lastSource(): StepSource {
    let least = Infinity;
    let last: StepSource = otherSoundBefore(0);
    for (let line = 0; line <= this.#lineCount; line += 1) {
      const ended = this.#ended(line - 1);
      const abandoned = line < this.#lineCount ? this.#abandoned(line) : ended;
      const candidates = [
        { cost: at(this.#others, line), source: otherSoundBefore(line) },
        ended,
        { cost: abandoned.cost + REPEAT, source: abandoned.source },
      ];
      for (const { cost, source } of candidates) {
        if (cost >= least) continue;
        least = cost;
        last = source;
      }
    }
    return last;
  }
}
