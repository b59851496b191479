import { stored } from '../core/store/stored.ts';

export const menu = stored;
