export { upward } from './espeak/upward.ts';
