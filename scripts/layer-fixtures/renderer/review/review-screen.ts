export const review = 1;
