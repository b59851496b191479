// The document in which the findings of a take are stored.
import { z } from 'zod';
import { findingSchema } from '../../../../shared/model/proof.ts';
import { notHeardSchema, takeRecogniserSchema } from '../../../../shared/model/proofed-take.ts';
import { wordComparisonSchema } from '../../rules/proof/compare-words.ts';

const findingsSchema = z.array(findingSchema);

const storedFindingsSchema = z.object({
  findings: findingsSchema,
  recogniser: takeRecogniserSchema.nullable(),
  notHeard: notHeardSchema.nullable(),
  /**
   * What the recogniser alone found, so that the take needn't be recognised again when its voice has been learnt. Null
   * if it didn't listen.
   */
  heard: wordComparisonSchema.nullable(),
});
export type StoredFindings = z.infer<typeof storedFindingsSchema>;

export const NO_FINDINGS: StoredFindings = { findings: [], recogniser: null, notHeard: null, heard: null };

/** Reads a document or, without a recogniser, a list of findings. Unreadable text counts as no findings. */
export function readFindings(text: string): StoredFindings {
  const value = parseOrNull(text);
  const list = findingsSchema.safeParse(value).data;
  return list ? { ...NO_FINDINGS, findings: list } : (storedFindingsSchema.safeParse(value).data ?? NO_FINDINGS);
}

export const writeFindings = (stored: StoredFindings): string =>
  JSON.stringify(stored.recogniser === null ? stored.findings : stored);

/** Projects come from other people, so documents might be damaged. */
export function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
