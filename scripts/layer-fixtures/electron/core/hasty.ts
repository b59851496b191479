export { openAacEncoder } from '../../../../packages/audio/aac/aac-encoder.ts';
