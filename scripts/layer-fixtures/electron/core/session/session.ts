export const session = 1;
export type Session = typeof session;
