import type { Session } from '../session/session.ts';

export type Upward = Session;
