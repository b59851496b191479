import { stored } from '../core/project/stored.ts';

export const menu = stored;
