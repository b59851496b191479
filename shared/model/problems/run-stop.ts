import { z } from 'zod';
import { capKindSchema } from '../spending.ts';
import { projectProblemSchema } from './project-problem.ts';
import { serviceProblemSchema } from './service-problem.ts';

export const missingFromRepliesSchema = z.enum(['jobs', 'job-names']);
export type MissingFromReplies = z.infer<typeof missingFromRepliesSchema>;

export const runStopSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('capped'), by: capKindSchema }),
  z.object({ kind: z.literal('disk-short'), folder: z.string(), freeBytes: z.number(), neededBytes: z.number() }),
  z.object({ kind: z.literal('project'), problem: projectProblemSchema }),
  /** The key, the plan or the URL is wrong. */
  z.object({ kind: z.literal('refuses-all'), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('refuses-webhook'), failure: serviceProblemSchema }),
  /** This many lines, sent one by one, were refused, and none was accepted. */
  z.object({ kind: z.literal('refuses-lines'), lines: z.int(), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('unreachable'), minutes: z.int(), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('doubts'), batches: z.int(), failure: serviceProblemSchema }),
  z.object({ kind: z.literal('useless-replies'), missing: missingFromRepliesSchema }),
  z.object({ kind: z.literal('defect'), id: z.string() }),
]);
export type RunStop = z.infer<typeof runStopSchema>;
