import { z } from 'zod';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** A part of a recording, in seconds. */
const stretchShape = { startSeconds: z.number().min(0), endSeconds: z.number().min(0) };

const conformedLineSchema = z.object({
  lineId: z.int(),
  /** As shown, such as `2.12`. */
  line: z.string(),
  roles: z.array(z.string()),
  text: z.string(),
  /** `approved-kept`: a take is added, but the approved one stays the pick. `blocked`: the line can't have takes. */
  state: z.enum(['taken', 'approved-kept', 'missing', 'blocked']),
  /** Null if the line is missing. */
  stretch: z.object(stretchShape).nullable(),
  /** 0 to 1; null if the line is missing. */
  confidence: z.number().min(0).max(1).nullable(),
  isDoubtful: z.boolean(),
});
export type FoundLine = z.infer<typeof conformedLineSchema>;

const searchedRecordingSchema = z.object({
  durationSeconds: z.number(),
  /** In script order. */
  lines: z.array(conformedLineSchema),
  /** Earlier readings and false starts, which aren't used. */
  repeats: z.array(z.object({ ...stretchShape, lineId: z.int(), isComplete: z.boolean() })),
  /** Sounds that belong to no line. */
  extras: z.array(z.object(stretchShape)),
});
export type FoundLines = z.infer<typeof searchedRecordingSchema>;

const recordingShape = { recordingId: z.string() };

export const conformRequests = {
  /** Finds a chapter's lines in a recording. `conform-progress` shows the progress. Changes nothing. */
  'conform.search': request(z.object({ ...recordingShape, chapterId: z.int().nullable() }), searchedRecordingSchema),
  /** Cancels the search, or closes the recording that was searched. */
  'conform.close': request(z.object({}), z.null()),
  /** Returns an audition of a part of the recording. */
  'conform.hear': request(z.object({ ...recordingShape, ...stretchShape }), z.object({ auditionId: z.string() })),
  /**
   * Adds takes for these lines and picks them, unless the pick is approved and `replaceApproved` isn't set. `leftOut` are
   * lines that can't have takes, or were edited after the search. Undoing restores the picks, and keeps the takes.
   */
  'conform.addTakes': request(
    z.object({ ...recordingShape, lineIds: z.array(z.int()), replaceApproved: z.boolean() }),
    z.object({ ...stepShape, added: z.int(), leftOut: z.array(z.int()) }),
  ),
};

export const conformShellRequests = {
  /** Empty if cancelled. */
  'dialog.chooseRecordings': request(z.object({}), z.array(z.object({ ...recordingShape, name: z.string() }))),
};
