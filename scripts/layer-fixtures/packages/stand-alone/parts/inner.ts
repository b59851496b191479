import { harmless } from '../../../electron/core/harmless.ts';

export const inner = harmless;
