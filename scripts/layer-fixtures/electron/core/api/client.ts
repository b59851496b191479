import { stored } from '../project/stored.ts';

export const client = stored;
