// Requests for pronunciation rules and previews of changes to them.
import { z } from 'zod';
import { pronunciationRuleSchema } from '../model/cast.ts';
import { ruleChangeSchema } from '../rules/rule-changes.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const MOST_RULES = 2_000;
/** The maximum length of an imported table, in UTF-16 code units. */
export const LONGEST_TABLE = 4_000_000;

const rulesSchema = z.array(pronunciationRuleSchema).max(10 * MOST_RULES);

/** A segment of text. `marked` segments differ between before and after. */
const stretchSchema = z.object({ text: z.string(), marked: z.boolean() });

const troubledLinesSchema = z.object({ lines: z.int(), firstLineId: z.int().nullable() });

export const rulesPreviewSchema = z.object({
  /** Lines with a different request. */
  changed: z.int(),
  /** The part of `changed` with a current take that would become stale. */
  turnStale: z.int(),
  /** The part of `changed` without a current take for which an earlier take becomes current again. */
  comeBack: z.int(),
  /** Characters to send for the lines that become stale. */
  characters: z.int(),
  /** Price of `characters` in the connection's currency, or null without a price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  examples: z.array(
    z.object({
      lineId: z.int(),
      /** Such as “Act II · line 12”. */
      label: z.string(),
      role: z.string(),
      before: z.array(stretchSchema),
      after: z.array(stretchSchema),
      turns: z.enum(['stale', 'back', 'same']),
      silent: z.boolean(),
      /** The result is too long to process; `after` is empty. */
      overflows: z.boolean(),
    }),
  ),
  /** The number of lines each rule changes. */
  linesOfRules: z.array(z.int()),
  /** Pairs of rule indices where the later rule changes the earlier one's result. */
  changedAgain: z.array(z.object({ earlier: z.int(), later: z.int(), lines: z.int() })),
  silenced: troubledLinesSchema,
  /** Dialog lines in which a turn prefix would appear in the text. */
  prefixed: troubledLinesSchema,
  tooLong: troubledLinesSchema,
  /** Lines that become too long to process, by the index of the rule responsible. */
  overflows: z.array(troubledLinesSchema.extend({ rule: z.int() })),
});
export type RulesPreview = z.infer<typeof rulesPreviewSchema>;

export const pronunciationRequests = {
  /** In the order they apply. */
  'pronunciation.rules': request(z.object({}), z.array(pronunciationRuleSchema)),
  /** Changes the current rules, up to `MOST_RULES`. Fails with `outdated` if a rule it refers to doesn't exist. */
  'pronunciation.change': request(
    z.object({ change: ruleChangeSchema }),
    z.object({ ...stepShape, rules: z.array(pronunciationRuleSchema) }),
  ),
  /** Previews the effect of saving these rules. Fails with `cancelled` if a newer preview was requested. */
  'pronunciation.preview': request(z.object({ rules: rulesSchema }), rulesPreviewSchema),
  /** Renders a line with these rules for immediate playback, as `audition.start` does. */
  'pronunciation.audition': request(
    z.object({ lineId: z.int(), rules: rulesSchema }),
    z.object({ auditionId: z.string(), contentType: z.string(), characters: z.int() }),
  ),
  /** Parses a table written by `pronunciation.table`, or one with the same column names. */
  'pronunciation.readTable': request(
    z.object({ text: z.string().max(LONGEST_TABLE) }),
    z.object({
      rules: z.array(pronunciationRuleSchema),
      /** Invalid rows, 1-based, with the header as row 1. */
      refused: z.array(
        z.object({
          row: z.int(),
          reason: z.enum(['no-words', 'too-long', 'unknown-language', 'unknown-choice', 'unknown-sounds']),
        }),
      ),
      /** True if the “from” and “to” columns are missing. */
      noColumns: z.boolean(),
    }),
  ),
  /** Returns the rules as CSV (RFC 4180). */
  'pronunciation.table': request(z.object({}), z.object({ text: z.string() })),
};
