import { z } from 'zod';
import { pronunciationRuleSchema } from '../model/cast.ts';
import { hardWordSchema } from '../model/hard-words.ts';
import { ruleChangeSchema } from '../rules/cast/rule-changes.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const MAX_RULES = 2_000;
const MAX_FINE_WORDS = 50_000;
/** In UTF-16 code units. */
export const MAX_TABLE_LENGTH = 4_000_000;

const rulesSchema = z.array(pronunciationRuleSchema).max(10 * MAX_RULES);

const segmentSchema = z.object({ text: z.string(), marked: z.boolean() });

const affectedLinesSchema = z.object({ lines: z.int(), firstLineId: z.int().nullable() });

export const rulesPreviewSchema = z.object({
  changed: z.int(),
  turnStale: z.int(),
  /** The subset of `changed` without a current take for which an earlier take becomes current again. */
  comeBack: z.int(),
  characters: z.int(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  examples: z.array(
    z.object({
      lineId: z.int(),
      label: z.string(),
      role: z.string(),
      before: z.array(segmentSchema),
      after: z.array(segmentSchema),
      turns: z.enum(['stale', 'back', 'same']),
      silent: z.boolean(),
      overflows: z.boolean(),
    }),
  ),
  linesOfRules: z.array(z.int()),
  /** Pairs of rule indexes. In each pair, the later rule changes the earlier rule's result. */
  changedAgain: z.array(z.object({ earlier: z.int(), later: z.int(), lines: z.int() })),
  silenced: affectedLinesSchema,
  prefixed: affectedLinesSchema,
  tooLong: affectedLinesSchema,
  /** Lines that become too long to process. `rule` is the index of the rule that lengthens them. */
  overflows: z.array(affectedLinesSchema.extend({ rule: z.int() })),
});
export type RulesPreview = z.infer<typeof rulesPreviewSchema>;

const hardWordsSchema = z.object({
  /** By kind, the most frequent first. `label` names the first of the lines. */
  words: z.array(hardWordSchema.extend({ label: z.string() })),
  leftOut: z.int(),
});
export type HardWordsReply = z.infer<typeof hardWordsSchema>;

export const pronunciationRequests = {
  'pronunciation.rules': request(z.object({}), z.array(pronunciationRuleSchema)),
  /** Fails with `outdated` if the change refers to a rule that doesn't exist. */
  'pronunciation.change': request(
    z.object({ change: ruleChangeSchema }),
    z.object({ ...stepShape, rules: z.array(pronunciationRuleSchema) }),
  ),
  /** Fails with `cancelled` if a newer preview was requested. */
  'pronunciation.preview': request(z.object({ rules: rulesSchema }), rulesPreviewSchema),
  'pronunciation.audition': request(
    z.object({ lineId: z.int(), rules: rulesSchema }),
    z.object({ auditionId: z.string(), contentType: z.string(), characters: z.int() }),
  ),
  'pronunciation.readTable': request(
    z.object({ text: z.string().max(MAX_TABLE_LENGTH) }),
    z.object({
      rules: z.array(pronunciationRuleSchema),
      /** Numbers of invalid rows, counting the header as row 1. */
      refused: z.array(
        z.object({
          row: z.int(),
          reason: z.enum(['no-words', 'too-long', 'unknown-language', 'unknown-choice', 'unknown-sounds']),
        }),
      ),
      noColumns: z.boolean(),
    }),
  ),
  /** The words to look up before recording. Reads the whole script. */
  'pronunciation.hardWords': request(z.object({}), hardWordsSchema),
  /** Marks words as fine, or removes the mark. */
  'pronunciation.setFine': request(
    z.object({ words: z.array(z.string().min(1)).min(1).max(MAX_FINE_WORDS), fine: z.boolean() }),
    z.object(stepShape),
  ),
  /** Returns the hard words as CSV (RFC 4180). */
  'pronunciation.hardWordsTable': request(z.object({}), z.object({ text: z.string() })),
  /** Returns the rules as CSV (RFC 4180). */
  'pronunciation.table': request(z.object({}), z.object({ text: z.string() })),
};
