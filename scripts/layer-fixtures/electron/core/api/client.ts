import { stored } from '../store/stored.ts';

export const client = stored;
