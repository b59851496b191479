import { lineNumber } from '../../../shared/rules/line-number.ts';
import { chapterClips } from '../export/chapter-clips.ts';
import { chapterNumbers } from '../project/lines/chapters.ts';
import type { Project } from '../project/project.ts';
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
  readonly roles: readonly string[];
  readonly text: string;
  /** Null if the line isn't exported. */
  readonly clip: ScriptClip | null;
}

export interface PickupScript {
  readonly chapters: readonly NamedChapter[];
  /** In script order. */
  readonly lines: readonly ScriptLine[];
}

/** @throws ProjectError */
export async function readPickupScript(project: Project): Promise<PickupScript> {
  const clips = await chapterClips(project);
  const files = new Map<number | null, string>();
  const lines = project.lines.states().map((line): ScriptLine => {
    const { id, chapterId, turns, roles, pick } = line;
    const clip = clips.get(id);
    if (clip) files.set(chapterId, clip.file);
    const text = turns.map(({ text: words }) => words).join(' ');
    return {
      lineId: id,
      line: lineNumber(line),
      chapterId,
      roles,
      text,
      clip: clip && pick ? { ...clip, takeId: pick.takeId } : null,
    };
  });
  const numbers = chapterNumbers(project.db);
  const chapters = project.script.chapters().map(({ id, title }) => {
    return { id, title, number: numbers.get(id) ?? 0, file: files.get(id) ?? null };
  });
  return { chapters, lines };
}
