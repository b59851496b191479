// A timeline in samples: which part of which take sounds from which sample on, with which gain.

import type { OutputFormat } from '@lectern/tts-protocol';
import type { Timeline, TimelineLine } from '../../../shared/rules/timeline.ts';

/** A take's audio file. */
export interface PlannedAudio {
  /** An absolute path. */
  readonly path: string;
  /** The hexadecimal SHA-256 of its bytes. */
  readonly hash: string;
  readonly format: OutputFormat;
}

/** A take that sounds. */
export interface PlannedClip {
  readonly lineId: number;
  readonly audio: PlannedAudio;
  /** The part of the take that sounds, in seconds from the start of its file. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
  /** Where it stands in the file that is made, in samples of each channel. */
  readonly startFrame: number;
  readonly frames: number;
}

/** The sound of one file. */
export interface SoundPlan {
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** In order; none overlaps the next. */
  readonly clips: readonly PlannedClip[];
  /** Samples of each channel. */
  readonly frames: number;
}

export interface SoundPlanOptions {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Silence before and after the timeline, in seconds. */
  readonly headSeconds: number;
  readonly tailSeconds: number;
  /** Samples at the start of the head that the encoder adds by itself. */
  readonly leadFrames?: number;
  /** The whole has a multiple of this many samples: its tail is lengthened for it. */
  readonly wholeFrames?: number;
}

/** What the timeline does not say of a line's take. */
export interface ChosenSound {
  readonly audio: PlannedAudio;
  readonly gainDb: number;
}

/** Lays a timeline out in samples: each clip begins at the sample that is nearest to its time. */
export function planSound<L extends TimelineLine>(
  timeline: Timeline<L>,
  soundOf: (line: L) => ChosenSound,
  options: SoundPlanOptions,
): SoundPlan {
  const { sampleRate, channels, tailSeconds, leadFrames = 0, wholeFrames = 1 } = options;
  const headSeconds = Math.max(options.headSeconds, leadFrames / sampleRate);
  const frameAt = (seconds: number): number => Math.round((headSeconds + seconds) * sampleRate) - leadFrames;
  const clips = timeline.items.flatMap((item): PlannedClip[] => {
    if (item.kind === 'pause') return [];
    const startFrame = frameAt(item.startSeconds);
    const { fromSeconds, toSeconds, line } = item;
    const frames = frameAt(item.endSeconds) - startFrame;
    return [{ lineId: line.lineId, ...soundOf(line), fromSeconds, toSeconds, startFrame, frames }];
  });
  const end = frameAt(timeline.durationSeconds + tailSeconds);
  return { sampleRate, channels, clips, frames: Math.ceil(end / wholeFrames) * wholeFrames };
}

/** The same plan at another rate (Hz). */
export function planAtRate(plan: SoundPlan, sampleRate: number): SoundPlan {
  if (sampleRate === plan.sampleRate) return plan;
  const frameAt = (frame: number): number => Math.round((frame * sampleRate) / plan.sampleRate);
  const clips = plan.clips.map((clip) => {
    const startFrame = frameAt(clip.startFrame);
    return { ...clip, startFrame, frames: frameAt(clip.startFrame + clip.frames) - startFrame };
  });
  return { ...plan, sampleRate, clips, frames: frameAt(plan.frames) };
}
