import type { DoubtReason, Failure, Unfinished } from './problems/line-failure.ts';
import type { LossCause } from './problems/loss.ts';
import type { RunStop } from './problems/run-stop.ts';
import type { ServiceProblem } from './problems/service-problem.ts';

export interface OrderedLine {
  readonly lineId: number;
  readonly characters: number;
  /** Requests another take with this seed, even if the line is fresh. */
  readonly retakeSeed?: number;
  readonly furtherTakes?: number;
}

export type WaitCause = 'budget' | 'rate-limited' | 'unreachable' | 'doubt';

/** Times are in milliseconds since the epoch. */
export type RunEvent =
  | {
      readonly kind: 'batch-sent';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly characters: number;
      readonly webhookHost: string | null;
    }
  | { readonly kind: 'batch-accepted'; readonly batchId: number; readonly lines: number }
  /** The service has none of the batch, so its lines are queued again as if they had never been sent. */
  | { readonly kind: 'batch-withdrawn'; readonly batchId: number; readonly lineIds: readonly number[] }
  | {
      readonly kind: 'batch-in-doubt';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly reason: DoubtReason;
    }
  | {
      readonly kind: 'line-rendered';
      readonly lineId: number;
      readonly takeId: number;
      readonly durationSeconds: number;
    }
  | { readonly kind: 'next-take'; readonly line: OrderedLine }
  | { readonly kind: 'line-failed'; readonly lineId: number; readonly failure: Failure; readonly willRetry: boolean }
  | {
      readonly kind: 'lines-lost';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly cause: LossCause;
    }
  /** The service still has the lines, but this run no longer polls for them. */
  | {
      readonly kind: 'lines-unfinished';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly failure: Unfinished;
    }
  /** The lines were resent and may be charged twice. */
  | {
      readonly kind: 'doubt-sent-again';
      readonly batchId: number;
      readonly lines: readonly { readonly lineId: number; readonly characters: number }[];
    }
  | { readonly kind: 'batch-done'; readonly batchId: number }
  | { readonly kind: 'line-skipped'; readonly lineId: number }
  | {
      readonly kind: 'waiting';
      readonly cause: WaitCause;
      readonly until: number;
      readonly problem: ServiceProblem | null;
    }
  /** The remaining lines stay queued. */
  | { readonly kind: 'stopped'; readonly stop: RunStop };
