// Audio by id. Relative to the page, so that they are of its own origin wherever it is served from.

/** The audio file of a take, with byte ranges. */
export const mediaUrl = (takeId: number): string => `media/take/${takeId}`;

/** The audio of an audition while it comes, once. */
export const auditionUrl = (auditionId: string): string => `media/audition/${encodeURIComponent(auditionId)}`;
