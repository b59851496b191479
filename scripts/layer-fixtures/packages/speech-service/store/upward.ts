export { upward } from '../voices/upward.ts';
