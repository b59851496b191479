import { inner } from '../../packages/stand-alone/parts/inner.ts';

export const prying = inner;
