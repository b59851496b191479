import { DEFAULT_PAUSES } from '@lectern/audio/timeline';
import { languageSchema, outputFormatSchema, qualitySchema } from '@lectern/tts-protocol';
import { z } from 'zod';
import { consentDecisionSchema } from './consent.ts';
import { exportTargetIdSchema } from './export/export-target.ts';
import { ownTargetSchema, ownTargetsSchema } from './export/own-target.ts';
import { PAUSE_PRESETS, pauseTableSchema } from './pauses.ts';
import { noteReferenceSchema, productionKindSchema } from './production-kind.ts';
import { moneyCapSchema } from './spending.ts';

/** The interface doesn't state a limit, and other sources say 2,000 or 20,000, so Lectern uses the lower number. */
const DEFAULT_LINE_CHARACTERS = 2_000;

export const MAX_CREDITS_LENGTH = 2_000;
export const creditsSchema = z.object({
  opening: z.string().max(MAX_CREDITS_LENGTH),
  closing: z.string().max(MAX_CREDITS_LENGTH),
});
export type Credits = z.infer<typeof creditsSchema>;

/** `by-rule`: see `isSpokenDisclosureWanted`. */
export const SPOKEN_DISCLOSURES = ['by-rule', 'always', 'never'] as const;
export const PUBLICATION_REGIONS = ['eu', 'other'] as const;
/** Where the book will be published (null if not chosen), and whether a disclosure is spoken at the start. */
export const disclosureChoiceSchema = z.object({
  region: z.enum(PUBLICATION_REGIONS).nullable(),
  spoken: z.enum(SPOKEN_DISCLOSURES),
});
export type DisclosureChoice = z.infer<typeof disclosureChoiceSchema>;

export const projectSettingsSchema = z.object({
  version: z.literal(1),
  /** Projects from before kinds were stored have the settings of audiobooks. */
  productionKind: productionKindSchema.default('audiobook'),
  /** Production notes that are spoken, for when the manuscript is read again. */
  spokenNotes: z.array(noteReferenceSchema).default([]),
  /** Hashes of the manuscript's paragraphs when it was last imported (`imported-texts.ts`); null if unknown. */
  importedTexts: z.string().nullable().default(null),
  masterFormat: outputFormatSchema.default('wav'),
  /** In Hz; null means the voice's own rate. */
  sampleRate: z.int().min(8000).max(48000).nullable().default(null),
  quality: qualitySchema.nullable().default(null),
  /** Applies unless a role or line sets another language. Null means the voice's own language. */
  language: languageSchema.nullable().default(null),
  lineCharacters: z.int().min(50).default(DEFAULT_LINE_CHARACTERS),
  /** Whether brackets inside a role's turn are spoken. In prose, brackets are always spoken. */
  speakBrackets: z.boolean().default(false),
  /** Off by default, because turning it on makes existing takes stale. */
  actOnDirections: z.boolean().default(false),
  /** Hard words whose pronunciation the producer has checked. */
  fineWords: z.array(z.string()).default([]),
  speakHeadings: z.boolean().default(true),
  /**
   * Whether heading numbers are read as a narrator reads them (`narratedHeading`). Off by default, because turning it on
   * makes existing takes stale.
   */
  narrateHeadings: z.boolean().default(false),
  /** `capitals`: capitals before a colon mark a role (scripts). `confirmed`: only the listed roles do (prose). */
  roleMarks: z.enum(['capitals', 'confirmed']).default('capitals'),
  confirmedRoles: z.array(z.string()).default([]),
  /** Limit across all runs; null for no cap. */
  characterCap: z.int().min(0).nullable().default(null),
  /** Null for no cap. The cap applies only if the connection has a price. */
  moneyCap: moneyCapSchema.nullable().default(null),
  /** Runs above this price, in the connection's currency, need confirmation; null never asks. */
  confirmPrice: z.number().min(0).nullable().default(null),
  pauses: pauseTableSchema.default(DEFAULT_PAUSES),
  cutSilentEnds: z.boolean().default(true),
  /** On in new projects. Off by default, so that projects without the setting sound as before. */
  followPunctuation: z.boolean().default(false),
  /** Whether each take is compared with its text. */
  proofTakes: z.boolean().default(true),
  targets: z.array(exportTargetIdSchema).default([]),
  ownTargets: z.array(ownTargetSchema).default([]),
  credits: creditsSchema.nullable().default(null),
  disclosure: disclosureChoiceSchema.default({ region: null, spoken: 'by-rule' }),
  /** The sentence about synthetic voices that the opening credits start with; null if there is none. */
  spokenDisclosure: z.string().max(MAX_CREDITS_LENGTH).nullable().default(null),
  /** Whether finished audio files have an inaudible watermark (docs/watermark.md). */
  watermark: z.boolean().default(false),
  /** Stores that ban synthetic narration but, according to the producer, have authorised it for this book. */
  authorisedTargets: z.array(exportTargetIdSchema).default([]),
  /** Decisions to export cloned voices without a valid consent. Later decisions replace earlier ones. */
  consentDecisions: z.array(consentDecisionSchema).max(1_000).default([]),
});
export type ProjectSettings = z.infer<typeof projectSettingsSchema>;

const settings = projectSettingsSchema.shape;

/** A partial update. Its schema has no defaults, because defaults would fill in missing fields and so reset them. */
export const projectSettingsChangeSchema = z
  .object({
    productionKind: settings.productionKind.removeDefault(),
    spokenNotes: settings.spokenNotes.removeDefault(),
    importedTexts: settings.importedTexts.removeDefault(),
    masterFormat: settings.masterFormat.removeDefault(),
    sampleRate: settings.sampleRate.removeDefault(),
    quality: settings.quality.removeDefault(),
    language: settings.language.removeDefault(),
    lineCharacters: settings.lineCharacters.removeDefault(),
    speakBrackets: settings.speakBrackets.removeDefault(),
    actOnDirections: settings.actOnDirections.removeDefault(),
    fineWords: settings.fineWords.removeDefault(),
    speakHeadings: settings.speakHeadings.removeDefault(),
    narrateHeadings: settings.narrateHeadings.removeDefault(),
    roleMarks: settings.roleMarks.removeDefault(),
    confirmedRoles: settings.confirmedRoles.removeDefault(),
    characterCap: settings.characterCap.removeDefault(),
    moneyCap: settings.moneyCap.removeDefault(),
    confirmPrice: settings.confirmPrice.removeDefault(),
    pauses: settings.pauses.removeDefault(),
    cutSilentEnds: settings.cutSilentEnds.removeDefault(),
    followPunctuation: settings.followPunctuation.removeDefault(),
    proofTakes: settings.proofTakes.removeDefault(),
    targets: settings.targets.removeDefault(),
    ownTargets: ownTargetsSchema,
    credits: settings.credits.removeDefault(),
    disclosure: settings.disclosure.removeDefault(),
    spokenDisclosure: settings.spokenDisclosure.removeDefault(),
    watermark: settings.watermark.removeDefault(),
    authorisedTargets: settings.authorisedTargets.removeDefault(),
    consentDecisions: settings.consentDecisions.removeDefault(),
  } satisfies Record<Exclude<keyof ProjectSettings, 'version'>, z.ZodType>)
  .partial();

/** For stored projects that don't have a setting. */
export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = projectSettingsSchema.parse({ version: 1 });

export const NEW_PROJECT_SETTINGS: ProjectSettings = {
  ...DEFAULT_PROJECT_SETTINGS,
  actOnDirections: true,
  narrateHeadings: true,
  followPunctuation: true,
  pauses: PAUSE_PRESETS.audiobook,
};

export interface RoleMarkOptions {
  readonly roleMarks: ProjectSettings['roleMarks'];
  readonly confirmedRoles: readonly string[];
}

export type ScriptOptions = RoleMarkOptions &
  Readonly<Pick<ProjectSettings, 'speakBrackets' | 'speakHeadings' | 'lineCharacters'>>;
