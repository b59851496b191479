import { z } from 'zod';

/** `role-column` follows from its title or the import choices; `role-mark` is `@NAME:`. */
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
 * `numbers`: the numbers increase. `set-off`: below several blank lines. `look`: larger type, bold, or at the top of a
 * page.
 */
export const HEADING_SIGNS = ['words', 'listed', 'numbers', 'ornaments', 'set-off', 'look'] as const;
export type HeadingSign = (typeof HEADING_SIGNS)[number];

const headingFeaturesSchema = z.object({ sign: z.enum(HEADING_SIGNS), times: z.int() });

/** From 0 to 1: a weight of the features, or the mean confidence of the quotations. Not a probability. */
export const blockEvidenceSchema = z.union([
  z.object({ stated: z.enum(FORMAT_CONSTRUCTS) }),
  z.object({
    score: z.number(),
    features: z.union([nameFeaturesSchema, quotationFeaturesSchema, headingFeaturesSchema]),
  }),
]);
export type BlockEvidence = z.infer<typeof blockEvidenceSchema>;
