import { nosy } from '../../node/nosy.ts';

export const borrowed = nosy;
export { inner } from '../stand-alone/parts/inner.ts';
