import { label } from '../ui/label.ts';

export const ask = label;
