export { upward } from '../speech/upward.ts';
