import { readFileSync } from 'node:fs';

export const readTimeline = readFileSync;
