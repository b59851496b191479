import { nosy } from '../packages/speech-service/nosy.ts';

export const used = nosy;
