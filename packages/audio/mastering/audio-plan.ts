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

/** Music or an effect, mixed under the speech. Positions and lengths are in samples per channel. */
export interface PlannedBed {
  readonly audio: PlannedAudio;
  /** Where in the sound file to start, in seconds. */
  readonly fromSeconds: number;
  readonly gainDb: number;
  readonly startFrame: number;
  readonly frames: number;
  /** Linear fades within the length. */
  readonly fadeInFrames: number;
  readonly fadeOutFrames: number;
  /** Starts again at `fromSeconds` when the file ends. */
  readonly isLooped: boolean;
  /** How far the level is lowered under speech. It falls before each clip and rises after it, evenly in dB. */
  readonly duck: { readonly db: number; readonly attackFrames: number; readonly releaseFrames: number } | null;
}

/** A bed in seconds from the start of its timeline. */
export interface TimelineBed extends Pick<PlannedBed, 'audio' | 'fromSeconds' | 'gainDb' | 'isLooped'> {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly fadeInSeconds: number;
  readonly fadeOutSeconds: number;
  readonly duck: { readonly db: number; readonly attackSeconds: number; readonly releaseSeconds: number } | null;
}

export interface AudioPlan {
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** In order, without overlaps. */
  readonly clips: readonly PlannedClip[];
  /** In any order, and may overlap. */
  readonly beds?: readonly PlannedBed[];
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
  /** Cut off where the file ends. */
  readonly beds?: readonly TimelineBed[];
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
  const toFrames = (seconds: number): number => Math.round(seconds * sampleRate);
  const beds = (options.beds ?? []).map(({ startSeconds, endSeconds, fadeInSeconds, fadeOutSeconds, duck, ...bed }) => {
    const startFrame = frameAt(startSeconds);
    return {
      ...bed,
      startFrame,
      frames: Math.max(0, Math.min(end, frameAt(endSeconds)) - startFrame),
      fadeInFrames: toFrames(fadeInSeconds),
      fadeOutFrames: toFrames(fadeOutSeconds),
      duck: duck && {
        db: duck.db,
        attackFrames: toFrames(duck.attackSeconds),
        releaseFrames: toFrames(duck.releaseSeconds),
      },
    };
  });
  // Left out if empty, so that the keys of files without beds stay the same.
  const mixed = beds.length > 0 ? { beds } : {};
  return { sampleRate, channels, clips, ...mixed, frames: Math.ceil(end / wholeFrames) * wholeFrames };
}

/** Converts a plan without beds. */
export function planAtSampleRate(plan: AudioPlan, sampleRate: number): AudioPlan {
  if (sampleRate === plan.sampleRate) return plan;
  const frameAt = (frame: number): number => Math.round((frame * sampleRate) / plan.sampleRate);
  const clips = plan.clips.map((clip) => {
    const startFrame = frameAt(clip.startFrame);
    return { ...clip, startFrame, frames: frameAt(clip.startFrame + clip.frames) - startFrame };
  });
  return { ...plan, sampleRate, clips, frames: frameAt(plan.frames) };
}
