// Pronunciation rules: as they are, as they are saved, and what others would do.
import { z } from 'zod';
import { pronunciationRuleSchema } from '../model/cast.ts';
import { ruleChangeSchema } from '../rules/rule-changes.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** Rules that a project takes. */
export const MOST_RULES = 2_000;
/** The longest table of rules that is read, in code units. */
export const LONGEST_TABLE = 4_000_000;

const rulesSchema = z.array(pronunciationRuleSchema).max(10 * MOST_RULES);

/** A stretch of a text; marked where the words differ. */
const stretchSchema = z.object({ text: z.string(), marked: z.boolean() });

const troubledLinesSchema = z.object({ lines: z.int(), firstLineId: z.int().nullable() });

export const rulesPreviewSchema = z.object({
  /** Lines that would be sent otherwise. */
  changed: z.int(),
  /** Of these: those that have a take for today's request, and would have none. */
  turnStale: z.int(),
  /** Those that have none, and would have the one again that they once had. */
  comeBack: z.int(),
  /** Of the lines that turn stale, as they would be sent. */
  characters: z.int(),
  /** What rendering these costs, where the connection has a price; in the connection's currency. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** The first lines that change, in script order. */
  examples: z.array(
    z.object({
      lineId: z.int(),
      /** “Act II · line 12”. */
      label: z.string(),
      role: z.string(),
      before: z.array(stretchSchema),
      after: z.array(stretchSchema),
      turns: z.enum(['stale', 'back', 'same']),
      /** Nothing would be left to speak. */
      silent: z.boolean(),
      /** It would be too long to be handled: `after` is empty. */
      overflows: z.boolean(),
    }),
  ),
  /** For each rule: the lines in which it changes something. */
  linesOfRules: z.array(z.int()),
  /** Rules whose result a later one changes again, by their indices. */
  changedAgain: z.array(z.object({ earlier: z.int(), later: z.int(), lines: z.int() })),
  /** Lines of which nothing would be left to speak. */
  silenced: troubledLinesSchema,
  /** Dialog lines in which a turn prefix would be among the words. */
  prefixed: troubledLinesSchema,
  /** Lines that would be too long to be sent. */
  tooLong: troubledLinesSchema,
  /** Lines that the rules make too long to be handled, by the index of the rule after which they are. */
  overflows: z.array(troubledLinesSchema.extend({ rule: z.int() })),
});
export type RulesPreview = z.infer<typeof rulesPreviewSchema>;

export const pronunciationRequests = {
  /** In the order in which they apply. */
  'pronunciation.rules': request(z.object({}), z.array(pronunciationRuleSchema)),
  /** Changes the rules as they are now, up to `MOST_RULES` of them; `outdated`: a rule that is meant is not there. */
  'pronunciation.change': request(
    z.object({ change: ruleChangeSchema }),
    z.object({ ...stepShape, rules: z.array(pronunciationRuleSchema) }),
  ),
  /** What saving these rules would do. Changes nothing. `cancelled`: newer rules have been asked about since. */
  'pronunciation.preview': request(z.object({ rules: rulesSchema }), rulesPreviewSchema),
  /** Speaks a line at once, as these rules would have it; the audio is where `audition.start` has it. */
  'pronunciation.audition': request(
    z.object({ lineId: z.int(), rules: rulesSchema }),
    z.object({ auditionId: z.string(), contentType: z.string(), characters: z.int() }),
  ),
  /** Reads rules from a table as `pronunciation.table` writes it, or one with columns of the same names. */
  'pronunciation.readTable': request(
    z.object({ text: z.string().max(LONGEST_TABLE) }),
    z.object({
      rules: z.array(pronunciationRuleSchema),
      /** Rows that are no rules: 1-based, the heading being row 1. */
      refused: z.array(
        z.object({
          row: z.int(),
          reason: z.enum(['no-words', 'too-long', 'unknown-language', 'unknown-choice', 'unknown-sounds']),
        }),
      ),
      /** The columns “from” and “to” are not there. */
      noColumns: z.boolean(),
    }),
  ),
  /** The rules as a table with commas (RFC 4180). */
  'pronunciation.table': request(z.object({}), z.object({ text: z.string() })),
};
