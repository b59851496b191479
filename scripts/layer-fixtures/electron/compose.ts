export const composed = 1;
