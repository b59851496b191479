// What a run tells while it goes on.
import type { LossCause } from './loss.ts';

/** A line that is ordered. */
export interface OrderedLine {
  readonly lineId: number;
  /** Characters as sent, when it was planned. */
  readonly characters: number;
  /** Another take of a line, fresh or not, asked for with this seed, which is not the producer's. */
  readonly retakeSeed?: number;
  /** How many more takes of the line are asked for once this one has come; 0 unless given. */
  readonly furtherTakes?: number;
}

/** Why a run has to wait. */
export type WaitCause = 'budget' | 'rate-limited' | 'unreachable' | 'doubt';

/** What happens in a run, as data: each reader words it. Times are milliseconds since the epoch. */
export type RunEvent =
  | {
      readonly kind: 'batch-sent';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly characters: number;
      /** The host that the service calls about it; null: none. */
      readonly webhookHost: string | null;
    }
  | { readonly kind: 'batch-accepted'; readonly batchId: number; readonly lines: number }
  /** Nothing of it is with the service, and it is as if it had never been sent: its lines wait again. */
  | { readonly kind: 'batch-withdrawn'; readonly batchId: number; readonly lineIds: readonly number[] }
  | {
      readonly kind: 'batch-in-doubt';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly message: string;
    }
  | {
      readonly kind: 'line-rendered';
      readonly lineId: number;
      readonly takeId: number;
      readonly durationSeconds: number;
    }
  /** One of several takes of a line has come, and the next is ordered. */
  | { readonly kind: 'next-take'; readonly line: OrderedLine }
  | { readonly kind: 'line-failed'; readonly lineId: number; readonly message: string; readonly willRetry: boolean }
  /** The service accepted them and no longer has them. */
  | {
      readonly kind: 'lines-lost';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly cause: LossCause;
    }
  /** The service has them, and is not asked about them any longer in this run. */
  | {
      readonly kind: 'lines-unfinished';
      readonly batchId: number;
      readonly lineIds: readonly number[];
      readonly message: string;
    }
  /**
   * The connection's policy, or the command, sends again what is in doubt or lost: its lines wait once more, and may be
   * charged for twice.
   */
  | {
      readonly kind: 'doubt-sent-again';
      readonly batchId: number;
      readonly lines: readonly { readonly lineId: number; readonly characters: number }[];
    }
  /** Its turn came, and there was nothing to render any more: it was deleted, or has a take. */
  | { readonly kind: 'line-skipped'; readonly lineId: number }
  | { readonly kind: 'waiting'; readonly cause: WaitCause; readonly until: number; readonly message: string | null }
  /** `capped`: a cap on what is spent stopped it, and what it kept back waits. */
  | { readonly kind: 'stopped'; readonly message: string; readonly capped: boolean };
