export { openAacEncoder } from '../../../../packages/audio/aac/aac-stream.ts';
