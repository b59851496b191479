import { z } from 'zod';

/** `role-column`: stated by the column's title or by the import choices. `role-mark`: stated by `@NAME:`. */
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
  capitals: z.boolean(),
  times: z.int(),
  share: z.number(),
});
export type NameFeatures = z.infer<typeof nameFeaturesSchema>;

const quotationFeaturesSchema = z.object({ quotations: z.int() });

/**
 * `numbers`: the headings' numbers increase. `set-off`: below several blank lines. `look`: larger type, bold, or at
 * the top of a page.
 */
export const HEADING_CUES = ['words', 'listed', 'numbers', 'ornaments', 'set-off', 'look'] as const;
export type HeadingCue = (typeof HEADING_CUES)[number];

const headingFeaturesSchema = z.object({ sign: z.enum(HEADING_CUES), times: z.int() });

/** From 0 to 1: the combined feature weights, or the quotations' mean confidence. Not a probability. */
export const blockEvidenceSchema = z.union([
  z.object({ stated: z.enum(FORMAT_CONSTRUCTS) }),
  z.object({
    score: z.number(),
    features: z.union([nameFeaturesSchema, quotationFeaturesSchema, headingFeaturesSchema]),
  }),
]);
export type BlockEvidence = z.infer<typeof blockEvidenceSchema>;
