// Runs: what would be sent, what is on its way, what came of it.

import { httpUrlSchema, planSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { lossCauseSchema } from '../model/loss.ts';
import {
  moneyCapSchema,
  spendingColumnSchema,
  spendingFiguresSchema,
  spendingGroupingSchema,
  spendingRowSchema,
} from '../model/spending.ts';
import { webhookSchema } from '../model/webhook.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** Which lines a run is about. Empty: everything that is not fresh. */
export const runScopeSchema = z.object({
  chapterIds: z.array(z.int().nullable()).optional(),
  lineIds: z.array(z.int()).optional(),
  /** Lines whose approved take has become stale are rendered again only where the producer confirmed it. */
  replaceApproved: z.boolean().optional(),
  /** Lines whose audio is missing or damaged are rendered, and paid for, again only where the producer said so. */
  renderMissing: z.boolean().optional(),
  /** At most this many characters. */
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
  /** The service no longer has lines of it. */
  'lost',
  /** It was in doubt or lost, and its lines left once more in another batch. */
  'sent-again',
  'refused',
  'cancelled',
] as const;

/** A row of the departure board. */
export const batchRowSchema = z.object({
  /** Stays with a batch while it is planned, and from its sending on is its own. */
  key: z.string(),
  number: z.int(),
  batchId: z.int().nullable(),
  /** Milliseconds since the epoch: when it left, or will leave; null where that can't be told. */
  leavesAt: z.number().nullable(),
  hasLeft: z.boolean(),
  /** When its last line came back, or is expected. */
  backAt: z.number().nullable(),
  /** Such as “Act II 51–100”. */
  lines: z.string(),
  lineCount: z.int(),
  characters: z.int(),
  /** A letter for each line, in order: w waits, s was sent, d is done, f failed, q is in doubt, l is lost, c was cancelled. */
  cells: z.string(),
  state: z.enum(BATCH_STATES),
  failed: z.int(),
  /** What became of its webhook call; null: none is made, or the batch has not been sent. */
  webhook: webhookSchema.nullable(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;

export const planPreviewSchema = z.object({
  lines: z.int(),
  characters: z.int(),
  batches: z.array(batchRowSchema),
  /** Milliseconds since the epoch; null where there is nothing to send. */
  allSentAt: z.number().nullable(),
  doneAt: z.number().nullable(),
  /** Fresh or kept. */
  reused: z.int(),
  inFlight: z.int(),
  inDoubt: z.int(),
  /** The service accepted them and no longer has them. */
  lost: z.int(),
  blocked: z.int(),
  /** Their approved take is stale: they wait for a confirmation. */
  approved: z.int(),
  /** Their audio is missing or damaged: they are rendered again only where the producer says so. */
  missingAudio: z.int(),
  /** Of `lines`: their audio is missing or damaged, and they are paid for again. */
  paidAgain: z.int(),
  overCap: z.int(),
  /** Such as “Act II 12 – Act III 40”: what the cap leaves out; empty where nothing is. */
  overCapLabel: z.string(),
  /** Of the lines that would be sent: their approved take gives way to another. */
  replaced: z.int(),
  /** What is left under the hard caps once this is sent, and the cap that sets it; null: there is none. */
  room: z.object({ characters: z.number(), by: z.enum(['characters', 'money', 'currency', 'run']) }).nullable(),
  /** What is spent and what it costs, where the connection has a price; in the connection's currency. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** A run that costs more has to be confirmed; null: none has. */
  confirmPrice: z.number().nullable(),
  /** When all would be done on each plan. */
  plans: z.array(z.object({ plan: planSchema, allSentAt: z.number().nullable(), current: z.boolean() })),
  /** Dialog lines that may sound different than intended. */
  warnings: z.int(),
});
export type PlanPreview = z.infer<typeof planPreviewSchema>;

export const runStateSchema = z.enum(['idle', 'running', 'paused', 'stopping', 'finished']);

export const runSummarySchema = z.object({
  state: runStateSchema,
  runId: z.int().nullable(),
  startedAt: z.number().nullable(),
  finishedAt: z.number().nullable(),
  lines: z.int(),
  rendered: z.int(),
  failed: z.int(),
  inDoubt: z.int(),
  /** The service accepted them and no longer has them. */
  lost: z.int(),
  /** Not sent yet. */
  waiting: z.int(),
  inFlight: z.int(),
  /** Of all that is ordered, and of what the service took or may have taken. */
  characters: z.int(),
  charactersSent: z.int(),
  batches: z.int(),
  batchesInFlight: z.int(),
  /** Retakes and single lines that were ordered while the run goes on: no part of `lines` and `rendered`. */
  extraTakes: z.int(),
  extraTakesRendered: z.int(),
  /** How often the service refused for its limits (429). */
  refused: z.int(),
  allSentAt: z.number().nullable(),
  doneAt: z.number().nullable(),
  /** Why nothing leaves at present. `message` is a sentence of the client's, where there is one. */
  wait: z
    .object({
      cause: z.enum(['budget', 'rate-limited', 'unreachable', 'doubt']),
      until: z.number(),
      message: z.string().nullable(),
    })
    .nullable(),
  /** Why the run ended before its time, in a sentence. */
  stopped: z.string().nullable(),
  /** A cap on what is spent stopped it: what waits is left out until the cap is raised. Such as “Act II 12–40”. */
  leftOut: z.string().nullable(),
});
export type RunSummary = z.infer<typeof runSummarySchema>;

export const runSnapshotSchema = z.object({ run: runSummarySchema, batches: z.array(batchRowSchema) });
export type RunSnapshot = z.infer<typeof runSnapshotSchema>;

/** What of a batch waits for a decision of the producer's. */
export const doubtSchema = z.object({
  /** `in-doubt`: it is unknown whether the service has it; `lost`: it accepted it and no longer has it. */
  kind: z.enum(['in-doubt', 'lost']),
  /** Why it is lost, each cause once; empty where it is in doubt. */
  causes: z.array(lossCauseSchema),
  batchId: z.int(),
  number: z.int(),
  sentAt: z.number(),
  lines: z.int(),
  /** Such as “Act II 251–300”. */
  label: z.string(),
  characters: z.int(),
  /** What the service, or the network, said last, in a sentence. */
  reason: z.string().nullable(),
});

export const failedLineSchema = z.object({
  lineId: z.int(),
  label: z.string(),
  excerpt: z.string(),
  reason: z.string(),
});

export const ledgerSchema = z.object({
  /** Characters that the service took, or may have taken. */
  total: z.int(),
  thisRun: z.int(),
  /** Of lines that had a take already. */
  retakes: z.int(),
  inDoubt: z.int(),
  lost: z.int(),
  /** Of words that were spoken at once, without a take. */
  auditions: z.int(),
  /** The project's hard caps; null: none. */
  cap: z.int().nullable(),
  moneyCap: moneyCapSchema.nullable(),
  confirmPrice: z.number().nullable(),
  /** What was spent in the connection's currency, each batch at the price at which it left. */
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

/** What happened, newest last; the renderer words it. */
export const logEntrySchema = z.object({
  /** Milliseconds since the epoch. */
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
  message: z.string().nullable(),
});
export type LogEntry = z.infer<typeof logEntrySchema>;

const scopeBudgetSchema = z.object({
  used: z.number(),
  /** Null: not limited. */
  limit: z.number().nullable(),
});

/** This minute's budget for batches. */
export const budgetSchema = z.object({
  requests: scopeBudgetSchema,
  characters: scopeBudgetSchema,
  /** Nothing leaves until then. */
  heldUntil: z.number().nullable(),
});
export type Budget = z.infer<typeof budgetSchema>;

export const productionRequests = {
  /** What a run would send, and when. Changes nothing. */
  'production.plan': request(runScopeSchema, planPreviewSchema),
  'production.start': request(
    runScopeSchema.extend({
      retryFailed: z.int().min(0).max(5).optional(),
      /** The address that the service calls for each batch; null: none. Absent: the connection's own. */
      webhookUrl: httpUrlSchema.nullable().optional(),
      /** The producer has seen what it costs, where that is more than the project's `confirmPrice`. */
      confirmed: z.boolean().optional(),
    }),
    runSnapshotSchema,
  ),
  'production.snapshot': request(z.object({}), runSnapshotSchema),
  /** Sends nothing more; results of what was sent are still received. */
  'production.pause': request(z.object({}), runSummarySchema),
  'production.resume': request(z.object({}), runSummarySchema),
  /** Cancels the lines that are not sent yet; results of those that were sent are still received. */
  /** `canceled`: how many lines were not sent yet. */
  'production.cancel': request(z.object({}), runSummarySchema.extend({ ...stepShape, canceled: z.int() })),
  /** Sends lines that the service failed again: these, or all. */
  'production.retryFailed': request(z.object({ lineIds: z.array(z.int()).optional() }), runSnapshotSchema),
  'production.failed': request(z.object({}), z.array(failedLineSchema)),
  'production.doubts': request(z.object({}), z.array(doubtSchema)),
  /** `send-again` may be charged twice; `leave-out` gives the lines back as not rendered. */
  'production.decideDoubt': request(
    z.object({ batchId: z.int(), decision: z.enum(['send-again', 'leave-out']) }),
    z.object({ ...stepShape, doubts: z.array(doubtSchema) }),
  ),
  'production.ledger': request(z.object({}), ledgerSchema),
  /** What was spent, a page of 100 rows at a time, with the figures of all rows. */
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
  /** The same, all of it, as a table for spreadsheets; `name` for its file. */
  'production.spendingTable': request(
    z.object({ by: spendingGroupingSchema, byteOrderMark: z.boolean() }),
    z.object({ name: z.string(), text: z.string() }),
  ),
  'production.log': request(z.object({}), z.array(logEntrySchema)),
  'production.budget': request(z.object({}), budgetSchema.nullable()),
};
