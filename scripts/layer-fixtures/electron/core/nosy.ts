import { nosy } from '../../service/nosy.ts';
import { composed } from '../compose.ts';

export const nosier = [nosy, composed];
