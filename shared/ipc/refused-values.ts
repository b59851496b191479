// Every value that is refused for a reason of the trade, each with its reasons. One list: what is missing here does not
// compile where it is refused, and what is here has to be worded.
import { z } from 'zod';

const refused = <F extends string, const R extends readonly [string, ...string[]]>(field: F, reasons: R) =>
  z.object({ kind: z.literal('invalid'), field: z.literal(field), reason: z.enum(reasons) });

/** A value that can't be taken: which, and why. */
export const refusedValueSchema = z.discriminatedUnion('field', [
  /** The project was moved or copied, and the producer has not confirmed where it belongs. */
  refused('place', ['moved']),
  /** The producer chose the seed, so that a retake would sound the same. */
  refused('seed', ['pinned']),
  refused('line', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long', 'blocked']),
  refused('audition', ['three-roles', 'too-long', 'no-voice', 'nothing-to-speak', 'pronunciation-too-long']),
  refused('characterCap', ['reached']),
  /** It costs more than the producer wants to spend unasked. */
  refused('price', ['unconfirmed']),
  /** A folder that was not chosen in this session. */
  refused('folderId', ['unknown']),
  /** More pronunciation rules than a project takes. */
  refused('rules', ['too-many']),
  /** Another preset of the project has the name. */
  refused('presetName', ['taken']),
  refused('turnPrefix', ['empty', 'row-break', 'too-long', 'collides']),
  /** A voice that batches do not take. */
  refused('voice', ['engine']),
  /** A consent that is dated later than today. */
  refused('consent', ['in-future']),
  /** What a role can't be called. */
  refused('roleName', ['empty', 'too-long', 'not-a-mark', 'exists', 'narrator']),
  refused('trim', ['bad-trim']),
  refused('gain', ['bad-gain']),
  refused('note', ['long-note']),
  refused('cover', ['format', 'too-large', 'too-small', 'too-many-pixels']),
  refused('take', ['other-line', 'other-key', 'no-key', 'unplayable']),
  /** `detail` is the sentence of the rules on what is wrong with the template. */
  z.object({
    kind: z.literal('invalid'),
    field: z.literal('template'),
    reason: z.enum(['unusable']),
    detail: z.string(),
  }),
]);
export type RefusedValue = z.infer<typeof refusedValueSchema>;

/** Every reason there is, by what is refused. */
export const REFUSED_VALUES = refusedValueSchema.options.map(({ shape }) => ({
  field: shape.field.value,
  reasons: shape.reason.options as readonly string[],
}));
