// Compares the times in a list with the lines' times in the exported audio.
import { at } from '../../../shared/rules/at.ts';
import type { PickupScript, ScriptLine } from './pickup-script.ts';
import { measureDrift, type TimeAnchor, type TimeDrift, trueSeconds } from './time-drift.ts';

/** Whether times are positions in the file of a chapter, or in one file with the whole book. */
type TimeBase = 'chapter' | 'book';

export interface KnownPlace {
  readonly line: number;
  readonly times: readonly number[];
  /** Position of the words within the line, from 0 to 1. */
  readonly share: number;
}

export interface TimeMatch {
  /** Distance to the line's clip; 0 within it, and just before and after it. */
  readonly distance: number;
  /** Distance to the nearer end of the clip, negative outside the clip. */
  readonly depth: number;
  /** Seconds from the start of the clip, negative before it. */
  readonly position: number;
  /** The usual error of the list's times. */
  readonly error: number;
  /** The given time as a position in the take's file, limited to the exported part. */
  readonly takeSeconds: number;
  readonly isMeasured: boolean;
  readonly tolerance: number;
}

/** Times that are further off than this contradict a line. In seconds, and as a share of the time. */
const WIDE = { seconds: 60, share: 0.06, tolerances: 3 };
/** Without a measured drift, long files may be off by this share. */
const UNMEASURED_SHARE = 0.02;
/** People stop the player a bit before or after a line. */
const REACTION_SECONDS = 1.5;

export class ScriptTimes {
  readonly #lines: readonly ScriptLine[];
  readonly #byChapter: ReadonlyMap<number | null, readonly number[]>;
  #drifts: Readonly<Record<TimeBase, TimeDrift>> = { chapter: measureDrift([]), book: measureDrift([]) };

  constructor({ lines }: PickupScript) {
    this.#lines = lines;
    const placed = [...lines.keys()].filter((line) => at(lines, line).clip !== null);
    this.#byChapter = Map.groupBy(placed, (line) => at(lines, line).chapterId);
  }

  get chapterIds(): readonly (number | null)[] {
    return [...this.#byChapter.keys()];
  }

  /** Learns from rows whose lines are known by their words how the list's times differ from the project's. */
  learn(known: readonly KnownPlace[]): void {
    this.#drifts = {
      chapter: measureDrift(known.flatMap((place) => this.#anchor(place, 'chapter'))),
      book: measureDrift(known.flatMap((place) => this.#anchor(place, 'book'))),
    };
  }

  #anchor({ line, times, share }: KnownPlace, base: TimeBase): TimeAnchor[] {
    const { clip, chapterId } = at(this.#lines, line);
    if (clip === null || times.length === 0) return [];
    const start = base === 'chapter' ? clip.startSeconds : clip.bookSeconds;
    const wanted = start + share * (clip.toSeconds - clip.fromSeconds);
    const givenSeconds = times.reduce((best, time) =>
      Math.abs(time - wanted) < Math.abs(best - wanted) ? time : best,
    );
    // All chapters of a book share one offset.
    return [{ chapterId: base === 'chapter' ? chapterId : null, givenSeconds, trueSeconds: wanted }];
  }

  /** Returns how far a line is from the times of a row; null if that is unknown. */
  match(line: number, times: readonly number[], isChapterNamed: boolean): TimeMatch | null {
    const { clip } = at(this.#lines, line);
    if (clip === null || times.length === 0) return null;
    const matches = this.#bases(isChapterNamed).flatMap((base) => times.map((time) => this.#matchIn(line, time, base)));
    return matches.reduce<TimeMatch | null>(
      (best, match) => (match !== null && (best === null || match.depth > best.depth) ? match : best),
      null,
    );
  }

  #bases(isChapterNamed: boolean): readonly TimeBase[] {
    const { chapter, book } = this.#drifts;
    if (book.isMeasured && book.medianErrorSeconds < chapter.medianErrorSeconds / 2) return ['book'];
    return isChapterNamed || chapter.isMeasured ? ['chapter'] : ['chapter', 'book'];
  }

  #matchIn(line: number, time: number, base: TimeBase): TimeMatch | null {
    const { clip, chapterId } = at(this.#lines, line);
    if (clip === null) return null;
    const drift = this.#drifts[base];
    const position = trueSeconds(drift, base === 'chapter' ? chapterId : null, time);
    const start = base === 'chapter' ? clip.startSeconds : clip.bookSeconds;
    const duration = clip.toSeconds - clip.fromSeconds;
    const depth = Math.min(position - start, start + duration - position);
    const share = drift.isMeasured ? 0 : time * UNMEASURED_SHARE;
    return {
      distance: Math.max(0, -depth - REACTION_SECONDS),
      depth,
      position: position - start,
      error: drift.medianErrorSeconds,
      takeSeconds: clip.fromSeconds + Math.min(duration, Math.max(0, position - start)),
      isMeasured: drift.isMeasured,
      tolerance: drift.toleranceSeconds + share,
    };
  }

  /** Returns the lines near the times of a row, closest first. */
  near(times: readonly number[], chapters: ReadonlySet<number | null> | null): { line: number; match: TimeMatch }[] {
    const ids = chapters === null ? this.chapterIds : this.chapterIds.filter((id) => chapters.has(id));
    return ids
      .flatMap((id) => this.#byChapter.get(id) ?? [])
      .flatMap((line) => {
        const match = this.match(line, times, chapters !== null);
        return match !== null && match.distance <= wideTolerance(match, times) ? [{ line, match }] : [];
      })
      .sort((one, other) => other.match.depth - one.match.depth || one.line - other.line);
  }
}

export const agrees = (match: TimeMatch | null): boolean => match !== null && match.distance <= match.tolerance;

function wideTolerance({ isMeasured, tolerance }: TimeMatch, times: readonly number[]): number {
  if (isMeasured) return tolerance * WIDE.tolerances;
  return Math.max(tolerance, WIDE.seconds + WIDE.share * Math.max(0, ...times.slice(0, 1)));
}
