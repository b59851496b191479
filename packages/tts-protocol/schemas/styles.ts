import { z } from 'zod';

export const STYLES = ['whispering', 'soft', 'shouting', 'angry', 'sad', 'cheerful', 'excited', 'afraid'] as const;
export const styleSchema = z.enum(STYLES);
export type SpeakingStyle = z.infer<typeof styleSchema>;

/** Prefix of the local service's voice identifiers. Only these voices receive styles and marks. */
const OWN_VOICE_PREFIX = 'lectern://voices/';

export const isOwnVoice = (voice: string): boolean => voice.startsWith(OWN_VOICE_PREFIX);
export const isPackVoice = (voice: string): boolean => voice.startsWith(`${OWN_VOICE_PREFIX}packs/`);
export const CLONED_VOICE_PREFIX = `${OWN_VOICE_PREFIX}cloned/`;

/** Voices without styles: Flite's, with fixed identifiers, and all voices of packs. */
const STYLELESS_VOICES = /^lectern:\/\/voices\/(?:packs\/|en-us\/(?:clara|robert|calvin)\/|en-gb\/duncan\/)/;

/**
 * Returns whether to send a style for a voice. An unsupported style must not be sent, because it would make takes
 * stale. Voices of configured engines aren't known here, so the style is sent for them.
 */
export const supportsStyles = (voice: string): boolean => isOwnVoice(voice) && !STYLELESS_VOICES.test(voice);
