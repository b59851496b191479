import { z } from 'zod';

export const DRIFT_DIMENSIONS = ['pace', 'pitch', 'level', 'timbre'] as const;
const dimensionSchema = z.enum(DRIFT_DIMENSIONS);
export type DriftDimension = z.infer<typeof dimensionSchema>;

/**
 * How a group of takes differs from the reference. `pace` as a share, such as 0.12 for 12 % slower; `pitch` in
 * semitones; `level` in dB; `timbre` as a distance in units of the differences between the voice's own lines. Null if
 * too few takes were measured.
 */
const shiftsSchema = z.object({
  pace: z.number().nullable(),
  pitch: z.number().nullable(),
  level: z.number().nullable(),
  timbre: z.number().nullable(),
});
export type DriftShifts = z.infer<typeof shiftsSchema>;

const driftGroupSchema = z.object({
  /** A day as `2026-03-14`, or a chapter's id; null is the text before the first chapter. */
  group: z.union([z.string(), z.int(), z.null()]),
  takes: z.int(),
  /** Whether the group is part of the reference. */
  isReference: z.boolean(),
  shifts: shiftsSchema,
});
export type DriftGroup = z.infer<typeof driftGroupSchema>;

const driftAlarmSchema = z.object({
  dimension: dimensionSchema,
  by: z.enum(['day', 'chapter']),
  /** The first group that differs. */
  group: driftGroupSchema.shape.group,
  /** The number of takes that differ from the reference. */
  takes: z.int(),
  shift: z.number(),
});
export type DriftAlarm = z.infer<typeof driftAlarmSchema>;

const canaryShiftSchema = z.object({
  /** The number of lines with a recent take that was compared with an earlier one. */
  lines: z.int(),
  shifts: shiftsSchema,
  alarms: z.array(dimensionSchema),
});
export type CanaryShift = z.infer<typeof canaryShiftSchema>;

export const voiceDriftSchema = z.object({
  /** Identifies the voice with its parameters. */
  key: z.string(),
  voice: z.string(),
  /** Speech parameters that differ from the defaults, as in the request. */
  parameters: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  roles: z.array(z.string()),
  takes: z.int(),
  unmeasured: z.int(),
  /** Takes made earlier aren't compared, because the producer has accepted the change. In milliseconds; null for none. */
  acceptedSince: z.number().nullable(),
  days: z.array(driftGroupSchema),
  chapters: z.array(driftGroupSchema),
  alarms: z.array(driftAlarmSchema),
  /** Null if no canary line has been rendered again. */
  canaries: canaryShiftSchema.nullable(),
});
export type VoiceDrift = z.infer<typeof voiceDriftSchema>;

export const hasDrifted = ({ alarms, canaries }: Pick<VoiceDrift, 'alarms' | 'canaries'>): boolean =>
  alarms.length > 0 || (canaries?.alarms.length ?? 0) > 0;
