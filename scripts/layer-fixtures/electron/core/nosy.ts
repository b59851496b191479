import { nosy } from '../../packages/speech-service/nosy.ts';
import { composed } from '../compose.ts';

export const nosier = [nosy, composed];
