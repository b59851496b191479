import { parameterPatchSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { lineOverrideSchema, roleSchema } from '../model/cast.ts';
import { MAX_NAME_LENGTH } from '../model/names.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

export const castRoleSchema = roleSchema.extend({
  /** Name as listed by the service; null if no voice is cast or the voice is unknown. */
  voiceName: z.string().nullable(),
  voiceTraits: z.string().nullable(),
  /** A dialog line counts for both of its roles. */
  lines: z.int(),
  characters: z.int(),
  seconds: z.number(),
  /** Whether `seconds` is based on the pace of existing takes or on the default speaking rate. */
  basis: z.enum(['takes', 'usual-speed']),
  overrides: z.int(),
});
export type CastRole = z.infer<typeof castRoleSchema>;

const trait = z.string().nullable();

export const VOICE_TRAITS = [
  'language',
  'gender',
  'accent',
  'age',
  'style',
  'tempo',
  'texture',
  'loudness',
  'synthesizer',
] as const;

export const castVoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  language: trait,
  gender: trait,
  accent: trait,
  age: trait,
  style: trait,
  tempo: trait,
  texture: trait,
  loudness: trait,
  synthesizer: trait,
  licence: trait,
  commercialUse: z.boolean().nullable(),
  engine: trait,
  isCloned: z.boolean(),
  hasSample: z.boolean(),
  isCastable: z.boolean(),
  isFavourite: z.boolean(),
});
export type CastVoice = z.infer<typeof castVoiceSchema>;

/** The effect of a change on the lines that have takes. */
export const castOutlookSchema = z.object({
  /** Lines that are fresh or kept, and become stale. */
  stale: z.int(),
  /** As sent, for all lines in `toRender`. */
  characters: z.int(),
  /** Subset of `stale`: lines that export an approved take. */
  approved: z.int(),
  /** Lines whose earlier takes become current again. */
  regained: z.int(),
  /** Lines with takes that the change concerns, whether or not it affects them. */
  rendered: z.int(),
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  /** The stale lines that can be rendered, in script order. */
  toRender: z.array(z.int()),
  /** The lines in `approved`, in script order. Long lists are truncated. */
  approvedLines: z.array(
    z.object({ lineId: z.int(), number: z.string(), roles: z.array(z.string()), excerpt: z.string() }),
  ),
});
export type CastOutlook = z.infer<typeof castOutlookSchema>;

const roleChangeSchema = z.object({
  voice: roleSchema.shape.voice.optional(),
  parameters: parameterPatchSchema.optional(),
  /** Null selects the default prefix: the role's name and a colon. */
  turnPrefix: z.string().trim().nullable().optional(),
});
export type RoleChange = z.infer<typeof roleChangeSchema>;

export const castOverrideSchema = z.object({
  lineId: z.int(),
  label: z.string(),
  excerpt: z.string(),
  override: lineOverrideSchema,
});
export type CastOverride = z.infer<typeof castOverrideSchema>;

const overridesSchema = z.array(z.object({ lineId: z.int(), override: lineOverrideSchema.nullable() })).max(5_000);

const copySchema = z.object({
  source: z.union([z.object({ recentId: z.string() }), z.object({ folderId: z.string() })]),
  /**
   * The other project's role that the producer matched to each of this project's roles. Null means no match; roles
   * not listed are matched by name.
   */
  matches: z.record(z.string(), z.string().nullable()),
  rules: z.boolean(),
});
export type CastCopy = z.infer<typeof copySchema>;

export const MAX_COMPARED_VOICES = 6;

const wordsToCompareSchema = z.object({
  role: z.string(),
  lineId: z.int(),
  text: z.string().max(2_000).nullable(),
});
export type WordsToCompare = z.infer<typeof wordsToCompareSchema>;

const recastSchema = z.object({ ...stepShape, outlook: castOutlookSchema });

export const castRequests = {
  'cast.roles': request(z.object({}), z.array(castRoleSchema)),
  'cast.voices': request(z.object({}), z.array(castVoiceSchema)),
  'cast.setFavourite': request(z.object({ voice: z.string(), isFavourite: z.boolean() }), z.null()),
  /** Changes nothing. */
  'cast.outlook': request(z.object({ role: z.string(), change: roleChangeSchema }), castOutlookSchema),
  'cast.change': request(z.object({ role: z.string(), change: roleChangeSchema }), recastSchema),
  /** Renames a role, including in the script. No line becomes stale. `step` is null if the name is unchanged. */
  'cast.rename': request(z.object({ role: z.string(), name: z.string().max(MAX_NAME_LENGTH) }), z.object(stepShape)),
  /** `lines` is the number of script lines that start with the new role's name and now belong to it. */
  'cast.add': request(z.object({ name: z.string().max(MAX_NAME_LENGTH) }), z.object({ ...stepShape, lines: z.int() })),
  'cast.remove': request(z.object({ role: z.string() }), z.object(stepShape)),
  'cast.mergeOutlook': request(
    z.object({ role: z.string(), into: z.string() }),
    castOutlookSchema.extend({
      lines: z.int(),
      rules: z.int(),
    }),
  ),
  'cast.merge': request(z.object({ role: z.string(), into: z.string() }), recastSchema),
  /** Overrides on the lines in which the role speaks first, in script order. Long lists are truncated. */
  'cast.overrides': request(z.object({ role: z.string() }), z.array(castOverrideSchema)),
  'cast.overridesOutlook': request(z.object({ lines: overridesSchema }), castOutlookSchema),
  'cast.putOverrides': request(z.object({ lines: overridesSchema }), recastSchema),
  /** Returns the line at a 0-based index among the role's lines, or null if the index is out of range. */
  'cast.lineAt': request(
    z.object({ role: z.string(), at: z.int().min(0) }),
    z
      .object({
        lineId: z.int(),
        label: z.string(),
        text: z.string(),
      })
      .nullable(),
  ),
  /**
   * Renders a role's turn for immediate playback with any voice, through the endpoint that the voice's engine needs.
   * Creates no take.
   */
  'cast.audition': request(
    z.object({ role: z.string(), lineId: z.int(), voice: z.string() }),
    z.object({
      auditionId: z.string(),
      characters: z.int(),
      endpoint: z.enum(['stream', 'single']),
    }),
  ),
  'cast.compareOutlook': request(
    wordsToCompareSchema.extend({ voices: z.array(z.string()).max(MAX_COMPARED_VOICES) }),
    z.object({
      voices: z.array(
        z.object({
          voice: z.string(),
          characters: z.int(),
          isKept: z.boolean(),
          problem: z.string().nullable(),
        }),
      ),
      characters: z.int(),
      price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
  /** Renders the complete text with one voice and caches the result until it is evicted or the project is closed. */
  'cast.compareVoice': request(
    wordsToCompareSchema.extend({ voice: z.string() }),
    z.object({
      auditionId: z.string(),
      characters: z.int(),
      /** Integrated loudness (EBU R128), or null if the audio is too short or too quiet. */
      loudnessLufs: z.number().nullable(),
      truePeakDbtp: z.number().nullable(),
    }),
  ),
  'cast.copyOutlook': request(
    copySchema,
    z.object({
      project: z.string(),
      theirs: z.array(
        z.object({
          name: z.string(),
          voiceName: z.string().nullable(),
          /** If false, this project's role keeps its current voice. */
          canCast: z.boolean(),
        }),
      ),
      matches: z.array(z.object({ role: z.string(), from: z.string().nullable(), changes: z.boolean() })),
      newRules: z.int(),
      outlook: castOutlookSchema,
    }),
  ),
  'cast.copy': request(copySchema, recastSchema.extend({ roles: z.int() })),
  'cast.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
};
