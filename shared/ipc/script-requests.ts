// The script: documents, lines, finding, dialogs, audition.

import { PARAMETER_NAMES, parameterPatchSchema, STYLES } from '@lectern/tts-protocol';
import { z } from 'zod';
import { lineStatusSchema } from '../model/line-status.ts';
import { pauseSecondsSchema } from '../model/pauses.ts';
import { webhookSchema } from '../model/webhook.ts';
import { USUAL_PAUSE_REASONS } from '../rules/timeline.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** As many paragraphs go to another chapter at once. */
const MOST_MOVED = 100_000;

const chapterIdSchema = z.int().nullable();
/** Offsets in a document's text, in UTF-16 code units. */
const offset = z.int().min(0);

/** What stands from one place up to another, in UTF-16 code units, gives way to something else. */
export const textChangeSchema = z.object({ from: offset, to: offset, insert: z.string() });
/** In the text as it was before all changes; ascending, not overlapping. */
export const textChangesSchema = z.array(textChangeSchema).max(100_000);
export type TextChange = z.infer<typeof textChangeSchema>;

export const paragraphInfoSchema = z.object({
  id: z.int(),
  /** Of its rows and the white space after them, in UTF-16 code units. */
  length: z.int(),
  kind: z.enum(['blank', 'title', 'heading', 'speech', 'direction', 'pause']),
  lineIds: z.array(z.int()),
  /** Why it can't be rendered as it stands. */
  problem: z.enum(['three-roles', 'too-long']).nullable(),
});
export type ParagraphInfo = z.infer<typeof paragraphInfoSchema>;

export const lineBriefSchema = z.object({
  id: z.int(),
  paragraphId: z.int(),
  status: lineStatusSchema,
  /** As sent. */
  characters: z.int(),
  roles: z.array(z.string()),
  /** The take that it exports. */
  pickTakeId: z.int().nullable(),
  /** Why it failed or can't be rendered: a kind, as the line's details have it. */
  problem: z.string().nullable(),
});
export type LineBrief = z.infer<typeof lineBriefSchema>;

export const scriptDocumentSchema = z.object({
  documentId: z.string(),
  revision: z.int(),
  text: z.string(),
  chapterIds: z.array(chapterIdSchema),
  paragraphs: z.array(paragraphInfoSchema),
  lines: z.array(lineBriefSchema),
});
export type EditorDocument = z.infer<typeof scriptDocumentSchema>;

/** What came into a document, or left it, at one of its ends. */
const stretchedSchema = z.object({
  documentId: z.string(),
  revision: z.int(),
  /** Replaces `count` paragraphs from index `at` on. */
  at: z.int(),
  count: z.int(),
  paragraphs: z.array(paragraphInfoSchema),
  /** Replaces the text between these offsets: an edit elsewhere may have changed paragraphs at an edge. */
  text: z.string(),
  from: offset,
  to: offset,
  lines: z.array(lineBriefSchema),
  chapterIds: z.array(chapterIdSchema),
  /** Other documents that are part of it now, and where their text begins in it. */
  taken: z.array(z.object({ documentId: z.string(), from: offset })),
});
export type StretchedDocument = z.infer<typeof stretchedSchema>;

export const documentSideSchema = z.enum(['before', 'after']);
export type DocumentSide = z.infer<typeof documentSideSchema>;

/** Where a value that is sent comes from. */
const originSchema = z.enum(['line', 'role', 'project', 'service']);

const parameterSchema = z.object({
  name: z.enum(PARAMETER_NAMES),
  value: z.union([z.number(), z.string()]).nullable(),
  origin: originSchema,
});

export const lineDetailSchema = z.object({
  id: z.int(),
  /** What `lineNumber` makes its number of. */
  chapterNumber: z.int(),
  numberInChapter: z.int(),
  chapterId: chapterIdSchema,
  chapterTitle: z.string(),
  status: lineStatusSchema,
  characters: z.int(),
  speakers: z.array(
    z.object({
      role: z.string(),
      voice: z.string().nullable(),
      voiceName: z.string().nullable(),
      /** Such as “English GB · male”. */
      voiceTraits: z.string().nullable(),
      turnPrefix: z.string(),
      voiceOrigin: originSchema,
    }),
  ),
  turns: z.array(z.object({ role: z.string(), text: z.string() })),
  parameters: z.array(parameterSchema),
  /** Exactly what is sent for it, or null where it can't be sent. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  /** Why it can't be rendered. */
  problem: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('three-roles'), roles: z.array(z.string()) }),
      z.object({ kind: z.literal('too-long'), characters: z.int(), limit: z.int() }),
      z.object({ kind: z.literal('no-voice'), roles: z.array(z.string()) }),
      z.object({ kind: z.literal('nothing-to-speak') }),
      z.object({
        kind: z.literal('pronunciation-too-long'),
        /** The rule's index, and the words that it replaces. */
        rule: z.int(),
        from: z.string(),
        limit: z.int(),
      }),
    ])
    .nullable(),
  warnings: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('roles-differ'), roles: z.array(z.string()), parameters: z.array(z.string()) }),
      z.object({ kind: z.literal('prefix-in-text'), prefix: z.string(), role: z.string() }),
      z.object({ kind: z.literal('prefixes-overlap'), prefixes: z.array(z.string()) }),
    ]),
  ),
  /** Directions within the line that ask something of its voice, where the project acts on them. */
  directions: z.array(
    z.object({
      words: z.string(),
      asks: z.enum([...STYLES, 'slow', 'fast', 'emphasis', 'spelling']),
      /** Why nothing comes of it; null: it is done. `twice`: one before it asks for something else of the same sort. */
      undone: z.enum(['voice', 'dialog', 'within', 'twice']).nullable(),
    }),
  ),
  /** Words that a pronunciation rule has said by their sounds; `isDone`: its voice says them so, and else `said`. */
  sounds: z.array(z.object({ words: z.string(), ipa: z.string(), said: z.string(), isDone: z.boolean() })),
  /** The words as the voice reads them, where numbers or abbreviations are written out for it; null: as they stand. */
  readAloud: z.string().nullable(),
  /** What became of the webhook call for its latest job; null: none was to be made. */
  webhook: webhookSchema.nullable(),
  /** What the service said when it failed; null where it did not. */
  failure: z.string().nullable(),
  /** What differs between today's request and that of a take; null where the line is not stale. */
  whyStale: z
    .object({
      /** 1-based number of the take compared with. */
      take: z.int(),
      textBefore: z.string().nullable(),
      textAfter: z.string().nullable(),
      voice: z.boolean(),
      parameters: z.array(z.string()),
    })
    .nullable(),
  /** The silence before it: what the producer set, in seconds, and what there is where nothing is set. */
  pause: z.object({
    setSeconds: z.number().nullable(),
    /** Null: none, before the first line of the script. */
    usual: z.object({ seconds: z.number(), reason: z.enum(USUAL_PAUSE_REASONS) }).nullable(),
  }),
  previousLineId: z.int().nullable(),
  nextLineId: z.int().nullable(),
});
export type LineDetail = z.infer<typeof lineDetailSchema>;

export const findQuerySchema = z.object({
  query: z.string().min(1).max(1_000),
  matchCase: z.boolean(),
  wholeWord: z.boolean(),
  regexp: z.boolean(),
});
export type FindQuery = z.infer<typeof findQuerySchema>;

export const scriptRequests = {
  /**
   * The document of a chapter. One named by its id is answered as it is now where it is still open; a new one goes on to the
   * end of the chapter `through`.
   */
  'script.open': request(
    z.object({
      chapterId: chapterIdSchema,
      documentId: z.string().optional(),
      through: chapterIdSchema.optional(),
    }),
    scriptDocumentSchema,
  ),
  /** Takes the chapter before or behind a document into it. */
  'script.extend': request(
    z.object({ documentId: z.string(), side: documentSideSchema }),
    z.object({
      /** Null: nothing stands there, or it is `full`. */
      stretched: stretchedSchema.nullable(),
      /** It would be too large. */
      full: z.boolean(),
    }),
  ),
  /** Takes what stands before or behind a chapter out of a document; in the script nothing changes. */
  'script.narrow': request(
    z.object({ documentId: z.string(), side: documentSideSchema, chapterId: chapterIdSchema }),
    stretchedSchema,
  ),
  /** Saves an edit; it is on the disk when this answers. */
  'script.edit': request(
    z.object({ documentId: z.string(), revision: z.int(), changes: textChangesSchema }),
    z.object({
      revision: z.int(),
      /** Replaces `count` paragraphs from index `at` on. */
      at: z.int(),
      count: z.int(),
      paragraphs: z.array(paragraphInfoSchema),
      /** Of the lines of these paragraphs. */
      lines: z.array(lineBriefSchema),
      /** Chapters came, went or were renamed. */
      chaptersChanged: z.boolean(),
      chapterIds: z.array(chapterIdSchema),
    }),
  ),
  'script.briefs': request(z.object({ lineIds: z.array(z.int()).max(5_000) }), z.array(lineBriefSchema)),
  /** Every line of a chapter, in order. */
  'script.chapterBriefs': request(z.object({ chapterId: chapterIdSchema }), z.array(lineBriefSchema)),
  'script.find': request(
    findQuerySchema.extend({ limit: z.int().min(1).max(5_000) }),
    z.object({
      total: z.int(),
      matches: z.array(
        z.object({
          chapterId: chapterIdSchema,
          chapterTitle: z.string(),
          from: offset,
          to: offset,
          before: z.string(),
          match: z.string(),
          after: z.string(),
        }),
      ),
      /** What is wrong with the pattern, or `too-slow`; null where nothing is. */
      problem: z.string().nullable(),
    }),
  ),
  /** The edits that group two-role stretches into dialogs, or take them apart, in a range of a document. */
  'script.dialogEdits': request(
    z.object({ documentId: z.string(), from: offset, to: offset, action: z.enum(['group', 'ungroup']) }),
    z.object({ changes: textChangesSchema, linesBefore: z.int(), linesAfter: z.int() }),
  ),
  /** Puts a chapter before another one; null: at the end. No step: it stands there already. */
  'script.moveChapter': request(z.object({ chapterId: z.int(), before: chapterIdSchema }), z.object(stepShape)),
  /**
   * Puts paragraphs at the start or the end of a chapter; null: the text before the first heading. Headings among them
   * stay. No step: they stand there already.
   */
  'script.moveParagraphs': request(
    z.object({
      paragraphIds: z.array(z.int()).min(1).max(MOST_MOVED),
      chapterId: chapterIdSchema,
      side: z.enum(['start', 'end']),
    }),
    z.object(stepShape),
  ),
  'line.detail': request(z.object({ lineId: z.int() }), lineDetailSchema),
  /** Changes what a line has in place of its roles' parameters. */
  'line.setOverride': request(z.object({ lineId: z.int(), change: parameterPatchSchema }), z.object(stepShape)),
  /** Sets the pause before a line, in seconds, over all rules and marks; null: the usual one. It is heard at once. */
  'line.setPause': request(z.object({ lineId: z.int(), seconds: pauseSecondsSchema.nullable() }), z.object(stepShape)),
  /** Null: the name and a colon. */
  'role.setTurnPrefix': request(z.object({ role: z.string(), turnPrefix: z.string().nullable() }), z.object(stepShape)),
  /** Null: no voice is cast. */
  'role.setVoice': request(z.object({ role: z.string(), voice: z.string().nullable() }), z.object(stepShape)),
  /** Voices that can be cast, as the service lists them. */
  'voices.list': request(
    z.object({}),
    z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        traits: z.string(),
        language: z.string(),
        sample: z.string().nullable(),
      }),
    ),
  ),
  /**
   * Speaks words at once, as this role would, without making a take. The audio is at `media/audition/<id>` while it
   * comes. One at a time: a new one ends the one before.
   */
  'audition.start': request(
    z.object({ text: z.string().trim().min(1).max(20_000), role: z.string().nullable(), lineId: z.int().nullable() }),
    z.object({ auditionId: z.string(), contentType: z.string(), characters: z.int() }),
  ),
  'audition.stop': request(z.object({}), z.null()),
};
