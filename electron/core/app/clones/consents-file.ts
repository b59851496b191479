// Consents as a JSON file, to archive them with contracts or use them on another machine.
import { z } from 'zod';
import { type ConsentRecord, consentRecordSchema, withdrawalSchema } from '../../../../shared/model/consent.ts';

const moment = z.iso.datetime();

const consentsFileSchema = z.object({
  lectern: z.literal('consents'),
  version: z.literal(1),
  consents: z.array(
    consentRecordSchema
      .omit({ id: true, voicesBefore: true, recordedAt: true, deletedAt: true, withdrawal: true, evidence: true })
      .extend({
        recordedAt: moment,
        deletedAt: moment.nullable(),
        withdrawal: withdrawalSchema.extend({ recordedAt: moment }).nullable().default(null),
      }),
  ),
});

const toIso = (time: number): string => new Date(time).toISOString();

export function consentsAsJson(consents: readonly ConsentRecord[]): string {
  const records = consents.map(({ voicesBefore: _, id: __, recordedAt, deletedAt, withdrawal, ...consent }) => ({
    ...consent,
    recordedAt: toIso(recordedAt),
    deletedAt: deletedAt === null ? null : toIso(deletedAt),
    withdrawal: withdrawal && { ...withdrawal, recordedAt: toIso(withdrawal.recordedAt) },
  }));
  return `${JSON.stringify({ lectern: 'consents', version: 1, consents: records }, null, 2)}\n`;
}

/**
 * Parses a file written by `consentsAsJson`. Skips consents to voices that might not exist, and drops the evidence, which stays
 * on the other machine.
 * @returns null if the file is invalid
 */
export function parseConsents(text: string, nextId: () => string): ConsentRecord[] | null {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = consentsFileSchema.safeParse(content);
  if (!parsed.success) return null;
  return parsed.data.consents
    .filter(({ voice }) => voice !== null)
    .map(({ recordedAt, deletedAt, withdrawal, ...consent }) => ({
      ...consent,
      id: nextId(),
      voicesBefore: [],
      evidence: null,
      recordedAt: Date.parse(recordedAt),
      deletedAt: deletedAt === null ? null : Date.parse(deletedAt),
      withdrawal: withdrawal && { ...withdrawal, recordedAt: Date.parse(withdrawal.recordedAt) },
    }));
}
