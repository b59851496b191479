// What of a voice's traits is worth saying.

/**
 * A trait as it is shown; empty: it tells nothing. Services call a voice's tempo, style or loudness `neutral` where nothing
 * is to be said of it; a gender of that name is one.
 *
 * @param trait its name in the service's list of voices
 */
export const tellingTrait = (trait: string, value: string | null | undefined): string =>
  value === null || value === undefined || (value === 'neutral' && trait !== 'gender') ? '' : value;
