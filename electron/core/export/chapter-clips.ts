import type { Project } from '../project/project.ts';
import { isAudio } from './plan/export-plan.ts';
import { planWithoutAnalysis } from './plan/plan-export.ts';

/** A line's clip in its chapter's audio file, in seconds. */
export interface ChapterClip {
  /** Relative to the folder of the export. */
  readonly file: string;
  readonly startSeconds: number;
  /** The position if all files are played one after the other. */
  readonly bookSeconds: number;
  /** The part of the take's file that is exported. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
}

/**
 * Returns the clips of the target `chapters` by line. Times are approximate until all takes have been measured.
 * @throws ProjectError
 */
export async function chapterClips(project: Project): Promise<Map<number, ChapterClip>> {
  const scope = { allowStale: false, approvedOnly: false, chapterIds: null };
  const plan = await planWithoutAnalysis(project, { target: 'chapters', untitled: '', ...scope }, '');
  const clips = new Map<number, ChapterClip>();
  if (plan.content.kind !== 'audio') return clips;
  const { files, terms } = plan.content;
  let fileStart = 0;
  for (const { name, content } of files.filter(isAudio)) {
    for (const { plan: sectionPlan, startFrame, leadFrames } of content.sections) {
      for (const { lineId, startFrame: clipFrame, fromSeconds, toSeconds } of sectionPlan.clips) {
        const startSeconds = (startFrame + leadFrames + clipFrame) / terms.goal.sampleRate;
        clips.set(lineId, { file: name, startSeconds, bookSeconds: fileStart + startSeconds, fromSeconds, toSeconds });
      }
    }
    fileStart += content.frames / terms.goal.sampleRate;
  }
  return clips;
}
