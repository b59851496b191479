import { review } from '../review/review-screen.ts';

export const button = review;
