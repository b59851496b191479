// Options that commands share, and what a person types after one, as the value that it must be.
import { type Command, InvalidArgumentError } from 'commander';
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/model/audio-formats.ts';
import {
  DELIVERY_FORMATS,
  type DeliveryFormat,
  type LoudnessGoal,
  loudnessGoalSchema,
} from '../../shared/model/delivery.ts';
import { DELIVERY_TARGETS, type DeliveryTargetId } from '../../shared/model/delivery-target.ts';
import { LONGEST_CREDITS } from '../../shared/model/settings.ts';
import { at } from '../../shared/rules/at.ts';
import { listed, t } from './words.ts';

/** A count given on the command line: a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(t('value.wholeNumber'));
  return Number(text);
}

/** A format of single lines or of finished files, given on the command line. */
export function anyFormat(text: string): ExportFormat | DeliveryFormat {
  const known = [...EXPORT_FORMATS, ...DELIVERY_FORMATS];
  const format = known.find((one) => one === text);
  if (!format) throw new InvalidArgumentError(t('value.formats', { formats: listed([...new Set(known)]) }));
  return format;
}

/** Targets given on the command line, one after the other. */
export function deliveryTarget(text: string, before: readonly DeliveryTargetId[] = []): readonly DeliveryTargetId[] {
  const found = DELIVERY_TARGETS.find((id) => id === text);
  if (!found) throw new InvalidArgumentError(t('value.targets', { targets: listed(DELIVERY_TARGETS) }));
  return [...new Set([...before, found])];
}

/** A target given on the command line. */
export const oneTarget = (text: string): DeliveryTargetId => at(deliveryTarget(text), 0);

type NumberUnit = 'dB' | 'Hz' | 'ratio';

function numberHint(unit: NumberUnit, bounds: { readonly least: number; readonly most: number }): string {
  if (unit === 'dB') return t('value.decibels', bounds);
  return unit === 'Hz' ? t('value.hertz', bounds) : t('value.ratio', bounds);
}

/** A number within bounds, whose unit may follow. @param reason what is said where it is none */
export const numberWithin =
  (least: number, most: number, unit: NumberUnit) =>
  (text: string): number => {
    const value = Number(text.replace(/ ?(?:dB(?:TP|FS)?|Hz)$/i, ''));
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new InvalidArgumentError(numberHint(unit, { least, most }));
    }
    return value;
  };

/** A level of room tone given on the command line, in dBFS; null for `none`. */
export const roomTone = (text: string): number | null => (text === 'none' ? null : numberWithin(-96, -60, 'dB')(text));

/** A loudness given on the command line: `-19LUFS`, or `-20dB` for the RMS level. */
export function loudnessGoal(text: string): LoudnessGoal {
  const [, figure = '', unit = ''] = /^(-\d{1,2}(?:\.\d{1,2})?) ?(LUFS|dB|dBFS)$/i.exec(text) ?? [];
  const value = Number(figure);
  const goal = loudnessGoalSchema.safeParse(
    unit.toUpperCase() === 'LUFS' ? { measure: 'integrated', lufs: value } : { measure: 'rms', dbfs: value },
  );
  if (figure === '' || !goal.success) throw new InvalidArgumentError(t('value.loudness'));
  return goal.data;
}

/** The words of credits given on the command line. */
export function creditsText(text: string): string {
  if (text.length > LONGEST_CREDITS) throw new InvalidArgumentError(t('value.tooLong', { most: LONGEST_CREDITS }));
  return text;
}

/** A path given on the command line: an unset variable of a shell must not become the folder it stands in. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(t('value.empty'));
  return text;
}

/** What makes a command end with 1 besides what failed. */
const FAIL_ON = ['suspicious', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

function failOn(text: string): FailOn {
  const found = FAIL_ON.find((level) => level === text);
  if (!found) throw new InvalidArgumentError(t('value.failOn', { levels: listed(FAIL_ON) }));
  return found;
}

export interface RunCommandOptions {
  readonly retryFailed: number;
  readonly resubmitInDoubt: boolean;
  readonly renderMissingAudio: boolean;
  readonly acceptMissingLog: boolean;
  readonly acceptCopy: boolean;
  readonly failOn: FailOn;
  readonly allowMissing: boolean;
}

/** Adds which takes make a command end with 1. */
export const withFailOn = (command: Command): Command =>
  command.option('--fail-on <level>', t('option.failOn', { levels: listed(FAIL_ON) }), failOn, 'suspicious');

/** Adds what `render` and `resume` let the producer say alike of a run. */
export function withRunOptions(command: Command): Command {
  return withFailOn(command)
    .option('--retry-failed <n>', t('option.retryFailed'), wholeNumber, 0)
    .option('--resubmit-in-doubt', t('option.resubmitInDoubt'), false)
    .option('--render-missing-audio', t('option.renderMissingAudio'), false)
    .option('--allow-missing', t('option.allowMissing'), false)
    .option('--accept-missing-log', t('option.acceptMissingLog'), false)
    .option('--accept-copy', t('option.acceptCopy'), false);
}
