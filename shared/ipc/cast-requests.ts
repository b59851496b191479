// Requests for roles, voices and the cost of casting changes.

import { parameterPatchSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { lineOverrideSchema, roleSchema } from '../model/cast.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** A role used in the script or added by the producer. */
export const castRoleSchema = roleSchema.extend({
  /** As listed by the service; null if no voice is cast or the voice is unknown. */
  voiceName: z.string().nullable(),
  voiceTraits: z.string().nullable(),
  /** A dialog line counts for both of its roles. */
  lines: z.int(),
  /** Characters in the role's own turns. */
  characters: z.int(),
  seconds: z.number(),
  /** Whether `seconds` is based on the pace of its takes or on the default speaking rate. */
  basis: z.enum(['takes', 'usual-speed']),
  /** Lines that override the role's parameters. */
  overrides: z.int(),
});
export type CastRole = z.infer<typeof castRoleSchema>;

const trait = z.string().nullable();

/** Voice attributes, as the service words them. Null if not stated. */
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
  /** The speech engine, if the service names it. */
  synthesizer: trait,
  /** The licence's name and whether it allows commercial use, if stated. */
  licence: trait,
  commercialUse: z.boolean().nullable(),
  engine: trait,
  isCloned: z.boolean(),
  hasSample: z.boolean(),
  /** Only voices that batches support can be cast. */
  isCastable: z.boolean(),
  isFavourite: z.boolean(),
});
export type CastVoice = z.infer<typeof castVoiceSchema>;

/** The effect of a casting change on lines with a take. */
export const castOutlookSchema = z.object({
  /** Lines that would become stale, and the characters to send to render them again. */
  stale: z.int(),
  characters: z.int(),
  approved: z.int(),
  /** Lines for which an earlier take becomes current again. */
  regained: z.int(),
  /** Affected lines with any take. */
  rendered: z.int(),
  /** Price of `characters` in the connection's currency, or null without a price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
});
export type CastOutlook = z.infer<typeof castOutlookSchema>;

/** Absent fields stay unchanged; a null parameter is removed. */
const roleChangeSchema = z.object({
  voice: roleSchema.shape.voice.optional(),
  parameters: parameterPatchSchema.optional(),
});
export type RoleChange = z.infer<typeof roleChangeSchema>;

/** A line that overrides its role's parameters. */
export const castOverrideSchema = z.object({
  lineId: z.int(),
  /** Such as “Act II · line 12”. */
  label: z.string(),
  excerpt: z.string(),
  override: lineOverrideSchema,
});
export type CastOverride = z.infer<typeof castOverrideSchema>;

/** Null removes a line's overrides. */
const overridesSchema = z.array(z.object({ lineId: z.int(), override: lineOverrideSchema.nullable() })).max(5_000);

/** Another project to copy the cast from: a recent one, or a folder the producer chose. */
const copySchema = z.object({
  source: z.union([z.object({ recentId: z.string() }), z.object({ folderId: z.string() })]),
  /** The producer's matches, from our role names to theirs. Null means no match; absent roles are matched by name. */
  matches: z.record(z.string(), z.string().nullable()),
  /** Whether to copy pronunciation rules too. */
  rules: z.boolean(),
});
export type CastCopy = z.infer<typeof copySchema>;

export const MOST_COMPARED = 6;

/** The text for comparing voices: a role's turn in a line, or text typed by the producer. */
const wordsToCompareSchema = z.object({
  role: z.string(),
  lineId: z.int(),
  /** Null uses the role's text in the line. */
  text: z.string().max(2_000).nullable(),
});
export type WordsToCompare = z.infer<typeof wordsToCompareSchema>;

const recastSchema = z.object({ ...stepShape, outlook: castOutlookSchema });

export const castRequests = {
  'cast.roles': request(z.object({}), z.array(castRoleSchema)),
  /** All voices of the service, including those that batches don't support. */
  'cast.voices': request(z.object({}), z.array(castVoiceSchema)),
  /** Favourites are stored on this machine, per connection. */
  'cast.setFavourite': request(z.object({ voice: z.string(), isFavourite: z.boolean() }), z.null()),
  /** Previews `cast.change`. */
  'cast.outlook': request(z.object({ role: z.string(), change: roleChangeSchema }), castOutlookSchema),
  'cast.change': request(z.object({ role: z.string(), change: roleChangeSchema }), recastSchema),
  /** Renames a role, including in the script. No line becomes stale. `step` is null if the name is unchanged. */
  'cast.rename': request(z.object({ role: z.string(), name: z.string().max(200) }), z.object(stepShape)),
  /** Adds a role without a voice. `lines` counts script lines that start with its name and now belong to it. */
  'cast.add': request(z.object({ name: z.string().max(200) }), z.object({ ...stepShape, lines: z.int() })),
  /** Removes a role that has no lines. */
  'cast.remove': request(z.object({ role: z.string() }), z.object(stepShape)),
  /** Previews `cast.merge`. */
  'cast.mergeOutlook': request(
    z.object({ role: z.string(), into: z.string() }),
    castOutlookSchema.extend({
      /** Lines that would move to the other role. */
      lines: z.int(),
      /** Pronunciation rules that would move to the other role. */
      rules: z.int(),
    }),
  ),
  /** Assigns all lines of a role to another one, including in the script. */
  'cast.merge': request(z.object({ role: z.string(), into: z.string() }), recastSchema),
  /** Overrides of the lines in which the role speaks first, in script order. Long lists are truncated. */
  'cast.overrides': request(z.object({ role: z.string() }), z.array(castOverrideSchema)),
  'cast.putOverrides': request(z.object({ lines: overridesSchema }), recastSchema),
  /** Returns the line at a 0-based index among the role's lines, or null beyond the last one. */
  'cast.lineAt': request(
    z.object({ role: z.string(), at: z.int().min(0) }),
    z
      .object({
        lineId: z.int(),
        label: z.string(),
        /** The role's own text in the line, as written. */
        text: z.string(),
      })
      .nullable(),
  ),
  /** Renders a role's turn for immediate playback with any voice, on the endpoint its engine needs. Creates no take. */
  'cast.audition': request(
    z.object({ role: z.string(), lineId: z.int(), voice: z.string() }),
    z.object({
      auditionId: z.string(),
      /** Characters sent, which count towards the limits. */
      characters: z.int(),
      endpoint: z.enum(['stream', 'single']),
    }),
  ),
  /** Returns what `cast.compareVoice` would send, excluding cached results. */
  'cast.compareOutlook': request(
    wordsToCompareSchema.extend({ voices: z.array(z.string()).max(MOST_COMPARED) }),
    z.object({
      voices: z.array(
        z.object({
          voice: z.string(),
          characters: z.int(),
          /** Cached results are not sent again. */
          isKept: z.boolean(),
          /** Why the voice can't be used, or null. */
          problem: z.string().nullable(),
        }),
      ),
      /** Total without cached results. */
      characters: z.int(),
      /** Price of `characters` in the connection's currency, or null without a price. */
      price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
  /** Renders the complete text with one voice and caches the result until the project closes or it is evicted. */
  'cast.compareVoice': request(
    wordsToCompareSchema.extend({ voice: z.string() }),
    z.object({
      auditionId: z.string(),
      characters: z.int(),
      /** Integrated loudness per EBU R128, or null if the audio is too short or too quiet. */
      loudnessLufs: z.number().nullable(),
      truePeakDbtp: z.number().nullable(),
    }),
  ),
  /** Previews `cast.copy`. */
  'cast.copyOutlook': request(
    copySchema,
    z.object({
      project: z.string(),
      theirs: z.array(
        z.object({
          name: z.string(),
          voiceName: z.string().nullable(),
          /** Whether their voice can be cast here. If not, our role keeps its own voice. */
          canCast: z.boolean(),
        }),
      ),
      /** One entry per speaking role of ours. */
      matches: z.array(z.object({ role: z.string(), from: z.string().nullable(), changes: z.boolean() })),
      /** Rules that would be added after ours. */
      newRules: z.int(),
      outlook: castOutlookSchema,
    }),
  ),
  'cast.copy': request(copySchema, recastSchema.extend({ roles: z.int() })),
  /** Plays a voice's sample. Like `audition.start`, it stops the previous audition. */
  'cast.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
};
