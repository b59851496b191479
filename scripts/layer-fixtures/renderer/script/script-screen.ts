import { readFileSync } from 'node:fs';
import { review } from '../review/review-screen.ts';

export const script = [readFileSync, review];
