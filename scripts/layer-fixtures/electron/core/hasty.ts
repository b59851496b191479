export { openAacEncoder } from '../../../../codecs/aac-stream.ts';
