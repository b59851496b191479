// The cast: roles with what they have to say, voices with all that is known of them, and what a change would cost.

import { parameterPatchSchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { lineOverrideSchema, roleSchema } from '../model/cast.ts';
import { request } from './request.ts';
import { stepShape } from './undo-requests.ts';

/** A role that speaks in the script, or was added before it does. */
export const castRoleSchema = roleSchema.extend({
  /** As the service lists it; null where no voice is cast, or the voice is not known. */
  voiceName: z.string().nullable(),
  voiceTraits: z.string().nullable(),
  /** A dialog line counts for both of its roles. */
  lines: z.int(),
  /** That it speaks itself. */
  characters: z.int(),
  /** As long as it speaks, or will. */
  seconds: z.number(),
  /** Whether that is reckoned by the pace of its takes, or by the usual speed of speech. */
  basis: z.enum(['takes', 'usual-speed']),
  /** Lines that set something in place of what the role has. */
  overrides: z.int(),
});
export type CastRole = z.infer<typeof castRoleSchema>;

const trait = z.string().nullable();

/** What can be told of a voice, each by a word of the service's own; null: it does not say. */
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
  /** What speaks with it, where the service names it. */
  synthesizer: trait,
  /** What it may be used for, where the service says so: the name of its licence, and whether that lets it be sold. */
  licence: trait,
  commercialUse: z.boolean().nullable(),
  engine: trait,
  isCloned: z.boolean(),
  /** Whether the service has a sample of it that can be played. */
  hasSample: z.boolean(),
  /** Whether batches take it: only then can it be cast. */
  isCastable: z.boolean(),
  isFavourite: z.boolean(),
});
export type CastVoice = z.infer<typeof castVoiceSchema>;

/** What a change does to lines that have their take. */
export const castOutlookSchema = z.object({
  /** Lines that turn stale, and the characters that are sent to render them again. */
  stale: z.int(),
  characters: z.int(),
  /** How many of them have an approved take. */
  approved: z.int(),
  /** Lines for which an earlier take fits again. */
  regained: z.int(),
  /** How many of the lines concerned have a take at all. */
  rendered: z.int(),
  /** Of the characters, in the connection's currency; null where it has no price. */
  price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
});
export type CastOutlook = z.infer<typeof castOutlookSchema>;

/** What of a role may be changed; what is absent stays. A parameter that is null is taken away. */
const roleChangeSchema = z.object({
  voice: roleSchema.shape.voice.optional(),
  parameters: parameterPatchSchema.optional(),
});
export type RoleChange = z.infer<typeof roleChangeSchema>;

/** A line that sets something in place of what its role has. */
export const castOverrideSchema = z.object({
  lineId: z.int(),
  /** Such as “Act II · line 12”. */
  label: z.string(),
  excerpt: z.string(),
  override: lineOverrideSchema,
});
export type CastOverride = z.infer<typeof castOverrideSchema>;

/** Lines with what they set; null: nothing. */
const overridesSchema = z.array(z.object({ lineId: z.int(), override: lineOverrideSchema.nullable() })).max(5_000);

/** Another project's cast: of the list of recent ones, or in a folder that the producer chose. */
const copySchema = z.object({
  source: z.union([z.object({ recentId: z.string() }), z.object({ folderId: z.string() })]),
  /** By our roles: which of theirs each is by the producer's word; null: none. Others are matched by their names. */
  matches: z.record(z.string(), z.string().nullable()),
  /** Pronunciation rules too. */
  rules: z.boolean(),
});
export type CastCopy = z.infer<typeof copySchema>;

/** Up to this many voices are compared at once. */
export const MOST_COMPARED = 6;

/** What compared voices say: a line of a role, or words that the producer typed. */
const wordsToCompareSchema = z.object({
  role: z.string(),
  lineId: z.int(),
  /** Null: what the role says in the line. */
  text: z.string().max(2_000).nullable(),
});
export type WordsToCompare = z.infer<typeof wordsToCompareSchema>;

/** What a change of the cast did to the lines. */
const recastSchema = z.object({ ...stepShape, outlook: castOutlookSchema });

export const castRequests = {
  'cast.roles': request(z.object({}), z.array(castRoleSchema)),
  /** All voices of the service, those that batches do not take too. */
  'cast.voices': request(z.object({}), z.array(castVoiceSchema)),
  /** Kept on this machine, for the connection in use. */
  'cast.setFavourite': request(z.object({ voice: z.string(), isFavourite: z.boolean() }), z.null()),
  /** What changing a role would do. Changes nothing. */
  'cast.outlook': request(z.object({ role: z.string(), change: roleChangeSchema }), castOutlookSchema),
  /** Changes a role. */
  'cast.change': request(z.object({ role: z.string(), change: roleChangeSchema }), recastSchema),
  /** Calls a role otherwise, in the script too. Nothing turns stale by it. No step: it is called so already. */
  'cast.rename': request(z.object({ role: z.string(), name: z.string().max(200) }), z.object(stepShape)),
  /** Adds a role, which has no voice yet. `lines`: those of the script that begin with its name, and are its own from now on. */
  'cast.add': request(z.object({ name: z.string().max(200) }), z.object({ ...stepShape, lines: z.int() })),
  /** Removes a role that has no line. */
  'cast.remove': request(z.object({ role: z.string() }), z.object(stepShape)),
  /** What giving all that a role speaks to another one would do. Changes nothing. */
  'cast.mergeOutlook': request(
    z.object({ role: z.string(), into: z.string() }),
    castOutlookSchema.extend({
      /** That would be the other's. */
      lines: z.int(),
      /** Pronunciation rules that would be. */
      rules: z.int(),
    }),
  ),
  /** Gives all that a role speaks to another one, in the script too. */
  'cast.merge': request(z.object({ role: z.string(), into: z.string() }), recastSchema),
  /** Lines that set something for themselves, of those that the role speaks first; in script order, not all of very many. */
  'cast.overrides': request(z.object({ role: z.string() }), z.array(castOverrideSchema)),
  /** Sets what lines have in place of their roles' parameters. */
  'cast.putOverrides': request(z.object({ lines: overridesSchema }), recastSchema),
  /** One of the lines that a role speaks, 0-based in script order; null where it speaks none of that number. */
  'cast.lineAt': request(
    z.object({ role: z.string(), at: z.int().min(0) }),
    z
      .object({
        lineId: z.int(),
        label: z.string(),
        /** What the role itself says in it, as written. */
        text: z.string(),
      })
      .nullable(),
  ),
  /** Has a line of a role spoken at once, by any voice and by the endpoint that its engine needs; makes no take. */
  'cast.audition': request(
    z.object({ role: z.string(), lineId: z.int(), voice: z.string() }),
    z.object({
      auditionId: z.string(),
      /** That the service was sent, and counts. */
      characters: z.int(),
      endpoint: z.enum(['stream', 'single']),
    }),
  ),
  /** What having words spoken by voices would send, of what is not kept yet. Sends nothing. */
  'cast.compareOutlook': request(
    wordsToCompareSchema.extend({ voices: z.array(z.string()).max(MOST_COMPARED) }),
    z.object({
      voices: z.array(
        z.object({
          voice: z.string(),
          characters: z.int(),
          /** Heard again, it is not sent again. */
          isKept: z.boolean(),
          /** Why it can't be asked for; null: it can. */
          problem: z.string().nullable(),
        }),
      ),
      /** Of all that are not kept. */
      characters: z.int(),
      /** Of the characters, in the connection's currency; null where it has no price. */
      price: z.object({ amount: z.number(), currency: z.string() }).nullable(),
    }),
  ),
  /** Has words spoken by a voice, whole and once: kept until the project is closed, or others take its place. */
  'cast.compareVoice': request(
    wordsToCompareSchema.extend({ voice: z.string() }),
    z.object({
      auditionId: z.string(),
      characters: z.int(),
      /** Of the decoded sound, as EBU R128 has it; null where it is too short or too quiet. */
      loudnessLufs: z.number().nullable(),
      truePeakDbtp: z.number().nullable(),
    }),
  ),
  /** What taking another project's cast over would do. Changes nothing of either. */
  'cast.copyOutlook': request(
    copySchema,
    z.object({
      project: z.string(),
      theirs: z.array(
        z.object({
          name: z.string(),
          voiceName: z.string().nullable(),
          /** Whether its voice can be cast here; a role keeps its own voice otherwise. */
          canCast: z.boolean(),
        }),
      ),
      /** For each of our roles that speak. */
      matches: z.array(z.object({ role: z.string(), from: z.string().nullable(), changes: z.boolean() })),
      /** Rules that would come behind ours. */
      newRules: z.int(),
      outlook: castOutlookSchema,
    }),
  ),
  'cast.copy': request(copySchema, recastSchema.extend({ roles: z.int() })),
  /** Begins to play a voice's sample: as `audition.start`, it ends the one before. */
  'cast.sample': request(z.object({ voice: z.string() }), z.object({ auditionId: z.string() })),
};
