// Audio by id. Relative to the page, so that they are of its own origin wherever it is served from.

/** The audio file of a take, with byte ranges. */
export const mediaUrl = (takeId: number): string => `media/take/${takeId}`;

/** The picture on a project's cover. @param version as the library tells it, so that another picture has another address */
export const coverUrl = (id: string, version: string): string => `media/cover/${id}/${version}`;

/** The audio of an audition, while it comes and until the next one. */
export const auditionUrl = (auditionId: string): string => `media/audition/${encodeURIComponent(auditionId)}`;
