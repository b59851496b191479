import { helper } from './checked.test.ts';

export const borrowed = helper;
