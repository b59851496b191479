import { lost } from './nowhere.ts';

export const found = lost;
