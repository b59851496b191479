import { z } from 'zod';
import { capKindSchema } from '../spending.ts';
import { projectProblemSchema } from './project-problem.ts';
import { serviceProblemSchema } from './service-problem.ts';

/** What the service's replies about a batch lack: its jobs, or the lines that they belong to. */
export const missingSchema = z.enum(['jobs', 'job-names']);
export type MissingFromReplies = z.infer<typeof missingSchema>;

/** Why a run stopped before all of its lines were sent. */
export const runStopSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('capped'), by: capKindSchema }),
  /** The disk has too little space for the audio of the next batch. */
  z.object({ kind: z.literal('disk-short'), folder: z.string(), freeBytes: z.number(), neededBytes: z.number() }),
  /** The project can't be written to. */
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  /** The service refuses every request, because the key, the plan or the address is wrong. */
  z.object({ kind: z.literal('refuses-all'), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('refuses-webhook'), failure: serviceProblemSchema }),
  /** The service refused this many single lines and accepted none. */
  z.object({ kind: z.literal('refuses-lines'), lines: z.int(), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('unreachable'), minutes: z.int(), failure: serviceProblemSchema }),
  /** This many consecutive batches are in doubt. */
  z.object({ kind: z.literal('doubts'), batches: z.int(), failure: serviceProblemSchema }),
  /** The service's replies never say what has become of the jobs. */
  z.object({ kind: z.literal('useless-replies'), missing: missingSchema }),
  /** `id` finds the error in the log. */
  z.object({ kind: z.literal('defect'), id: z.string() }),
]);
export type RunStop = z.infer<typeof runStopSchema>;
