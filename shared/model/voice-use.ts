// Recorded with each take, because a licence may change and a voice pack may be removed later.

import type { ListedRights } from '@lectern/tts-protocol';
import { z } from 'zod';

export const voiceRightsSchema = z.object({
  licence: z.string(),
  licenceAddress: z.string().nullable(),
  attribution: z.string().nullable(),
  commercialUse: z.boolean(),
  forbiddenUses: z.array(z.string()),
});
export type VoiceRights = z.infer<typeof voiceRightsSchema>;

export const voiceUseSchema = z.object({
  voice: z.string(),
  name: z.string(),
  synthesizer: z.string().nullable(),
  rights: voiceRightsSchema.nullable(),
  consentId: z.string().nullable(),
  /** Set if the service lists the voice as a clone. */
  isCloned: z.literal(true).optional(),
});
export type VoiceUse = z.infer<typeof voiceUseSchema>;

export const voiceUsesSchema = z.array(voiceUseSchema).max(10);

export const rightsOfListing = (rights: ListedRights, toPlainText: (text: string) => string): VoiceRights => ({
  licence: toPlainText(rights.licence).slice(0, 200),
  licenceAddress: rights.licence_address && toPlainText(rights.licence_address).slice(0, 2000),
  attribution: rights.attribution && toPlainText(rights.attribution).slice(0, 1000),
  commercialUse: rights.commercial_use,
  forbiddenUses: rights.forbidden_uses.slice(0, 20).map((use) => toPlainText(use).slice(0, 500)),
});

export const forbidsCommercialUse = (uses: readonly VoiceUse[]): boolean =>
  uses.some(({ rights }) => rights?.commercialUse === false);

export const usedVoiceSchema = z.object({
  use: voiceUseSchema,
  roles: z.array(z.string()),
  lines: z.int(),
  examples: z.array(z.string()),
});
export type UsedVoice = z.infer<typeof usedVoiceSchema>;

export const usedVoicesSchema = z.object({
  /** Voices without commercial rights come first. Within each group, voices are in order of appearance. */
  voices: z.array(usedVoiceSchema),
  unrecorded: z.int(),
});
export type UsedVoices = z.infer<typeof usedVoicesSchema>;
