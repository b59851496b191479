// Styles of speaking: a field of the local service's own, for voices that list it. The interface has none.
import { z } from 'zod';

export const STYLES = ['whispering', 'soft', 'shouting', 'angry', 'sad', 'cheerful', 'excited', 'afraid'] as const;
export const styleSchema = z.enum(STYLES);
export type SpeakingStyle = z.infer<typeof styleSchema>;

/** Identifiers that only the local service gives: no other is ever asked for a style. */
const OWN_VOICES = 'lectern://voices/';

export const takesStyles = (voice: string): boolean => voice.startsWith(OWN_VOICES);
