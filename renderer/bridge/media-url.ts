// Relative to the page, so that media URLs always have the same origin as the page.

export const mediaUrl = (takeId: number): string => `media/take/${takeId}`;

/** The version changes with the picture, so that a new picture has a URL that isn't cached yet. */
export const coverUrl = (id: string, version: string): string => `media/cover/${id}/${version}`;

/** Available from the start of the audition's stream until the next audition starts. */
export const auditionUrl = (auditionId: string): string => `media/audition/${encodeURIComponent(auditionId)}`;
