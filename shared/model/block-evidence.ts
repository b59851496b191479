// Why an import took text for what it is: the file states it, or features of the text suggest it.
import { z } from 'zod';

/**
 * Constructs by which a file states who speaks.
 *
 * - `fdx-character`: a Final Draft paragraph of type Character.
 * - `fountain-character`: a Fountain character element.
 * - `role-column`: a table column whose title, or whose use in the import choices, is that of roles.
 * - `webvtt-voice`: a WebVTT voice span.
 * - `speaker-element`: an element of a web page with the class `speaker` or the type `persona`.
 * - `role-mark`: `@NAME:` in script text.
 * - `renpy-character`: a Ren'Py character.
 */
export const FORMAT_CONSTRUCTS = [
  'fdx-character',
  'fountain-character',
  'role-column',
  'webvtt-voice',
  'speaker-element',
  'role-mark',
  'renpy-character',
] as const;
export type FormatConstruct = (typeof FORMAT_CONSTRUCTS)[number];

/** How names of speakers are typed; `FORMS` in `packages/manuscript/layout/layout-marks.ts` has examples. */
export const NAME_FORMS = [
  'colon',
  'bold',
  'angle',
  'square',
  'corner',
  'dash',
  'stop',
  'gap',
  'above',
  'stopped',
  'round',
  'small',
  'sentence',
  'cue',
] as const;
export type NameForm = (typeof NAME_FORMS)[number];

const nameFeaturesSchema = z.object({
  form: z.enum(NAME_FORMS),
  /** Whether it is always typed in capitals. */
  capitals: z.boolean(),
  /** How many speeches the name begins. */
  times: z.int(),
  /** The share of the text's paragraphs that begin with names in this form, from 0 to 1. */
  share: z.number(),
});
export type NameFeatures = z.infer<typeof nameFeaturesSchema>;

/** The number of quotations that are a speaker's. */
const quotationFeaturesSchema = z.object({ quotations: z.int() });

/**
 * What makes paragraphs the headings of a document that marks none.
 *
 * - `words`: they read as headings, such as `Chapter 1`.
 * - `listed`: the contents list them.
 * - `numbers`: they begin with numbers that count up.
 * - `ornaments`: they stand between signs.
 * - `set-off`: they stand below several blank rows.
 * - `look`: they are in larger type, in bold, or at the top of a page.
 */
export const HEADING_SIGNS = ['words', 'listed', 'numbers', 'ornaments', 'set-off', 'look'] as const;
export type HeadingSign = (typeof HEADING_SIGNS)[number];

/** How many headings have the sign. */
const headingFeaturesSchema = z.object({ sign: z.enum(HEADING_SIGNS), times: z.int() });

/** A score is from 0 to 1: a weight of the features, or the mean confidence of quotations. It is not a probability. */
export const blockEvidenceSchema = z.union([
  z.object({ stated: z.enum(FORMAT_CONSTRUCTS) }),
  z.object({
    score: z.number(),
    features: z.union([nameFeaturesSchema, quotationFeaturesSchema, headingFeaturesSchema]),
  }),
]);
export type BlockEvidence = z.infer<typeof blockEvidenceSchema>;
