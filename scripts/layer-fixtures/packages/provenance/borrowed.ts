import { nosy } from '../../electron/core/nosy.ts';

export const borrowed = nosy;
