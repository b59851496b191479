export const unlisted = true;
