import { harmless } from '../shared/rules/harmless.ts';

export const nosy = harmless;
