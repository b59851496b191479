import { harmless } from './core/harmless.ts';

export const preloaded = harmless;
