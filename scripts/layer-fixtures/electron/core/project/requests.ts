import { session } from '../session/session.ts';

export const requests = session;
