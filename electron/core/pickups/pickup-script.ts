import type { NamedChapter } from './find-chapters.ts';

/** A line's take in the exported audio. Times are in seconds. */
export interface ScriptClip {
  readonly takeId: number;
  /** Position in the chapter's file. */
  readonly startSeconds: number;
  /** Position in the whole book, if all chapters are in one file. */
  readonly bookSeconds: number;
  /** The exported part of the take's file. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

export interface ScriptLine {
  readonly lineId: number;
  /** For example `2.12`. */
  readonly line: string;
  readonly chapterId: number | null;
  readonly text: string;
  /** Null if the line isn't exported. */
  readonly clip: ScriptClip | null;
}

export interface PickupScript {
  readonly chapters: readonly NamedChapter[];
  /** In script order. */
  readonly lines: readonly ScriptLine[];
}
