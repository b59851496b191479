import { session } from '../session/session.ts';

export const asker = session;
