// Relative to the page so that they always have its origin.

export const mediaUrl = (takeId: number): string => `media/take/${takeId}`;

/** The version changes with the picture, so that a new one isn't cached under the old URL. */
export const coverUrl = (id: string, version: string): string => `media/cover/${id}/${version}`;

/** Available while the audition streams and until the next one starts. */
export const auditionUrl = (auditionId: string): string => `media/audition/${encodeURIComponent(auditionId)}`;
