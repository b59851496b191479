import { z } from 'zod';

/** What a project makes. It sets the defaults in `shared/rules/production-kinds.ts`. */
export const PRODUCTION_KINDS = ['audiobook', 'podcast', 'drama', 'other'] as const;
export const productionKindSchema = z.enum(PRODUCTION_KINDS);
export type ProductionKind = z.infer<typeof productionKindSchema>;

/** Signs in a manuscript that it is for one kind of project. */
const PRODUCTION_SIGNS = [
  'podcast-word',
  'podcast-roles',
  'podcast-phrases',
  'ad-breaks',
  'show-notes',
  'episode',
  'programme-parts',
  'times',
  'screenplay',
  'drama-word',
  'scenes',
  'sound-cues',
  'acts',
  'roles',
  'ebook',
  'chapters',
  'prose',
  'lessons',
  'subtitles',
  'game-script',
] as const;

const productionEvidenceSchema = z.object({
  sign: z.enum(PRODUCTION_SIGNS),
  count: z.int().min(1),
  /** The first occurrence; for roles, the first few names. */
  sample: z.string(),
});
export type ProductionEvidence = z.infer<typeof productionEvidenceSchema>;

/** The kind that a manuscript suggests. Without evidence, the kind is a default. */
export const proposedKindSchema = z.object({
  kind: productionKindSchema,
  /** Strongest first. */
  evidence: z.array(productionEvidenceSchema),
});
export type ProposedKind = z.infer<typeof proposedKindSchema>;

/** Identifies a production note: the n-th note with the same words, from 1. */
export const noteReferenceSchema = z.object({ words: z.string(), occurrence: z.int().min(1) });
export type NoteReference = z.infer<typeof noteReferenceSchema>;

/** A paragraph for the production team, such as `Ad break 1`. It becomes a direction unless the producer has it spoken. */
export const productionNoteSchema = noteReferenceSchema.extend({
  isSpoken: z.boolean(),
  /** The heading above; null before the first heading. */
  chapter: z.string().nullable(),
  /** The end of the spoken text before the note; null at the start of a chapter. */
  after: z.string().nullable(),
});
export type ProductionNote = z.infer<typeof productionNoteSchema>;
