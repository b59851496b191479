/** Returns the display text, or an empty string for `neutral`, a meaningless default for all traits except gender. */
export const informativeTrait = (trait: string, value: string | null | undefined): string =>
  value === null || value === undefined || (value === 'neutral' && trait !== 'gender') ? '' : value;
