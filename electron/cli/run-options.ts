// What `render` and `resume` let the producer say alike of a run.
import type { Command } from 'commander';
import { wholeNumber } from './argument-values.ts';

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
    .option('--retry-failed <n>', 'send lines that the service failed again, up to n times, each paid', wholeNumber, 0)
    .option('--resubmit-in-doubt', 'send again what is in doubt or lost, which may be charged twice', false)
    .option('--render-missing-audio', 'render lines again whose audio is missing or damaged, each paid again', false)
    .option('--accept-missing-log', 'go on without project.db-wal; what it recorded may be paid again', false)
    .option('--accept-copy', 'go on with a copy; what was sent from the original since then may be paid again', false);
}
