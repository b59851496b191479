/**
 * Returns the display text of a voice trait, or an empty string if it is meaningless. Services use `neutral` as a
 * default for tempo, style or loudness; for gender it is a real value.
 *
 * @param trait its name in the service's voice list
 */
export const informativeTrait = (trait: string, value: string | null | undefined): string =>
  value === null || value === undefined || (value === 'neutral' && trait !== 'gender') ? '' : value;
