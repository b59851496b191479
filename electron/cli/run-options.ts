// What `render` and `resume` let the producer say alike of a run.
import type { Command } from 'commander';
import { wholeNumber } from './argument-values.ts';
import { t } from './words.ts';

export interface RunOptions {
  readonly retryFailed: number;
  readonly resubmitInDoubt: boolean;
  readonly renderMissingAudio: boolean;
  readonly acceptMissingLog: boolean;
  readonly acceptCopy: boolean;
}

/** Adds them to a command. */
export function withRunOptions(command: Command): Command {
  return command
    .option('--retry-failed <n>', t('option.retryFailed'), wholeNumber, 0)
    .option('--resubmit-in-doubt', t('option.resubmitInDoubt'), false)
    .option('--render-missing-audio', t('option.renderMissingAudio'), false)
    .option('--accept-missing-log', t('option.acceptMissingLog'), false)
    .option('--accept-copy', t('option.acceptCopy'), false);
}
