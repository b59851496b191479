export const harmless = 1;
