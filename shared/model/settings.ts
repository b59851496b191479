// Project settings: a versioned document, validated on load.

import { USUAL_PAUSES } from '@lectern/audio/timeline';
import { languageSchema, outputFormatSchema, qualitySchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { deliveryTargetIdSchema } from './delivery-target.ts';
import { ownTargetSchema, ownTargetsSchema } from './own-target.ts';
import { pauseTableSchema } from './pauses.ts';
import { moneyCapSchema } from './spending.ts';

/**
 * In characters. The service interface states no limit and sources disagree (2,000 or 20,000), so use the lower one.
 */
const DEFAULT_LINE_CHARACTERS = 2_000;

/** In UTF-16 code units. */
export const LONGEST_CREDITS = 2_000;
/** Opening and closing credits. `{title}`, `{author}` and `{narrator}` are replaced with the book's details. */
export const creditsSchema = z.object({
  opening: z.string().max(LONGEST_CREDITS),
  closing: z.string().max(LONGEST_CREDITS),
});
export type Credits = z.infer<typeof creditsSchema>;

export const projectSettingsSchema = z.object({
  version: z.literal(1),
  /** The format requested for takes. */
  masterFormat: outputFormatSchema.default('wav'),
  /** In Hz; null uses the voice's own rate. */
  sampleRate: z.int().min(8000).max(48000).nullable().default(null),
  quality: qualitySchema.nullable().default(null),
  /** The script's language, unless a role or line sets another. Null uses the voice's own. */
  language: languageSchema.nullable().default(null),
  /** The maximum characters per job, as sent. */
  lineCharacters: z.int().min(50).default(DEFAULT_LINE_CHARACTERS),
  /** Whether brackets inside a role's turn are spoken. In prose they always are. */
  speakBrackets: z.boolean().default(false),
  /**
   * Whether directions such as `(whispering)` change how words are spoken. Off by default for compatibility with
   * existing takes.
   */
  actOnDirections: z.boolean().default(false),
  speakHeadings: z.boolean().default(true),
  /** `capitals`: capitals before a colon mark a role (scripts). `confirmed`: only the roles listed here do (prose). */
  roleMarks: z.enum(['capitals', 'confirmed']).default('capitals'),
  confirmedRoles: z.array(z.string()).default([]),
  /** The maximum characters to send for this project over all runs; null for no cap. */
  characterCap: z.int().min(0).nullable().default(null),
  /** The maximum total cost of this project; null for no cap. Only enforced if the connection has a price. */
  moneyCap: moneyCapSchema.nullable().default(null),
  /** Runs that cost more, in the connection's currency, need confirmation; null never asks. */
  confirmPrice: z.number().min(0).nullable().default(null),
  /** Default pauses for playback and assembly, in seconds. */
  pauses: pauseTableSchema.default(USUAL_PAUSES),
  /** Whether to cut silence at the ends of takes when they are played or assembled in sequence. */
  cutSilentEnds: z.boolean().default(true),
  /** Where the book will be published, so that store policies on synthetic voices are shown before any cost arises. */
  targets: z.array(deliveryTargetIdSchema).default([]),
  ownTargets: z.array(ownTargetSchema).default([]),
  /** Null adds no credits beyond those in the script. */
  credits: creditsSchema.nullable().default(null),
});
export type ProjectSettings = z.infer<typeof projectSettingsSchema>;

const settings = projectSettingsSchema.shape;

/** A partial update. Without removing the defaults, they would fill absent fields and reset them. */
export const projectSettingsChangeSchema = z
  .object({
    masterFormat: settings.masterFormat.removeDefault(),
    sampleRate: settings.sampleRate.removeDefault(),
    quality: settings.quality.removeDefault(),
    language: settings.language.removeDefault(),
    lineCharacters: settings.lineCharacters.removeDefault(),
    speakBrackets: settings.speakBrackets.removeDefault(),
    actOnDirections: settings.actOnDirections.removeDefault(),
    speakHeadings: settings.speakHeadings.removeDefault(),
    roleMarks: settings.roleMarks.removeDefault(),
    confirmedRoles: settings.confirmedRoles.removeDefault(),
    characterCap: settings.characterCap.removeDefault(),
    moneyCap: settings.moneyCap.removeDefault(),
    confirmPrice: settings.confirmPrice.removeDefault(),
    pauses: settings.pauses.removeDefault(),
    cutSilentEnds: settings.cutSilentEnds.removeDefault(),
    targets: settings.targets.removeDefault(),
    ownTargets: ownTargetsSchema,
    credits: settings.credits.removeDefault(),
  } satisfies Record<Exclude<keyof ProjectSettings, 'version'>, z.ZodType>)
  .partial();

export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = projectSettingsSchema.parse({ version: 1 });

export interface RoleMarkOptions {
  readonly roleMarks: ProjectSettings['roleMarks'];
  readonly confirmedRoles: readonly string[];
}

/** Everything the script parser depends on. */
export type ScriptOptions = RoleMarkOptions &
  Readonly<Pick<ProjectSettings, 'speakBrackets' | 'speakHeadings' | 'lineCharacters'>>;
