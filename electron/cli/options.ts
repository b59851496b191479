import { EXPORT_FORMATS, type ExportFormat } from '@lectern/audio/formats';
import { PLANS, type Plan } from '@lectern/tts-protocol';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  DELIVERY_FORMATS,
  type DeliveryFormat,
  type LoudnessGoal,
  loudnessGoalSchema,
} from '../../shared/model/export/delivery.ts';
import {
  EXPORT_TARGETS,
  type ExportTargetId,
  TEXT_UNITS,
  type TextUnit,
} from '../../shared/model/export/export-target.ts';
import { MAX_CREDITS_LENGTH, PUBLICATION_REGIONS, SPOKEN_DISCLOSURES } from '../../shared/model/settings.ts';
import { at } from '../../shared/rules/at.ts';
import { listed, t } from './words.ts';

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(t('value.wholeNumber'));
  return Number(text);
}

/** 0 means any free port. */
export function portNumber(text: string): number {
  const port = wholeNumber(text);
  if (port > 65_535) throw new InvalidArgumentError(t('value.port'));
  return port;
}

export function planName(text: string): Plan {
  const plan = PLANS.find((known) => known === text.toLowerCase());
  if (!plan) throw new InvalidArgumentError(t('value.plans', { plans: listed(PLANS) }));
  return plan;
}

export function audioFormat(text: string): ExportFormat | DeliveryFormat {
  const known = [...EXPORT_FORMATS, ...DELIVERY_FORMATS];
  const format = known.find((one) => one === text);
  if (!format) throw new InvalidArgumentError(t('value.formats', { formats: listed([...new Set(known)]) }));
  return format;
}

export function textUnit(text: string): TextUnit {
  const unit = TEXT_UNITS.find((one) => one === text);
  if (!unit) throw new InvalidArgumentError(t('value.textUnits', { units: listed(TEXT_UNITS) }));
  return unit;
}

export function deliveryTarget(text: string, before: readonly ExportTargetId[] = []): readonly ExportTargetId[] {
  const found = EXPORT_TARGETS.find((id) => id === text);
  if (!found) throw new InvalidArgumentError(t('value.targets', { targets: listed(EXPORT_TARGETS) }));
  return [...new Set([...before, found])];
}

export const oneTarget = (text: string): ExportTargetId => at(deliveryTarget(text), 0);

type NumberUnit = 'dB' | 'Hz' | 'ratio';

function numberHint(unit: NumberUnit, bounds: { readonly least: number; readonly most: number }): string {
  if (unit === 'dB') return t('value.decibels', bounds);
  return unit === 'Hz' ? t('value.hertz', bounds) : t('value.ratio', bounds);
}

export const numberBetween =
  (least: number, most: number, unit: NumberUnit) =>
  (text: string): number => {
    const value = Number(text.replace(/ ?(?:dB(?:TP|FS)?|Hz)$/i, ''));
    if (text.trim() === '' || !(value >= least && value <= most)) {
      throw new InvalidArgumentError(numberHint(unit, { least, most }));
    }
    return value;
  };

/** Parses a room tone level in dBFS. Returns null for `none`. */
export const roomTone = (text: string): number | null => (text === 'none' ? null : numberBetween(-96, -60, 'dB')(text));

/** Parses a loudness value: `-19LUFS`, or `-20dB` for an RMS level. */
export function loudnessGoal(text: string): LoudnessGoal {
  const [, figure = '', unit = ''] = /^(-\d{1,2}(?:\.\d{1,2})?) ?(LUFS|dB|dBFS)$/i.exec(text) ?? [];
  const value = Number(figure);
  const goal = loudnessGoalSchema.safeParse(
    unit.toUpperCase() === 'LUFS' ? { measure: 'integrated', lufs: value } : { measure: 'rms', dbfs: value },
  );
  if (figure === '' || !goal.success) throw new InvalidArgumentError(t('value.loudness'));
  return goal.data;
}

export function creditsText(text: string): string {
  if (text.length > MAX_CREDITS_LENGTH)
    throw new InvalidArgumentError(t('value.tooLong', { most: MAX_CREDITS_LENGTH }));
  return text;
}

/** Rejects empty values. Otherwise, an unset shell variable would select the current folder. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(t('value.empty'));
  return text;
}

/** Conditions, apart from failures, that result in exit status 1. */
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
  readonly authorised?: readonly ExportTargetId[];
}

export const withFailOn = (command: Command): Command =>
  command.option('--fail-on <level>', t('option.failOn', { levels: listed(FAIL_ON) }), failOn, 'suspicious');

export const withAuthorised = (command: Command): Command =>
  command.option('--authorised <store>', t('option.authorised'), deliveryTarget);

export const withDisclosureOptions = (command: Command): Command =>
  command
    .addOption(new Option('--region <region>', t('option.region')).choices([...PUBLICATION_REGIONS, 'none']))
    .addOption(new Option('--spoken-disclosure <when>', t('option.spokenDisclosure')).choices(SPOKEN_DISCLOSURES));

export function withRunOptions(command: Command): Command {
  return withAuthorised(withFailOn(command))
    .option('--retry-failed <n>', t('option.retryFailed'), wholeNumber, 0)
    .option('--resubmit-in-doubt', t('option.resubmitInDoubt'), false)
    .option('--render-missing-audio', t('option.renderMissingAudio'), false)
    .option('--allow-missing', t('option.allowMissing'), false)
    .option('--accept-missing-log', t('option.acceptMissingLog'), false)
    .option('--accept-copy', t('option.acceptCopy'), false);
}
