import type { DriftAlarm, DriftDimension } from '../model/voice-drift.ts';
import type { suspicion } from './en/suspicion.ts';
import type { Words } from './words.ts';

export interface DriftWords {
  /** Such as `From 14 March 2026 on, the pitch is 1.2 semitones higher than before (20 takes).` */
  alarm(alarm: DriftAlarm, chapterTitle: string | null): string;
  /** Such as `1.2 semitones higher`. */
  shift(dimension: DriftDimension, shift: number): string;
  /** Such as `In the canary lines, the pitch is 1.2 semitones higher than before.` */
  canary(dimension: DriftDimension, shift: number): string;
  dimension(dimension: DriftDimension): string;
}

/** `format` formats a number with the given number of decimals, and `day` formats `2026-03-14`. */
export function driftWords(
  tSuspicion: Words<typeof suspicion>,
  format: (value: number, decimals: number) => string,
  day: (text: string) => string,
): DriftWords {
  const shift = (dimension: DriftDimension, value: number): string => {
    const direction = value < 0 ? 'less' : 'more';
    const size = dimension === 'pace' ? format(Math.abs(value) * 100, 0) : format(Math.abs(value), 1);
    return tSuspicion(`drift.shift.${dimension}`, { direction, size });
  };
  const named = (dimension: DriftDimension) => tSuspicion(`drift.dimension.${dimension}`);
  return {
    shift,
    dimension: named,
    alarm: ({ dimension, by, group, takes, shift: value }, chapterTitle) =>
      tSuspicion('drift.alarm', {
        by,
        place: by === 'day' ? day(String(group)) : (chapterTitle ?? ''),
        named: chapterTitle === null ? 'no' : 'yes',
        dimension: named(dimension),
        shift: shift(dimension, value),
        takes,
      }),
    canary: (dimension, value) =>
      tSuspicion('drift.canary', { dimension: named(dimension), shift: shift(dimension, value) }),
  };
}
