import { z } from 'zod';

export const STYLES = ['whispering', 'soft', 'shouting', 'angry', 'sad', 'cheerful', 'excited', 'afraid'] as const;
export const styleSchema = z.enum(STYLES);
export type SpeakingStyle = z.infer<typeof styleSchema>;

/** Identifiers starting with this belong to the local service. Styles and marks are only sent for them. */
const OWN_VOICES = 'lectern://voices/';

export const isOwnVoice = (voice: string): boolean => voice.startsWith(OWN_VOICES);
export const isPackVoice = (voice: string): boolean => voice.startsWith(`${OWN_VOICES}packs/`);

/** Voices without styles: Flite's, with fixed identifiers, and those of packs. */
const EVEN_VOICES = /^lectern:\/\/voices\/(?:packs\/|en-us\/(?:clara|robert|calvin)\/|en-gb\/duncan\/)/;

/**
 * An unsupported style must not be sent, because it would make takes stale. For voices of configured engines, which
 * aren't known here, it is sent.
 */
export const takesStyles = (voice: string): boolean => isOwnVoice(voice) && !EVEN_VOICES.test(voice);
