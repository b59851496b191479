import { nosy } from '../../node/nosy.ts';

export const borrowed = nosy;
