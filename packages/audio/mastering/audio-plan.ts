import type { OutputFormat } from '@lectern/tts-protocol';
import type { Timeline, TimelineLine } from '../timeline.ts';

export interface PlannedAudio {
  readonly path: string;
  readonly hash: string;
  readonly format: OutputFormat;
}

export interface PlannedClip {
  readonly lineId: number;
  readonly audio: PlannedAudio;
  /** The part of the take that is played, in seconds from the start of its file. */
  readonly fromSeconds: number;
  readonly toSeconds: number;
  readonly gainDb: number;
  /** Position in the finished file, in samples per channel. */
  readonly startFrame: number;
  readonly frames: number;
}

export interface AudioPlan {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** In order, without overlaps. */
  readonly clips: readonly PlannedClip[];
  readonly frames: number;
}

export interface AudioPlanOptions {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Silence before and after the timeline, in seconds. */
  readonly headSeconds: number;
  /** Where the file starts on the timeline, before its first clip. Defaults to 0. */
  readonly fromSeconds?: number;
  readonly tailSeconds: number;
  /** Number of silent samples at the start that the encoder adds itself. */
  readonly leadFrames?: number;
  /** The tail is extended until the total number of samples is a multiple of this value. */
  readonly wholeFrames?: number;
}

export interface ChosenAudio {
  readonly audio: PlannedAudio;
  readonly gainDb: number;
}

/** Converts a timeline from seconds to samples. Each clip starts at the nearest sample. */
export function planAudioFile<L extends TimelineLine>(
  timeline: Timeline<L>,
  soundOf: (line: L) => ChosenAudio,
  options: AudioPlanOptions,
): AudioPlan {
  const { sampleRate, channels, fromSeconds: zero = 0, tailSeconds, leadFrames = 0, wholeFrames = 1 } = options;
  const headSeconds = Math.max(options.headSeconds, leadFrames / sampleRate) - zero;
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

export function planAtSampleRate(plan: AudioPlan, sampleRate: number): AudioPlan {
  if (sampleRate === plan.sampleRate) return plan;
  const frameAt = (frame: number): number => Math.round((frame * sampleRate) / plan.sampleRate);
  const clips = plan.clips.map((clip) => {
    const startFrame = frameAt(clip.startFrame);
    return { ...clip, startFrame, frames: frameAt(clip.startFrame + clip.frames) - startFrame };
  });
  return { ...plan, sampleRate, clips, frames: frameAt(plan.frames) };
}
