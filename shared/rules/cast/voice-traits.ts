/** The synthesizers that come with Lectern. */
export const BUILT_IN_SYNTHESIZERS: readonly string[] = ['eSpeak NG', 'Flite'];

/**
 * Returns the trait's display text. Returns an empty string for `neutral`, which is a meaningless default for all
 * traits except gender.
 */
export const informativeTrait = (trait: string, value: string | null | undefined): string =>
  value === null || value === undefined || (value === 'neutral' && trait !== 'gender') ? '' : value;
