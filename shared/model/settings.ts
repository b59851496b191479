// A project's settings: a document with a version, parsed on load.

import { languageSchema, outputFormatSchema, qualitySchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { USUAL_PAUSES } from '../rules/timeline.ts';
import { deliveryTargetIdSchema } from './delivery-target.ts';
import { ownTargetSchema, ownTargetsSchema } from './own-target.ts';
import { pauseTableSchema } from './pauses.ts';
import { moneyCapSchema } from './spending.ts';

/**
 * The longest text of one job, in characters. The interface does not show a limit and sources disagree (2,000 or
 * 20,000), so this is the cautious one; a setting overrides it.
 */
const DEFAULT_LINE_CHARACTERS = 2_000;

/** The longest opening or closing credits, in UTF-16 code units. */
export const LONGEST_CREDITS = 2_000;
/** What is said before and after a book; `{title}`, `{author}` and `{narrator}` stand for the book's details. */
export const creditsSchema = z.object({
  opening: z.string().max(LONGEST_CREDITS),
  closing: z.string().max(LONGEST_CREDITS),
});
export type Credits = z.infer<typeof creditsSchema>;

export const projectSettingsSchema = z.object({
  version: z.literal(1),
  /** The format in which takes are asked for. */
  masterFormat: outputFormatSchema.default('wav'),
  /** Hz; null: the voice's own. */
  sampleRate: z.int().min(8000).max(48000).nullable().default(null),
  quality: qualitySchema.nullable().default(null),
  /** The language of the script; a role or a line may set another. Null: the voice's own. */
  language: languageSchema.nullable().default(null),
  /** The longest text of one job, in characters as sent. */
  lineCharacters: z.int().min(50).default(DEFAULT_LINE_CHARACTERS),
  /** Whether brackets inside a role's turn are spoken. In prose they always are. */
  speakBrackets: z.boolean().default(false),
  /** Whether directions such as `(whispering)` shape how the words behind them are spoken. Takes of older projects were made without. */
  actOnDirections: z.boolean().default(false),
  speakHeadings: z.boolean().default(true),
  /** `capitals`: capitals before a colon mark a role (a script); `confirmed`: only the roles named here (prose). */
  roleMarks: z.enum(['capitals', 'confirmed']).default('capitals'),
  confirmedRoles: z.array(z.string()).default([]),
  /** The most characters that may be sent for this project, over all its runs; null: no cap. */
  characterCap: z.int().min(0).nullable().default(null),
  /** The most that this project may ever cost; null: no cap. It holds where the connection has a price. */
  moneyCap: moneyCapSchema.nullable().default(null),
  /** A run that would cost more, in the connection's currency, is confirmed first; null: never. */
  confirmPrice: z.number().min(0).nullable().default(null),
  /** The usual pauses, in seconds: for listening, and for everything that is assembled. */
  pauses: pauseTableSchema.default(USUAL_PAUSES),
  /** Whether the silence at the ends of takes is left out where they follow one another. */
  cutSilentEnds: z.boolean().default(true),
  /** Where the book is to go: what stores say of synthetic voices is told before anything is spent. */
  targets: z.array(deliveryTargetIdSchema).default([]),
  /** Targets with figures of the producer's own. */
  ownTargets: z.array(ownTargetSchema).default([]),
  /** Null: the book has none but those of its own script. */
  credits: creditsSchema.nullable().default(null),
});
export type ProjectSettings = z.infer<typeof projectSettingsSchema>;

const settings = projectSettingsSchema.shape;

/**
 * A change of settings: what is absent stays. The defaults are those of old documents: here they would fill in all that is
 * absent, and every change would take the others back.
 */
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

/** How names before a colon are read. */
export interface RoleMarkOptions {
  readonly roleMarks: ProjectSettings['roleMarks'];
  readonly confirmedRoles: readonly string[];
}

/** What the reading of script text depends on. A project's settings are such options. */
export type ScriptOptions = RoleMarkOptions &
  Readonly<Pick<ProjectSettings, 'speakBrackets' | 'speakHeadings' | 'lineCharacters'>>;
