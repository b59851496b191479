export { upward } from '../elsewhere/upward.ts';
