// The render queue: projects that render one after another, within one budget.
import { z } from 'zod';
import { runStopSchema } from '../model/problems/run-stop.ts';
import { moneyCapSchema } from '../model/spending.ts';
import { bridgeErrorSchema } from './envelope.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const QUEUE_PRIORITIES = ['high', 'normal', 'low'] as const;
export const queuePrioritySchema = z.enum(QUEUE_PRIORITIES);
export type QueuePriority = z.infer<typeof queuePrioritySchema>;

/** Why a project in the queue stopped. `error`: its run couldn't start. */
export const queueStopSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cancelled') }),
  z.object({ kind: z.literal('run'), stop: runStopSchema }),
  z.object({ kind: z.literal('error'), error: bridgeErrorSchema }),
]);
export type QueueStop = z.infer<typeof queueStopSchema>;

/** Why the queue doesn't send a line of a project. `blocked`: the line has no key yet. */
const LEFT_OUT_REASONS = [
  'no-voice',
  'too-long',
  'three-roles',
  'nothing-to-speak',
  'pronunciation-too-long',
  'blocked',
  'approved',
  'missing-audio',
  'in-doubt',
  'lost',
  'over-cap',
] as const;
const leftOutSchema = z.array(z.object({ reason: z.enum(LEFT_OUT_REASONS), lines: z.int().min(1) })).readonly();
export type LeftOut = z.infer<typeof leftOutSchema>;

export const queueEntrySchema = z.object({
  /** As in the library. */
  id: z.string(),
  name: z.string(),
  /** Whether the window shows this project. */
  isShown: z.boolean(),
  priority: queuePrioritySchema,
  /** `waiting`: the run starts or resumes when all lines of the projects before it have been sent. */
  state: z.enum(['waiting', 'running', 'paused', 'stopped', 'done']),
  /** 0 before the run has started. */
  lines: z.int(),
  rendered: z.int(),
  failed: z.int(),
  /** In doubt or lost. */
  inDoubt: z.int(),
  /** Not sent yet. */
  unsent: z.int(),
  /** As of the start of the run. Empty for runs started outside the queue. */
  leftOut: leftOutSchema.default([]),
  stop: queueStopSchema.nullable(),
});
export type QueueEntry = z.infer<typeof queueEntrySchema>;

/** Counts everything that runs send after the budget is set, in all projects. Null caps are unlimited. */
export const queueBudgetSchema = z.object({
  characters: z.int().min(1).nullable(),
  money: moneyCapSchema.nullable(),
  spent: z.object({ characters: z.int(), amount: z.number() }),
});
export type QueueBudget = z.infer<typeof queueBudgetSchema>;

export const queueStateSchema = z.object({
  /** In the order in which they are sent. */
  entries: z.array(queueEntrySchema),
  /** After a restart, or because the producer paused the queue. Nothing starts until it is continued. */
  isHeld: z.boolean(),
  budget: queueBudgetSchema.nullable(),
  /** Whether the budget has stopped the queue. */
  isOverBudget: z.boolean(),
});
export type QueueState = z.infer<typeof queueStateSchema>;

const entryId = z.object({ id: z.string() });

export const queueRequests = {
  'queue.state': request(z.object({}), queueStateSchema),
  /** What adding a project would render. `price` is null if the connection has none. */
  'queue.plan': request(
    entryId,
    z.object({
      lines: z.int(),
      characters: z.int(),
      leftOut: leftOutSchema,
      price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
  /**
   * Adds a project from the library, to render all lines that aren't fresh. `confirmed` accepts a price above the
   * project's limit for confirmation.
   */
  'queue.add': request(entryId.extend({ confirmed: z.boolean().optional() }), queueStateSchema),
  /** `to` is the new index. The entry gets the priority of the entries around it. */
  'queue.move': request(entryId.extend({ to: z.int().min(0) }), queueStateSchema),
  'queue.setPriority': request(entryId.extend({ priority: queuePrioritySchema }), queueStateSchema),
  'queue.pause': request(entryId, queueStateSchema),
  /** `confirmed` accepts a price above the project's limit for confirmation. */
  'queue.resume': request(entryId.extend({ confirmed: z.boolean().optional() }), queueStateSchema),
  /** Cancels the lines not sent yet. Results of lines already sent will still be received. */
  'queue.stop': request(entryId, queueStateSchema.extend(stepShape)),
  /** Refused for a project that is rendering. */
  'queue.remove': request(entryId, queueStateSchema.extend(stepShape)),
  'queue.clearDone': request(z.object({}), queueStateSchema),
  'queue.hold': request(z.object({}), queueStateSchema),
  'queue.continue': request(z.object({}), queueStateSchema),
  /** Raising a cap continues the queue that it stopped. Null removes the budget and its count. */
  'queue.setBudget': request(
    z.object({ budget: queueBudgetSchema.omit({ spent: true }).nullable() }),
    queueStateSchema,
  ),
};
