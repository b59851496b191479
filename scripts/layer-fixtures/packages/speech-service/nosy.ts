import { harmless } from '../../electron/core/harmless.ts';

export const nosy = harmless;
