// Options that commands share, and what a person types after one, as the value that it must be.
import { type Command, InvalidArgumentError } from 'commander';
import { EXPORT_FORMATS, type ExportFormat } from '../../shared/model/audio-formats.ts';
import { DELIVERY_TARGETS, type DeliveryTargetId } from '../../shared/model/delivery-target.ts';
import { listed, t } from './words.ts';

/** A count given on the command line: a whole number, 0 or more. */
export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError(t('value.wholeNumber'));
  return Number(text);
}

/** A format given on the command line. */
export function exportFormat(text: string): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === text);
  if (!format) throw new InvalidArgumentError(t('value.formats', { formats: listed(EXPORT_FORMATS) }));
  return format;
}

/** Targets given on the command line, one after the other. */
export function deliveryTarget(text: string, before: readonly DeliveryTargetId[] = []): readonly DeliveryTargetId[] {
  const found = DELIVERY_TARGETS.find((id) => id === text);
  if (!found) throw new InvalidArgumentError(t('value.targets', { targets: listed(DELIVERY_TARGETS) }));
  return [...new Set([...before, found])];
}

/** A path given on the command line: an unset variable of a shell must not become the folder it stands in. */
export function nonEmpty(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError(t('value.empty'));
  return text;
}

export interface RunCommandOptions {
  readonly retryFailed: number;
  readonly resubmitInDoubt: boolean;
  readonly renderMissingAudio: boolean;
  readonly acceptMissingLog: boolean;
  readonly acceptCopy: boolean;
}

/** Adds what `render` and `resume` let the producer say alike of a run. */
export function withRunOptions(command: Command): Command {
  return command
    .option('--retry-failed <n>', t('option.retryFailed'), wholeNumber, 0)
    .option('--resubmit-in-doubt', t('option.resubmitInDoubt'), false)
    .option('--render-missing-audio', t('option.renderMissingAudio'), false)
    .option('--accept-missing-log', t('option.acceptMissingLog'), false)
    .option('--accept-copy', t('option.acceptCopy'), false);
}
