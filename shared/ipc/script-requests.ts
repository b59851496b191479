import { USUAL_PAUSE_REASONS } from '@lectern/audio/timeline';
import { PARAMETER_NAMES, parameterPatchSchema, STYLES } from '@lectern/tts-protocol';
import { z } from 'zod';
import { MAX_READ_AS_LENGTH } from '../model/cast.ts';
import { lineStatusSchema } from '../model/line-status.ts';
import { pauseSecondsSchema } from '../model/pauses.ts';
import { failureSchema } from '../model/problems/line-failure.ts';
import { webhookSchema } from '../model/webhook.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

const MAX_MOVED_PARAGRAPHS = 100_000;

const chapterIdSchema = z.int().nullable();
/** In UTF-16 code units. */
const offset = z.int().min(0);

export const textChangeSchema = z.object({ from: offset, to: offset, insert: z.string() });
/** Offsets refer to the text before all changes. They are in ascending order and don't overlap. */
export const textChangesSchema = z.array(textChangeSchema).max(100_000);
export type TextChange = z.infer<typeof textChangeSchema>;

export const paragraphInfoSchema = z.object({
  id: z.int(),
  /** Length of the paragraph's text and the following white space, in UTF-16 code units. */
  length: z.int(),
  kind: z.enum(['blank', 'title', 'heading', 'speech', 'direction', 'pause']),
  lineIds: z.array(z.int()),
  problem: z.enum(['three-roles', 'too-long']).nullable(),
});
export type ParagraphInfo = z.infer<typeof paragraphInfoSchema>;

export const lineBriefSchema = z.object({
  id: z.int(),
  paragraphId: z.int(),
  status: lineStatusSchema,
  characters: z.int(),
  roles: z.array(z.string()),
  pickTakeId: z.int().nullable(),
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

const extendedDocumentSchema = z.object({
  documentId: z.string(),
  revision: z.int(),
  at: z.int(),
  count: z.int(),
  paragraphs: z.array(paragraphInfoSchema),
  /**
   * Replaces the document's text between `from` and `to`, because edits elsewhere may have changed the paragraphs at
   * its edge.
   */
  text: z.string(),
  from: offset,
  to: offset,
  lines: z.array(lineBriefSchema),
  chapterIds: z.array(chapterIdSchema),
  /** Other documents merged into this one, and the offsets at which the text of each one starts. */
  taken: z.array(z.object({ documentId: z.string(), from: offset })),
});
export type ExtendedDocument = z.infer<typeof extendedDocumentSchema>;

export const documentSideSchema = z.enum(['before', 'after']);
export type DocumentSide = z.infer<typeof documentSideSchema>;

const originSchema = z.enum(['line', 'role', 'project', 'service']);

const parameterSchema = z.object({
  name: z.enum(PARAMETER_NAMES),
  value: z.union([z.number(), z.string()]).nullable(),
  origin: originSchema,
});

export const lineDetailSchema = z.object({
  id: z.int(),
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
      voiceTraits: z.string().nullable(),
      turnPrefix: z.string(),
      voiceOrigin: originSchema,
    }),
  ),
  turns: z.array(z.object({ role: z.string(), text: z.string() })),
  parameters: z.array(parameterSchema),
  /** The exact request, or null if the line can't be sent. */
  payload: z.record(z.string(), z.unknown()).nullable(),
  problem: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('three-roles'), roles: z.array(z.string()) }),
      z.object({ kind: z.literal('too-long'), characters: z.int(), limit: z.int() }),
      z.object({ kind: z.literal('no-voice'), roles: z.array(z.string()) }),
      z.object({ kind: z.literal('nothing-to-speak') }),
      z.object({
        kind: z.literal('pronunciation-too-long'),
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
  directions: z.array(
    z.object({
      words: z.string(),
      asks: z.enum([...STYLES, 'slow', 'fast', 'emphasis', 'spelling']),
      /**
       * Why the direction has no effect; null if it has one. `twice`: an earlier direction of the same type takes
       * precedence.
       */
      undone: z.enum(['voice', 'dialog', 'within', 'twice']).nullable(),
    }),
  ),
  /** If the voice doesn't support IPA, `isDone` is false and `said` is spoken instead. */
  sounds: z.array(z.object({ words: z.string(), ipa: z.string(), said: z.string(), isDone: z.boolean() })),
  /** The text with numbers and abbreviations written out for the voice; null if nothing is written out. */
  readAloud: z.string().nullable(),
  webhook: webhookSchema.nullable(),
  failure: failureSchema.nullable(),
  whyStale: z
    .object({
      take: z.int(),
      textBefore: z.string().nullable(),
      textAfter: z.string().nullable(),
      voice: z.boolean(),
      parameters: z.array(z.string()),
    })
    .nullable(),
  /** How the heading is read, before pronunciation rules; null if the line isn't a heading. */
  heading: z.object({ spoken: z.string(), isChosen: z.boolean() }).nullable(),
  pause: z.object({
    setSeconds: z.number().nullable(),
    /** Null before the first line of the script. */
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
   * Returns the document's current state if `documentId` is still open. Otherwise opens a document that extends to
   * the end of chapter `through`.
   */
  'script.open': request(
    z.object({
      chapterId: chapterIdSchema,
      documentId: z.string().optional(),
      through: chapterIdSchema.optional(),
    }),
    scriptDocumentSchema,
  ),
  'script.extend': request(
    z.object({ documentId: z.string(), side: documentSideSchema }),
    z.object({
      /** Null at the end of the script, or if the document is full. */
      stretched: extendedDocumentSchema.nullable(),
      full: z.boolean(),
    }),
  ),
  /** Removes the chapters before or after a chapter from a document. The script itself doesn't change. */
  'script.narrow': request(
    z.object({ documentId: z.string(), side: documentSideSchema, chapterId: chapterIdSchema }),
    extendedDocumentSchema,
  ),
  'script.edit': request(
    z.object({ documentId: z.string(), revision: z.int(), changes: textChangesSchema }),
    z.object({
      revision: z.int(),
      at: z.int(),
      count: z.int(),
      paragraphs: z.array(paragraphInfoSchema),
      lines: z.array(lineBriefSchema),
      chaptersChanged: z.boolean(),
      chapterIds: z.array(chapterIdSchema),
    }),
  ),
  'script.briefs': request(z.object({ lineIds: z.array(z.int()).max(5_000) }), z.array(lineBriefSchema)),
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
      /** The pattern's error, or `too-slow`; null if the pattern is valid and fast enough. */
      problem: z.string().nullable(),
    }),
  ),
  'script.dialogEdits': request(
    z.object({ documentId: z.string(), from: offset, to: offset, action: z.enum(['group', 'ungroup']) }),
    z.object({ changes: textChangesSchema, linesBefore: z.int(), linesAfter: z.int() }),
  ),
  /** Moves a chapter before another one, or to the end if null. `step` is null if the chapter is already there. */
  'script.moveChapter': request(z.object({ chapterId: z.int(), before: chapterIdSchema }), z.object(stepShape)),
  /**
   * Moves paragraphs, except headings, to the start or end of a chapter. A null chapter is the text before the first
   * heading.
   */
  'script.moveParagraphs': request(
    z.object({
      paragraphIds: z.array(z.int()).min(1).max(MAX_MOVED_PARAGRAPHS),
      chapterId: chapterIdSchema,
      side: z.enum(['start', 'end']),
    }),
    z.object(stepShape),
  ),
  'line.detail': request(z.object({ lineId: z.int() }), lineDetailSchema),
  'line.setOverride': request(z.object({ lineId: z.int(), change: parameterPatchSchema }), z.object(stepShape)),
  /** Overrides all pause rules and marks; null restores the default. */
  'line.setPause': request(z.object({ lineId: z.int(), seconds: pauseSecondsSchema.nullable() }), z.object(stepShape)),
  /** Sets how a heading is read; null restores the default. Fails with `not-found` if the line isn't a heading. */
  'line.setReadAs': request(
    z.object({ lineId: z.int(), spoken: z.string().trim().min(1).max(MAX_READ_AS_LENGTH).nullable() }),
    z.object(stepShape),
  ),
  /** Null resets the prefix to the role's name and a colon. */
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
  /** Doesn't create a take. The audio streams from `media/audition/<id>` until another audition starts. */
  'audition.start': request(
    z.object({ text: z.string().trim().min(1).max(20_000), role: z.string().nullable(), lineId: z.int().nullable() }),
    z.object({ auditionId: z.string(), contentType: z.string(), characters: z.int() }),
  ),
  'audition.stop': request(z.object({}), z.null()),
};
