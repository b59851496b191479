// Media URLs, relative to the page so that they always have its origin.

/** Returns the URL of a take's audio file, which supports byte ranges. */
export const mediaUrl = (takeId: number): string => `media/take/${takeId}`;

/**
 * Returns the URL of a project's cover picture.
 * @param version from the library, so that a new picture isn't cached under the old URL
 */
export const coverUrl = (id: string, version: string): string => `media/cover/${id}/${version}`;

/** Returns the URL of an audition, available while it streams and until the next one starts. */
export const auditionUrl = (auditionId: string): string => `media/audition/${encodeURIComponent(auditionId)}`;
