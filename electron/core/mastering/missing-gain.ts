// How far a sound is from the loudness that it is to have.
import type { LoudnessGoal } from '../../../shared/model/delivery.ts';
import { MOST_GAIN_DB } from './gain-search.ts';

/** What was measured of a sound; null where there is too little of it. */
export interface MeasuredLevels {
  readonly loudnessLufs: number | null;
  /** dBFS, of the whole sound. */
  readonly rmsDbfs: number | null;
}

/** Encoding changes an RMS a little, so it stays this far within its range, in dB. */
const RMS_MARGIN_DB = 0.25;
/** Room tone is no sound to be made louder: an RMS below this is nothing else, in dBFS. */
const NOTHING_DBFS = -60;

/** The gain in dB that brings a sound to its loudness, at most MOST_GAIN_DB; 0 where there is nothing to go by. */
export function missingGain(goal: LoudnessGoal, { loudnessLufs, rmsDbfs }: MeasuredLevels): number {
  const rms = rmsDbfs !== null && rmsDbfs > NOTHING_DBFS ? rmsDbfs : null;
  if (goal.measure === 'rms') return rms === null ? 0 : Math.min(MOST_GAIN_DB, goal.dbfs - rms);
  if (loudnessLufs === null) return 0;
  const missing = goal.lufs - loudnessLufs;
  if (!goal.rms || rms === null) return Math.min(MOST_GAIN_DB, missing);
  const { min, max } = goal.rms;
  return Math.min(MOST_GAIN_DB, Math.max(min + RMS_MARGIN_DB - rms, Math.min(max - RMS_MARGIN_DB - rms, missing)));
}
