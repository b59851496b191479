import type { LoudnessGoal } from '../../../shared/model/export/delivery.ts';
import { MAX_GAIN_DB } from './gain-search.ts';

export interface MeasuredLevels {
  readonly loudnessLufs: number | null;
  readonly rmsDbfs: number | null;
}

/** Margin within the RMS range, in dB, because encoding changes the RMS slightly. */
const RMS_MARGIN_DB = 0.25;
/** In dBFS. Audio with a lower RMS is only room tone, which isn't amplified. */
const MAX_ROOM_TONE_DBFS = -60;

/** Returns the gain in dB that reaches the target, at most MAX_GAIN_DB; 0 if nothing could be measured. */
export function missingGain(goal: LoudnessGoal, { loudnessLufs, rmsDbfs }: MeasuredLevels): number {
  const rms = rmsDbfs !== null && rmsDbfs > MAX_ROOM_TONE_DBFS ? rmsDbfs : null;
  if (goal.measure === 'rms') return rms === null ? 0 : Math.min(MAX_GAIN_DB, goal.dbfs - rms);
  if (loudnessLufs === null) return 0;
  const missing = goal.lufs - loudnessLufs;
  if (!goal.rms || rms === null) return Math.min(MAX_GAIN_DB, missing);
  const { min, max } = goal.rms;
  return Math.min(MAX_GAIN_DB, Math.max(min + RMS_MARGIN_DB - rms, Math.min(max - RMS_MARGIN_DB - rms, missing)));
}
