// Compares the times in a list with the lines' times in the exported audio.
import { at } from '../../../shared/rules/at.ts';
import type { PickupScript, ScriptClip, ScriptLine } from './pickup-script.ts';
import { measureDrift, NO_DRIFT, type TimeAnchor, type TimeDrift, trueSeconds } from './time-drift.ts';

/** Whether times are positions in the file of a chapter, or in one file with the whole book. */
type TimeBase = 'chapter' | 'book';

/** A row's times, and the places where its words occur. */
export interface TimedPlaces {
  readonly times: readonly number[];
  readonly isChapterNamed: boolean;
  readonly places: readonly {
    readonly line: number;
    /** Position of the words within the line, from 0 to 1. */
    readonly share: number;
  }[];
}

export interface TimeMatch {
  /** Distance to the line's clip; 0 inside it, and shortly before and after it. */
  readonly distance: number;
  /** Distance to the nearer end of the clip; negative outside the clip. */
  readonly depth: number;
  /** Seconds from the start of the clip; negative before it. */
  readonly position: number;
  /** The usual error of the list's times. */
  readonly error: number;
  /** The given time as a position in the take's file, limited to the exported part. */
  readonly takeSeconds: number;
  /** Whether the list's drift is known. */
  readonly isMeasured: boolean;
  /** Whether other rows confirm the drift in this chapter. */
  readonly isConfirmed: boolean;
  readonly tolerance: number;
}

/** Times that are off by more than this contradict a line. In seconds, and as a share of the time. */
const WIDE = { seconds: 60, share: 0.06, tolerances: 3 };
/** Without a measured drift, long files may be off by this share. */
const UNMEASURED_SHARE = 0.02;
/** Proofers may stop the player shortly before or after a line. */
const REACTION_SECONDS = 1.5;

export class ScriptTimes {
  readonly #lines: readonly ScriptLine[];
  readonly #byChapter: ReadonlyMap<number | null, readonly number[]>;
  #drifts: Readonly<Record<TimeBase, TimeDrift>> = { chapter: NO_DRIFT, book: NO_DRIFT };

  constructor({ lines }: PickupScript) {
    this.#lines = lines;
    const placed = [...lines.keys()].filter((line) => at(lines, line).clip !== null);
    this.#byChapter = Map.groupBy(placed, (line) => at(lines, line).chapterId);
  }

  get chapterIds(): readonly (number | null)[] {
    return [...this.#byChapter.keys()];
  }

  /** Measures how the list's times differ from the project's, from rows whose words were found. */
  learn(rows: readonly TimedPlaces[]): void {
    this.#drifts = {
      chapter: measureDrift(rows.flatMap((row) => this.#anchor(row, 'chapter'))),
      book: measureDrift(rows.flatMap((row) => this.#anchor(row, 'book'))),
    };
  }

  #anchor({ times, places, isChapterNamed }: TimedPlaces, base: TimeBase): TimeAnchor[] {
    const clips = places.flatMap(({ line, share }) => {
      const { clip, chapterId } = at(this.#lines, line);
      return clip === null ? [] : [{ clip, chapterId, share }];
    });
    const [first] = clips;
    if (first === undefined || times.length === 0) return [];
    // Without a chapter name, the time may be in any chapter, so the duration of all chapters counts.
    const isOneChapter = clips.every(({ chapterId }) => chapterId === first.chapterId);
    return [
      {
        chapterId: base === 'chapter' && isOneChapter ? first.chapterId : null,
        given: times,
        places: clips.map(({ clip, share }) => startOf(clip, base) + share * durationOf(clip)),
        searchedSeconds: base === 'book' && !isChapterNamed ? this.#bookSeconds : this.#secondsOf(first.chapterId),
      },
    ];
  }

  #secondsOf(chapterId: number | null): number {
    const { clip = null } = this.#lines[this.#byChapter.get(chapterId)?.at(-1) ?? -1] ?? {};
    return clip === null ? 0 : clip.startSeconds + durationOf(clip);
  }

  get #bookSeconds(): number {
    const { clip = null } = this.#lines.findLast(({ clip: own }) => own !== null) ?? {};
    return clip === null ? 0 : clip.bookSeconds + durationOf(clip);
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
    if (book.support > chapter.support) return ['book'];
    return isChapterNamed || chapter.support > 0 ? ['chapter'] : ['chapter', 'book'];
  }

  #matchIn(line: number, time: number, base: TimeBase): TimeMatch | null {
    const { clip, chapterId } = at(this.#lines, line);
    if (clip === null) return null;
    const drift = this.#drifts[base];
    const position = trueSeconds(drift, base === 'chapter' ? chapterId : null, time);
    const start = startOf(clip, base);
    const duration = durationOf(clip);
    const isMeasured = drift.support > 0;
    const depth = Math.min(position - start, start + duration - position);
    const share = isMeasured ? 0 : time * UNMEASURED_SHARE;
    return {
      distance: Math.max(0, -depth - REACTION_SECONDS),
      depth,
      position: position - start,
      error: drift.medianErrorSeconds,
      takeSeconds: clip.fromSeconds + Math.min(duration, Math.max(0, position - start)),
      isMeasured,
      isConfirmed: drift.confirmed.has(base === 'chapter' ? chapterId : null),
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

const startOf = (clip: ScriptClip, base: TimeBase): number =>
  base === 'chapter' ? clip.startSeconds : clip.bookSeconds;
const durationOf = ({ fromSeconds, toSeconds }: ScriptClip): number => toSeconds - fromSeconds;

export const agrees = (match: TimeMatch | null): boolean => match !== null && match.distance <= match.tolerance;

function wideTolerance({ isMeasured, tolerance }: TimeMatch, times: readonly number[]): number {
  if (isMeasured) return tolerance * WIDE.tolerances;
  return Math.max(tolerance, WIDE.seconds + WIDE.share * (times[0] ?? 0));
}
