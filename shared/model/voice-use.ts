// What voices may be used for, as it was when a take was made: a licence may change, and a pack may go.

import type { ListedRights } from '@lectern/tts-protocol';
import { z } from 'zod';

/** What a licence says. */
export const voiceRightsSchema = z.object({
  licence: z.string(),
  licenceAddress: z.string().nullable(),
  /** Who is to be named, in words that can be printed as they are. */
  attribution: z.string().nullable(),
  commercialUse: z.boolean(),
  /** A sentence each. */
  forbiddenUses: z.array(z.string()),
});
export type VoiceRights = z.infer<typeof voiceRightsSchema>;

export const voiceUseSchema = z.object({
  /** Its identifier. */
  voice: z.string(),
  name: z.string(),
  /** What speaks with it; null: its service does not say. */
  synthesizer: z.string().nullable(),
  /** Null: its service tells of no licence. */
  rights: voiceRightsSchema.nullable(),
  /** The consent to the cloning of it that this machine has; null: none. */
  consentId: z.string().nullable(),
});
export type VoiceUse = z.infer<typeof voiceUseSchema>;

/** Of the voices of a take, the one that speaks first first. */
export const voiceUsesSchema = z.array(voiceUseSchema).max(10);

/** A licence as a service lists it. A text that is far too long is cut. */
export const rightsOfListing = (rights: ListedRights, shown: (text: string) => string): VoiceRights => ({
  licence: shown(rights.licence).slice(0, 200),
  licenceAddress: rights.licence_address && shown(rights.licence_address).slice(0, 2000),
  attribution: rights.attribution && shown(rights.attribution).slice(0, 1000),
  commercialUse: rights.commercial_use,
  forbiddenUses: rights.forbidden_uses.slice(0, 20).map((use) => shown(use).slice(0, 500)),
});

/** Whether what these voices speak must not be sold. */
export const forbidsCommercialUse = (uses: readonly VoiceUse[]): boolean =>
  uses.some(({ rights }) => rights?.commercialUse === false);

/** A voice of what is exported, and where it is heard. */
export const usedVoiceSchema = z.object({
  use: voiceUseSchema,
  roles: z.array(z.string()),
  /** How many lines, and the numbers of the first few. */
  lines: z.int(),
  examples: z.array(z.string()),
});
export type UsedVoice = z.infer<typeof usedVoiceSchema>;

export const usedVoicesSchema = z.object({
  /** Those that may not be used commercially first, then in the order in which they are heard. */
  voices: z.array(usedVoiceSchema),
  /** Lines whose take is older than this record. */
  unrecorded: z.int(),
});
export type UsedVoices = z.infer<typeof usedVoicesSchema>;
