// Styles of speaking: a field of the local service's own, for voices that list it. The interface has none.
import { z } from 'zod';

export const STYLES = ['whispering', 'soft', 'shouting', 'angry', 'sad', 'cheerful', 'excited', 'afraid'] as const;
export const styleSchema = z.enum(STYLES);
export type SpeakingStyle = z.infer<typeof styleSchema>;

/** Identifiers that only the local service gives: no other is ever asked for a style, or for marks. */
const OWN_VOICES = 'lectern://voices/';

export const isOwnVoice = (voice: string): boolean => voice.startsWith(OWN_VOICES);
export const isPackVoice = (voice: string): boolean => voice.startsWith(`${OWN_VOICES}packs/`);

/** Those that speak one way only: Flite's, whose identifiers never change, and those of packs. */
const EVEN_VOICES = /^lectern:\/\/voices\/(?:packs\/|en-us\/(?:clara|robert|calvin)\/|en-gb\/duncan\/)/;

/**
 * What a voice can't do is not sent: else its takes would be stale as soon as it is asked for. Of engines that Settings or a
 * file added nothing is known here: they are asked, and the listing says what they do.
 */
export const takesStyles = (voice: string): boolean => isOwnVoice(voice) && !EVEN_VOICES.test(voice);
