import { httpUrlSchema, planSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { exportTargetIdSchema } from '../model/export/export-target.ts';
import { doubtReasonSchema, failureSchema } from '../model/problems/line-failure.ts';
import { lossCauseSchema } from '../model/problems/loss.ts';
import { runStopSchema } from '../model/problems/run-stop.ts';
import { serviceProblemSchema } from '../model/problems/service-problem.ts';
import {
  capKindSchema,
  moneyCapSchema,
  spendingColumnSchema,
  spendingFiguresSchema,
  spendingGroupingSchema,
  spendingRowSchema,
} from '../model/spending.ts';
import { webhookSchema } from '../model/webhook.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** The lines to render. An empty scope means all lines that aren't fresh. */
export const runScopeSchema = z.object({
  chapterIds: z.array(z.int().nullable()).optional(),
  lineIds: z.array(z.int()).optional(),
  replaceApproved: z.boolean().optional(),
  /** Confirms that lines with missing or damaged audio will be rendered again, which is charged. */
  renderMissing: z.boolean().optional(),
  maxCharacters: z.int().min(1).optional(),
});
export type RunScope = z.infer<typeof runScopeSchema>;

export const BATCH_STATES = [
  'queued',
  'waits-for-budget',
  'sending',
  'pending',
  'in-progress',
  'done',
  'failed',
  'in-doubt',
  /** The service lost some of the batch's lines. */
  'lost',
  /** The batch was in doubt or lost, and its lines were resent in another batch. */
  'sent-again',
  'refused',
  'cancelled',
] as const;

export const batchRowSchema = z.object({
  /** Identifies a planned batch across updates. A batch gets a new key when it is sent. */
  key: z.string(),
  number: z.int(),
  batchId: z.int().nullable(),
  /** Actual or forecast submission time in milliseconds since the epoch, or null if unknown. */
  leavesAt: z.number().nullable(),
  hasLeft: z.boolean(),
  /** When the batch's last line arrived or is expected, in milliseconds since the epoch. */
  backAt: z.number().nullable(),
  lines: z.string(),
  lineCount: z.int(),
  characters: z.int(),
  /** One letter per line: `w` waiting, `s` sent, `d` done, `f` failed, `q` in doubt, `l` lost, `c` cancelled. */
  cells: z.string(),
  state: z.enum(BATCH_STATES),
  failed: z.int(),
  webhook: webhookSchema.nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

export const planPreviewSchema = z.object({
  lines: z.int(),
  characters: z.int(),
  batches: z.array(batchRowSchema),
  allSentAt: z.number().nullable(),
  doneAt: z.number().nullable(),
  reused: z.int(),
  inFlight: z.int(),
  inDoubt: z.int(),
  /** Lines that the service accepted but no longer has. */
  lost: z.int(),
  blocked: z.int(),
  approved: z.int(),
  missingAudio: z.int(),
  /** The subset of `lines` with missing or damaged audio, which would be charged again. */
  paidAgain: z.int(),
  overCap: z.int(),
  overCapLabel: z.string(),
  replaced: z.int(),
  /** The allowance left under the hard caps after this run, and which cap applies. Null if there is no cap. */
  room: z.object({ characters: z.number(), by: capKindSchema }).nullable(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** Runs above this price need confirmation; null means that no confirmation is needed. */
  confirmPrice: z.number().nullable(),
  /** Planned targets that ban synthetic narration and haven't authorised it. */
  bannedBy: z.array(exportTargetIdSchema),
  plans: z.array(z.object({ plan: planSchema, allSentAt: z.number().nullable(), current: z.boolean() })),
  warnings: z.int(),
});
export type PlanPreview = z.infer<typeof planPreviewSchema>;

export const runStateSchema = z.enum(['idle', 'running', 'paused', 'stopping', 'finished']);

export const runSummarySchema = z.object({
  state: runStateSchema,
  /** Whether the producer stopped the run and cancelled its unsent lines. */
  isCancelled: z.boolean(),
  runId: z.int().nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  lines: z.int(),
  rendered: z.int(),
  failed: z.int(),
  inDoubt: z.int(),
  lost: z.int(),
  waiting: z.int(),
  inFlight: z.int(),
  /** Total characters of all ordered lines. `charactersSent` counts those the service received or may have received. */
  characters: z.int(),
  charactersSent: z.int(),
  batches: z.int(),
  batchesInFlight: z.int(),
  /** Retakes and single lines ordered during the run. `lines` and `rendered` exclude them. */
  extraTakes: z.int(),
  extraTakesRendered: z.int(),
  refused: z.int(),
  allSentAt: z.number().nullable(),
  doneAt: z.number().nullable(),
  wait: z
    .object({
      cause: z.enum(['budget', 'rate-limited', 'unreachable', 'doubt']),
      until: z.number(),
      problem: serviceProblemSchema.nullable(),
    })
    .nullable(),
  stopped: runStopSchema.nullable(),
  /** Lines left out because of a spending cap, such as “Act II 12–40”. */
  leftOut: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSnapshotSchema = z.object({ run: runSummarySchema, batches: z.array(batchRowSchema) });
export type RunSnapshot = z.infer<typeof runSnapshotSchema>;

export const inDoubtBatchSchema = z.object({
  /**
   * `in-doubt`: it is unknown whether the service has the line. `lost`: the service accepted the line but no longer
   * has it.
   */
  kind: z.enum(['in-doubt', 'lost']),
  causes: z.array(lossCauseSchema),
  batchId: z.int(),
  number: z.int(),
  sentAt: z.number(),
  lines: z.int(),
  label: z.string(),
  characters: z.int(),
  reason: doubtReasonSchema.nullable(),
});

export const failedLineSchema = z.object({
  lineId: z.int(),
  label: z.string(),
  excerpt: z.string(),
  failure: failureSchema,
});

export const ledgerSchema = z.object({
  total: z.int(),
  thisRun: z.int(),
  retakes: z.int(),
  inDoubt: z.int(),
  lost: z.int(),
  auditions: z.int(),
  cap: z.int().nullable(),
  moneyCap: moneyCapSchema.nullable(),
  confirmPrice: z.number().nullable(),
  spent: z.number(),
  pricePerThousand: z.number().nullable(),
  currency: z.string(),
  runs: z.array(
    z.object({
      runId: z.int(),
      startedAt: z.number(),
      finishedAt: z.number().nullable(),
      state: z.enum(['open', 'done', 'cancelled']),
      lines: z.int(),
      characters: z.int(),
      batches: z.int(),
    }),
  ),
});

export const logEntrySchema = z.object({
  /** In milliseconds since the epoch. */
  at: z.number(),
  kind: z.enum([
    'started',
    'batch-sent',
    'batch-accepted',
    'batch-in-doubt',
    'lines-lost',
    'lines-unfinished',
    'sent-again',
    'line-failed',
    'waiting',
    'stopped',
    'paused',
    'resumed',
    'finished',
    'cancelled',
  ]),
  batch: z.int().nullable(),
  line: z.string().nullable(),
  lines: z.int().nullable(),
  /** Set only for `waiting`. */
  problem: serviceProblemSchema.nullable(),
  /** Set only for `batch-in-doubt`. */
  doubt: doubtReasonSchema.nullable(),
  /** Set only for `lines-lost`. */
  loss: lossCauseSchema.nullable(),
  /** Set only for `line-failed` and `lines-unfinished`. */
  failure: failureSchema.nullable(),
  /** Of `stopped`. */
  stop: runStopSchema.nullable(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const scopeBudgetSchema = z.object({
  used: z.number(),
  limit: z.number().nullable(),
});

export const budgetSchema = z.object({
  requests: scopeBudgetSchema,
  characters: scopeBudgetSchema,
  /** When sending resumes; nothing is sent before this time. */
  heldUntil: z.number().nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

export const productionRequests = {
  'production.plan': request(runScopeSchema, planPreviewSchema),
  'production.start': request(
    runScopeSchema.extend({
      retryFailed: z.int().min(0).max(5).optional(),
      /**
       * The URL that the service calls for each batch; null for no webhook. If undefined, the connection's URL is used.
       */
      webhookUrl: httpUrlSchema.nullable().optional(),
      confirmed: z.boolean().optional(),
    }),
    runSnapshotSchema,
  ),
  'production.snapshot': request(z.object({}), runSnapshotSchema),
  /** Stops sending. Results of lines already sent will still be received. */
  'production.pause': request(z.object({}), runSummarySchema),
  'production.resume': request(z.object({}), runSummarySchema),
  /** `canceled` is the number of lines not sent yet. Results of lines already sent will still be received. */
  'production.cancel': request(z.object({}), runSummarySchema.extend({ ...stepShape, canceled: z.int() })),
  'production.retryFailed': request(z.object({ lineIds: z.array(z.int()).optional() }), runSnapshotSchema),
  'production.failed': request(z.object({}), z.array(failedLineSchema)),
  'production.doubts': request(z.object({}), z.array(inDoubtBatchSchema)),
  /** With `send-again`, lines may be charged twice. With `leave-out`, lines are marked as not rendered. */
  'production.decideDoubt': request(
    z.object({ batchId: z.int(), decision: z.enum(['send-again', 'leave-out']) }),
    z.object({ ...stepShape, doubts: z.array(inDoubtBatchSchema) }),
  ),
  'production.ledger': request(z.object({}), ledgerSchema),
  /** Returns a page of 100 rows, and totals over all rows. */
  'production.spending': request(
    z.object({
      by: spendingGroupingSchema,
      sort: spendingColumnSchema,
      descending: z.boolean(),
      page: z.int().min(0),
    }),
    z.object({
      count: z.int(),
      total: spendingFiguresSchema,
      currencies: z.array(z.string()),
      rows: z.array(spendingRowSchema),
    }),
  ),
  'production.spendingTable': request(
    z.object({ by: spendingGroupingSchema, byteOrderMark: z.boolean() }),
    z.object({ project: z.string(), text: z.string() }),
  ),
  'production.log': request(z.object({}), z.array(logEntrySchema)),
  'production.budget': request(z.object({}), budgetSchema.nullable()),
};
