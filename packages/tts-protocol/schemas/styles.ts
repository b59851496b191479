// Speaking styles, an extension of the local service for voices that list them.
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
 * Returns whether to send a style for a voice. An unsupported style must not be sent, because adding it would make the
 * voice's takes stale. Voices of configured engines aren't known here, so it is sent, and the voice list says what they
 * support.
 */
export const takesStyles = (voice: string): boolean => isOwnVoice(voice) && !EVEN_VOICES.test(voice);
